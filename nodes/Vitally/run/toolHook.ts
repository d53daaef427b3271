import { randomUUID } from 'crypto';

import type {
	DeclarativeRestApiSettings,
	IExecutePaginationFunctions,
	INodeExecutionData,
} from 'n8n-workflow';

import { assertNoPlainExpression } from '../fields/plainExpressions';
import { toNodeApiError } from '../transport/errors/nodeError';
import { createClient } from '../transport/client';
import { errorItem, pairedItems, recordsOf } from './executeItem';
import { columnNaming } from './inputFields';
import { identityOfRun } from './identity';
import { SourcedItem } from './itemContext';
import type { Operation } from './operation';
import { ResolvedParameters } from './resolvedParameters';

type Hook = (
	this: IExecutePaginationFunctions,
	requestData: DeclarativeRestApiSettings.ResultOptions,
) => Promise<INodeExecutionData[]>;

/**
 * The way of an item where n8n passes over `customOperations`: as a tool of an AI agent, and where an
 * expression gives resource or operation. n8n's pagination hook is the only one of its routing that
 * wraps the request, so the operation stands in it; n8n's Request Options come with `requestData`.
 *
 * @param operationOf finds the operation that the item's parameters name
 * @param credentialType the credential that says where the service is
 */
export function toolHook(
	operationOf: (resource: unknown, operation: unknown) => Operation,
	credentialType: string,
): Hook {
	return async function ({ options }) {
		const itemIndex = this.getItemIndex();
		try {
			const stored = this.getNode().parameters;
			const parameters = new ResolvedParameters(
				(name) => {
					if (stored[name] === undefined) return undefined;
					assertNoPlainExpression(name, stored[name]);
					return this.getNodeParameter(name) ?? null;
				},
				this.getTimezone(),
				{ json: this.getInputData().json, namedBeside: columnNaming(stored) },
			);
			const operation = operationOf(parameters.param('resource'), parameters.param('operation'));
			const credentials = await this.getCredentials(credentialType);
			const item = new SourcedItem({
				parameters,
				client: {
					...createClient(this, credentialType, credentials),
					run: randomUUID(),
					signal: this.getExecutionCancelSignal?.(),
				},
				requestOptions: options,
				lookUps: new Map(),
				assertRunning: () => {},
				identity: () => [...identityOfRun(this), itemIndex],
			});
			return pairedItems(await recordsOf(item, operation), itemIndex);
		} catch (error) {
			if (this.continueOnFail()) return [errorItem(error, this.getNode(), itemIndex)];
			throw toNodeApiError(error as Error, this.getNode(), itemIndex);
		}
	};
}
