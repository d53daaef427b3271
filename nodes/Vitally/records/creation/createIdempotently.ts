import type { IDataObject } from 'n8n-workflow';

import { isOutcomeUnknown } from '../../errors/unknownOutcome';
import { VitallyError } from '../../errors/vitallyError';
import type { ItemContext } from '../../execution/operation';
import type { ReadRequest, ServiceResponse, WriteRequest } from '../../transport/client';
import { recordFromCreation } from '../../transport/responses';
import { matchesSent } from '../../values/valuesEqual';
import { findRecordCreatedHere } from '../findExistingRecord';
import { readByExternalId, type RecordList } from '../recordList';
import { createdRecords, creationKey } from './createdRecords';

interface Creation {
	record: IDataObject;
	/** Whether this request created it; otherwise the external ID belongs to a record of others. */
	isCreated: boolean;
	/** The rejection of the service, if the external ID was taken. */
	rejection?: VitallyError;
}

/** A request for a creation: its response, or the error of one that may have been carried out. */
type Attempt =
	| { response: ServiceResponse; doubt?: undefined }
	| { response?: undefined; doubt: VitallyError };

/** The statuses of a creation whose external ID exists. */
const TAKEN = [400, 409];

/** The service may still process a request whose connection broke; the pauses add up to ten seconds. */
const PAUSES_MS = [1000, 3000, 6000];

/** The service's times are in whole seconds, and the clocks of its parts may differ by a moment. */
const CLOCK_TOLERANCE_MS = 2000;

/** Returns the request that creates a record of a list. */
export function creationRequest({ noun, path }: RecordList, body: IDataObject): WriteRequest {
	return { method: 'POST', path, body, target: { noun, isNew: true } };
}

/** Returns the external ID in the request for a creation, if there is one. */
export function externalIdOf({ body }: WriteRequest): string | undefined {
	return (body as { externalId?: string }).externalId;
}

/**
 * Creates a record with an external ID so that nothing is created twice. When the response is missing, the
 * record is looked up before the creation is sent again: for ten seconds where the service does not keep
 * external IDs unique. A record that is found counts as created only if it is not older than the first
 * attempt, by the service's clock, and contains what was sent. What another run of this process has created
 * since the caller looked is found without the service's help. The caller has locked the external ID
 * (`lockExternalId`).
 *
 * @param create has the external ID in its body
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

	const creation = await new IdempotentCreation(item, create, list).execute();
	const { isCreated, record } = creation;

	if (isCreated && !list.externalIds?.unique && typeof record.id === 'string') {
		const { rateLimitKey } = item;

		createdRecords.remember(creationKey(item, list.path, externalId), {
			id: record.id,
			rateLimitKey,
		});
	}

	return creation;
}

/** The attempts to create one record. */
class IdempotentCreation {
	private readonly request: WriteRequest;
	private readonly externalId: string;
	private readonly firstSentAt = performance.now();
	/** The service's clock at the last look-up, in milliseconds since 1970; NaN where it sends none. */
	private serverTimeMs = NaN;

	constructor(
		private readonly item: ItemContext,
		create: WriteRequest,
		private readonly list: RecordList,
	) {
		this.request = { ...create, handledStatuses: TAKEN };
		this.externalId = externalIdOf(create) as string;
	}

	async execute(): Promise<Creation> {
		const { response, doubt } = await this.send();
		if (response) return await this.interpret(response);

		// The first attempt may still be carried out.
		const pauses = this.list.externalIds?.unique ? PAUSES_MS.slice(0, 1) : PAUSES_MS;

		for (const pause of pauses) {
			await this.item.wait(pause);
			const found = await this.findLost(doubt);
			if (found) return this.classify(found);
		}

		return await this.interpretSecond(await this.item.send(this.request), doubt);
	}

	/** @throws the error of an attempt that was answered: rejected, or with what is no new record */
	private async send(): Promise<Attempt> {
		return await this.item.send(this.request).then(
			(response) => ({ response }),
			(error: unknown) => {
				if (isOutcomeUnknown(error) && isAnswerMissing(error)) return { doubt: error };

				throw error;
			},
		);
	}

	/** @throws VitallyError for a rejection although no record has the external ID */
	private async interpret(response: ServiceResponse): Promise<Creation> {
		if (response.status < 300) return { isCreated: true, record: recordFromCreation(response) };

		const rejection = this.item.apiError(response);
		const found = await this.findLost(rejection);
		if (!found) throw rejection;

		return { isCreated: false, record: found, rejection };
	}

	/**
	 * Interprets the response to the second attempt, which is rejected where the first one was carried out.
	 *
	 * @param doubt is the error of the first attempt
	 */
	private async interpretSecond(response: ServiceResponse, doubt: VitallyError): Promise<Creation> {
		if (response.status < 300) return { isCreated: true, record: recordFromCreation(response) };

		const found = await this.findLost(doubt);
		if (!found) throw this.item.apiError(response);

		return this.classify(found);
	}

	/** @throws `doubt` when the look-up fails too */
	private async findLost(doubt: VitallyError): Promise<IDataObject | undefined> {
		const send = async (read: ReadRequest) => {
			const response = await this.item.send(read);

			this.serverTimeMs = Date.parse(String(response.headers.date));

			return response;
		};

		try {
			return await readByExternalId({ send }, this.list, this.externalId);
		} catch {
			throw doubt;
		}
	}

	/** Decides whether a record is the one that was sent, or one of others. */
	private classify(record: IDataObject): Creation {
		const sentAtService = this.serverTimeMs - (performance.now() - this.firstSentAt);
		const createdAt = Date.parse(String(record.createdAt));
		// Where one of the dates is missing, only the values are compared.
		const isOlder = createdAt < sentAtService - CLOCK_TOLERANCE_MS;
		const isOurs = !isOlder && matchesSent(record, this.request.body as IDataObject);

		return { isCreated: isOurs, record };
	}
}

/** Whether an attempt had no answer of the service itself, so that looking it up and sending it again may help. */
function isAnswerMissing({ facts: { status } }: VitallyError): boolean {
	return status === undefined || status >= 502;
}

/** Returns the error for a record that others create and delete at the same time. */
export function concurrentChangeError(): VitallyError {
	return new VitallyError(
		'The record was created and deleted by someone else while this item was running',
		'Run the item again. Another workflow, person or tool uses the same External ID.',
	);
}
