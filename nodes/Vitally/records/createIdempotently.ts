import type { IDataObject } from 'n8n-workflow';

import { VitallyError } from '../errors/vitallyError';
import type { ItemContext } from '../execution/operation';
import type { ReadRequest, ServiceResponse, WriteRequest } from '../transport/client';
import { recordFromCreation } from '../transport/responses';
import { matchesSent } from '../values/valuesEqual';
import { createdRecords, creationKey } from './createdRecords';
import { findRecordCreatedHere, findExistingRecord } from './findExistingRecord';
import { lockExternalId } from './locate';
import { readByExternalId, type RecordList } from './recordList';
import type { RecordType } from './recordType';

interface Creation {
	record: IDataObject;
	/** Whether this request created it; otherwise the external ID belongs to a record of others. */
	isCreated: boolean;
	/** With which the service rejected the creation, because the external ID is taken. */
	response?: ServiceResponse;
}

/** The statuses of a creation whose external ID exists. */
const TAKEN = [400, 409];

/** The service may still process a request whose connection broke; the pauses add up to ten seconds. */
const PAUSES_MS = [1000, 3000, 6000];

/** The service's times are in whole seconds, and the clocks of its parts may differ by a moment. */
const CLOCK_TOLERANCE_MS = 2000;

/** The request that creates a record of a list. */
export function creationRequest({ noun, path }: RecordList, body: IDataObject): WriteRequest {
	return { method: 'POST', path, body, target: { noun, isNew: true } };
}

export interface CreationOptions {
	/** Description of the error where another record has the external ID. */
	ifTaken?: string;
	/** Whether the service would change that record, so that it is looked up first. */
	looksFirst?: boolean;
}

/** @throws VitallyError when the service does not accept the record, or it is unknown whether it did */
export async function createRecord(
	item: ItemContext,
	type: RecordType,
	request: WriteRequest,
	list: RecordList,
	{ ifTaken = USE_UPSERT, looksFirst }: CreationOptions = {},
): Promise<IDataObject> {
	const externalId = externalIdOf(request);
	if (typeof externalId !== 'string') return recordFromCreation(await item.send(request));

	const takenError = (facts: VitallyError['facts'] = {}, id?: unknown) =>
		new VitallyError(
			`The external ID "${externalId}" belongs to another ${list.noun} already${id === undefined ? '' : `, with the ID "${id}"`}`,
			ifTaken,
			{ ...facts, field: 'External ID' },
		);

	return await lockExternalId(item, type, externalId, async () => {
		const existing = looksFirst ? await findExistingRecord(item, list, externalId) : undefined;
		if (existing) throw takenError({}, existing.id);

		const { isCreated, record, response } = await createIdempotently(item, request, list);
		if (isCreated) return record;

		throw takenError(response && item.apiError(response).facts);
	});
}

const USE_UPSERT =
	"Use the operation 'Create or Update' to change it, or enter another 'External ID'.";

/**
 * Creates a record with an external ID so that nothing is created twice. When the response is missing, the
 * record is looked up before the creation is sent again: for ten seconds where the service does not keep
 * external IDs unique. A record that is found counts as created only if it is not older than the first
 * attempt, by the service's clock, and contains what was sent. What another run of this process has created
 * since the caller looked is found without the service's help. The caller has locked the external ID
 * (`lockExternalId`).
 *
 * @param create with the external ID in its body
 * @throws VitallyError when the service rejects the record, or the result is unknown
 */
export async function createIdempotently(
	item: ItemContext,
	create: WriteRequest,
	list: RecordList,
): Promise<Creation> {
	const externalId = externalIdOf(create) as string;
	const existing = await findRecordCreatedHere(item, list, externalId);
	if (existing) return { isCreated: false, record: existing.record ?? { id: existing.id } };

	const sentAt = performance.now();
	const request = { ...create, handledStatuses: TAKEN };
	/** The service's clock at the last look-up, in milliseconds since 1970; NaN where it sends none. */
	let serverTimeMs = NaN;
	const creation = await createOrFind();
	const { isCreated, record } = creation;

	if (isCreated && !list.externalIds?.unique && typeof record.id === 'string') {
		createdRecords.remember(creationKey(item, list.path, externalId), record.id);
	}

	return creation;

	async function createOrFind(): Promise<Creation> {
		const first = await item.send(request).catch(unknownOutcome);
		if (!(first instanceof VitallyError)) return await interpret(first);

		const pauses = list.externalIds?.unique ? PAUSES_MS.slice(0, 1) : PAUSES_MS;

		for (const pause of pauses) {
			await item.wait(pause);
			const found = await findLost(first);
			if (found) return classify(found);
		}

		return await interpret(await item.send(request), first);
	}

	/** @param doubt the error of an earlier attempt that may have been carried out */
	async function interpret(response: ServiceResponse, doubt?: Error): Promise<Creation> {
		if (response.status < 300) return { isCreated: true, record: recordFromCreation(response) };

		const rejection = item.apiError(response);
		const found = await findLost(doubt ?? rejection);
		if (!found) throw rejection;

		return doubt ? classify(found) : { isCreated: false, record: found, response };
	}

	/** @throws `doubt` when the look-up fails too */
	async function findLost(doubt: Error): Promise<IDataObject | undefined> {
		const send = async (read: ReadRequest) => {
			const response = await item.send(read);

			serverTimeMs = Date.parse(String(response.headers.date));

			return response;
		};

		return await readByExternalId({ send }, list, externalId).catch(() => {
			throw doubt;
		});
	}

	function classify(record: IDataObject): Creation {
		const sentAtService = serverTimeMs - (performance.now() - sentAt);
		const createdAt = Date.parse(String(record.createdAt));
		// Without one of the dates, only the values are compared.
		const isOlder = createdAt < sentAtService - CLOCK_TOLERANCE_MS;
		const isOurs = !isOlder && matchesSent(record, create.body as IDataObject);

		return { isCreated: isOurs, record };
	}
}

/** @returns the error of an attempt that may have been carried out; throws every other one */
function unknownOutcome(error: unknown): VitallyError {
	if (error instanceof VitallyError && error.facts.isOutcomeUnknown) return error;

	throw error;
}

/** The error for a record that others create and delete at the same time. */
export function concurrentChangeError(): VitallyError {
	return new VitallyError(
		'The record came and went while it was to be changed',
		'Someone else is working on the same External ID. Run the item again.',
	);
}

function externalIdOf({ body }: WriteRequest): string | undefined {
	return (body as { externalId?: string }).externalId;
}
