import type { IDataObject } from 'n8n-workflow';

import { VitallyError, type ErrorFacts } from '../errors/vitallyError';
import type { ItemContext } from '../execution/operation';
import type { ServiceRequest, ServiceResponse } from '../transport/client';
import { recordFromWrite } from '../transport/records';
import { matchesSent } from '../values/matchesSent';
import { rememberCreated } from './createdRecords';
import { readByExternalId, type RecordSource } from './recordSource';

/** The result of a creation. */
export type Creation =
	| { outcome: 'created'; record: IDataObject }
	/** The record with the external ID is another one, or an older one. */
	| { outcome: 'taken'; record: IDataObject; response?: ServiceResponse }
	/** The service refused the request, and there is no record with the external ID. */
	| { outcome: 'rejected'; response: ServiceResponse };

/** The statuses of a creation whose external ID is taken. */
const TAKEN = [400, 409];

/** A service may still be busy with a request whose connection broke; the pauses add up to ten seconds. */
const PAUSES_MS = [1000, 3000, 6000];

/** The service's times are in whole seconds, and the clocks of its parts may differ by a moment. */
const CLOCK_TOLERANCE_MS = 2000;

/**
 * Creates a record.
 *
 * @param source left out where records have no external IDs
 * @param ifTaken what to do where another record has the external ID; by an upsert unless set
 * @throws VitallyError when the service does not accept the record, or it is unknown whether it did
 */
export async function createRecord(
	item: ItemContext,
	request: ServiceRequest,
	source?: RecordSource,
	ifTaken = "Use the operation 'Create or Update' to change it, or enter another 'External ID'.",
): Promise<IDataObject> {
	const externalId = externalIdOf(request);
	if (externalId === undefined || !source) {
		return recordFromWrite(await item.send(request), request);
	}
	const creation = await createIdempotently(item, request, source);
	if (creation.outcome === 'created') return creation.record;
	if (creation.outcome === 'rejected') throw item.apiError(creation.response, request);
	throw new VitallyError(
		`The external ID "${externalId}" belongs to another ${source.noun} already`,
		ifTaken,
		{ ...answeredFacts(item, creation.response, request), field: 'External ID' },
	);
}

/**
 * Sends a creation so that nothing is created twice and no success is reported that did not happen. When
 * its answer is lost, the record is looked for, for ten seconds where the service does not keep external
 * IDs unique, before the creation is sent again. A record that is found counts as ours only if it was
 * created since the first attempt, by the service's clock, and contains what was sent.
 *
 * @param create with the external ID in its body
 * @throws VitallyError when the result is unknown
 */
export async function createIdempotently(
	item: ItemContext,
	create: ServiceRequest,
	source: RecordSource,
): Promise<Creation> {
	const externalId = externalIdOf(create) as string;
	const sentAt = performance.now();
	const request = { ...create, handledStatuses: TAKEN };
	const creation = await createOrFind();
	if (creation.outcome === 'created' && source.createsDuplicates) {
		rememberCreated(item, source.path, { ...creation.record, externalId });
	}
	return creation;

	async function createOrFind(): Promise<Creation> {
		const first = await item.trySend(request);
		if (first.outcome === 'answered') return await interpret(first.response);

		const pauses = source.isUnique ? PAUSES_MS.slice(0, 1) : PAUSES_MS;
		for (const pause of pauses) {
			await item.wait(pause);
			const found = await findCreated(first.error);
			if (found) return classify(found);
		}
		const second = await item.trySend(request);
		if (second.outcome === 'unknown') throw second.error;
		return await interpret(second.response, first.error);
	}

	/** @param doubt the error that left open whether an earlier attempt was carried out */
	async function interpret(response: ServiceResponse, doubt?: Error): Promise<Creation> {
		if (response.status < 300) {
			return { outcome: 'created', record: recordFromWrite(response, create) };
		}
		const found = await findCreated(doubt ?? item.apiError(response, create));
		if (!found) return { outcome: 'rejected', response };
		return doubt ? classify(found) : { outcome: 'taken', record: found.record, response };
	}

	/** A look-up that fails leaves everything as open as it was. */
	async function findCreated(doubt: Error): Promise<FoundRecord | undefined> {
		let servedAtMs = Date.now();
		const send = async (read: ServiceRequest) => {
			const response = await item.send(read);
			servedAtMs = serverTime(response);
			return response;
		};
		const record = await readByExternalId({ send }, source, externalId).catch(() => {
			throw doubt;
		});
		return record && { record, servedAtMs };
	}

	function classify({ record, servedAtMs }: FoundRecord): Creation {
		const sentAtService = servedAtMs - (performance.now() - sentAt);
		const createdAt = Date.parse(String(record.createdAt));
		// Without a date, only the values can show it.
		const isOlder = createdAt < sentAtService - CLOCK_TOLERANCE_MS;
		const isOurs = !isOlder && matchesSent(record, create.body as IDataObject);
		return { outcome: isOurs ? 'created' : 'taken', record };
	}
}

/** A record that was found, and the service's clock when it was. */
interface FoundRecord {
	record: IDataObject;
	/** Milliseconds since 1970. */
	servedAtMs: number;
}

/** The service's clock, or without it this machine's. */
function serverTime({ headers }: ServiceResponse): number {
	const date = Date.parse(String(headers.date));
	return Number.isNaN(date) ? Date.now() : date;
}

/** The service's own text, if it answered; after a lost answer there is none. */
function answeredFacts(
	item: ItemContext,
	response: ServiceResponse | undefined,
	request: ServiceRequest,
): ErrorFacts {
	return response ? item.apiError(response, request).facts : {};
}

function externalIdOf({ body }: ServiceRequest): string | undefined {
	return (body as { externalId?: string }).externalId;
}
