import type {
	DeclarativeRestApiSettings,
	IDataObject,
	IExecutePaginationFunctions,
	IExecuteSingleFunctions,
	INodeExecutionData,
} from 'n8n-workflow';

import type { VitallyError } from '../errors/vitallyError';
import { openClient, type Client, type ServiceRequest, type ServiceResponse } from './client';
import { apiError } from './errors/apiErrors';
import { toNodeApiError } from './errors/nodeError';
import { joinRun, type Run } from './run';
import { send } from './send';

/** What an operation can ask of the service for its item. */
export interface Service {
	/** Sends one request; see `send`. */
	send: (request: ServiceRequest) => Promise<ServiceResponse>;
	/** The refusal for an answer that the operation accepted but cannot use. */
	refusal: (response: ServiceResponse, request: ServiceRequest) => Promise<VitallyError>;
	/** Base URL of the credential, for a dry run. */
	baseUrl: () => Promise<string>;
}

/**
 * What an operation does with one item. Reads parameters and builds the request without waiting, so
 * that writes to one record keep the order of the items.
 *
 * @returns the records that become items
 * @throws VitallyError
 */
export type Operation = (item: IExecuteSingleFunctions, service: Service) => Promise<IDataObject[]>;

type Hook = (
	this: IExecutePaginationFunctions,
	requestData: DeclarativeRestApiSettings.ResultOptions,
) => Promise<INodeExecutionData[]>;

/** What the hook has to know about a node. */
interface Settings {
	/** The credential that says where the service is. */
	credentialType: string;
	/** How long an item may wait when the service asks for it, in milliseconds; may refuse. */
	maxWaitMs: (item: IExecuteSingleFunctions) => number;
}

/**
 * The one way of an item through a declarative node: n8n's pagination hook is the only one that wraps
 * the request, so every operation stands in it. It pairs records with their item, in success and in
 * refusal, which the engine itself never does.
 *
 * @param operation what to do with the item
 */
export function throughService(operation: Operation, settings: Settings): Hook {
	return async function (requestData) {
		const itemIndex = this.getItemIndex();
		const run = joinRun(this);
		try {
			const records = await operation(this, openService(this, requestData, settings, run));
			return records.map((json) => ({ json, pairedItem: { item: itemIndex } }));
		} catch (error) {
			// Items that never left because another one was refused have nothing to report: n8n throws
			// the refusal of that one.
			if (error === run.stopped) return [];
			const refusal = toNodeApiError(error as Error, this.getNode(), itemIndex);
			if (this.continueOnFail()) {
				const json = { error: refusal.message };
				return [{ json, error: refusal, pairedItem: { item: itemIndex } }];
			}
			run.stop();
			throw refusal;
		} finally {
			run.leave();
		}
	};
}

function openService(
	item: IExecuteSingleFunctions,
	{ options }: DeclarativeRestApiSettings.ResultOptions,
	{ credentialType, maxWaitMs }: Settings,
	run: Run,
): Service {
	// The credential may hold expressions over the item, so it is read for every item, and once.
	let connection: Promise<Client> | undefined;
	const connect = async () =>
		await (connection ??= openClient(item, credentialType, {
			options,
			maxWaitMs: maxWaitMs(item),
			signal: item.getExecutionCancelSignal?.(),
		}));
	let started = false;
	return {
		refusal: async (response, request) => apiError(response, request, await connect()),
		baseUrl: async () => (await connect()).baseUrl,
		send: async (request) => {
			return await send(await connect(), request, () => {
				if (!started) run.refuseIfStopped();
				started = true;
			});
		},
	};
}
