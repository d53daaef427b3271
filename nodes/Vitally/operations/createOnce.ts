import type { IDataObject } from 'n8n-workflow';

import { VitallyError, type ErrorFacts } from '../errors/vitallyError';
import type { ItemContext } from '../run/operation';
import type { ServiceRequest, ServiceResponse } from '../transport/client';
import { writtenRecordOf } from '../transport/records';
import { matchesSent } from '../values/matchesSent';
import type { ExternalIdLookUp, FoundRecord } from './externalIds';

/** What became of a creation. */
export type Creation =
	| { outcome: 'created'; record: IDataObject }
	/** The record with the external ID is somebody else's, or an older one. */
	| { outcome: 'taken'; record: IDataObject; response?: ServiceResponse }
	/** The service said no, and there is no record with the external ID. */
	| { outcome: 'rejected'; response: ServiceResponse };

/** What a creation is answered with when the external ID is taken. */
const TAKEN = [400, 409];

/** A service may still be busy with a request whose connection broke; the pauses add up to ten seconds. */
const PAUSES_MS = [1000, 3000, 6000];

/** The service tells time in whole seconds, and its parts may differ by a moment. */
const CLOCK_TOLERANCE_MS = 2000;

/**
 * Makes a record, and says in words of the operation what stands in the way.
 *
 * @param lookUp left out where nothing can be looked for
 * @throws VitallyError when the service does not take the record, or nobody knows whether it did
 */
export async function createRecord(
	item: ItemContext,
	request: ServiceRequest,
	lookUp?: ExternalIdLookUp,
): Promise<IDataObject> {
	const externalId = externalIdOf(request);
	if (externalId === undefined || !lookUp) {
		return writtenRecordOf(await item.send(request), request);
	}
	const creation = await createOnce(item, request, lookUp);
	if (creation.outcome === 'created') return creation.record;
	if (creation.outcome === 'rejected') throw item.apiError(creation.response, request);
	throw new VitallyError(
		`The external ID "${externalId}" belongs to another ${lookUp.noun} already`,
		lookUp.ifTaken ??
			"Use the operation 'Create or Update' to change it, or enter another 'External ID'.",
		{ ...answeredFacts(item, creation.response, request), field: 'External ID' },
	);
}

/**
 * Sends a creation so that nothing is created twice and no success is reported that did not happen. When
 * its answer gets lost, the record is looked for, for ten seconds where the service does not keep
 * external IDs unique, before the creation is sent again. What is found counts as ours only if it was
 * made since the first attempt, by the service's clock, and holds what was sent.
 *
 * @param create with the external ID in its body
 * @throws VitallyError when nobody knows what became of it
 */
export async function createOnce(
	item: ItemContext,
	create: ServiceRequest,
	lookUp: ExternalIdLookUp,
): Promise<Creation> {
	const externalId = externalIdOf(create) as string;
	const sentAt = performance.now();
	const request = { ...create, handledStatuses: TAKEN };
	const first = await item.trySend(request);
	if (first.outcome === 'answered') return await concluded(first.response);

	const pauses = lookUp.isUnique ? PAUSES_MS.slice(0, 1) : PAUSES_MS;
	for (const pause of pauses) {
		await item.wait(pause);
		const found = await look(first.error);
		if (found) return judged(found);
	}
	const second = await item.trySend(request);
	if (second.outcome === 'unknown') throw second.error;
	return await concluded(second.response, first.error);

	/** @param doubt the error that left open whether an earlier attempt was carried out */
	async function concluded(response: ServiceResponse, doubt?: Error): Promise<Creation> {
		if (response.status < 300) {
			return { outcome: 'created', record: writtenRecordOf(response, create) };
		}
		const found = await look(doubt ?? item.apiError(response, create));
		if (!found) return { outcome: 'rejected', response };
		return doubt ? judged(found) : { outcome: 'taken', record: found.record, response };
	}

	/** A look-up that fails leaves everything as open as it was. */
	async function look(doubt: Error): Promise<FoundRecord | undefined> {
		return await lookUp.find(item, externalId).catch(() => {
			throw doubt;
		});
	}

	function judged({ record, servedAtMs }: FoundRecord): Creation {
		const sentAtService = servedAtMs - (performance.now() - sentAt);
		const createdAt = Date.parse(String(record.createdAt));
		// Without a date, what it holds has to tell.
		const isOlder = createdAt < sentAtService - CLOCK_TOLERANCE_MS;
		const isOurs = !isOlder && matchesSent(record, create.body as IDataObject);
		return { outcome: isOurs ? 'created' : 'taken', record };
	}
}

/** What the service said, if it did: after a lost answer the record that was found says it alone. */
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
