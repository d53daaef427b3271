import type { IDataObject } from 'n8n-workflow';

import { recordListOf } from '../records/recordList';
import type { RecordType } from '../records/recordType';
import { readCsm, teammatesById } from '../resources/customers/csm';
import { accountType, organizationType, userType } from '../resources/recordTypes';
import type { Client, SendContext } from '../transport/client';
import { sendContextOf } from '../transport/send';
import { isPlainObject } from '../values/json/json';
import type { ServiceRecord } from './scan/types';

/** The longest wait for the rate limit; related fields must not delay events for longer. */
const MAX_WAIT_MS = 5000;

/**
 * Fields for a message about a record: its account or organization, their CSM, and the user of an NPS
 * response.
 *
 * @param related reads what the record does not contain
 * @param includesRelated whether accounts, organizations and users may be read, one by one
 */
export async function readRelatedFields(
	resource: string,
	record: ServiceRecord,
	related: RelatedRecords,
	{ includesRelated }: { includesRelated: boolean },
): Promise<IDataObject> {
	if (resource === accountType.name || resource === organizationType.name) {
		return await readCsm(record, related.teammate);
	}

	const reads = includesRelated ? related : undefined;
	// docs/internal/beyond.md, 12: survey responses have userID.
	const userId = record.userId ?? record.userID;
	const ownUser = isPlainObject(record.user) ? record.user : undefined;
	const user = ownUser ?? (await reads?.record(userType, userId));
	const customer = await customerOf(user ?? record, reads);
	const fields: IDataObject = {};

	if (user) {
		fields.userName = user.name ?? null;
		fields.userEmail = user.email ?? null;
	}

	if (customer) {
		fields[`${customer.kind}Id`] = customer.record.id ?? null;
		fields[`${customer.kind}Name`] = customer.record.name ?? null;
		Object.assign(fields, await readCsm(customer.record, related.teammate));
	}

	return fields;
}

/** The account of the record, or its organization; many records contain it (docs/internal/beyond.md, 3 and 4). */
async function customerOf(
	record: ServiceRecord,
	related: RelatedRecords | undefined,
): Promise<{ record: IDataObject; kind: string } | undefined> {
	const { account, customer, accounts, organization, organizations } = record;
	const ownAccount = [account, customer, only(accounts)].find(isPlainObject);
	const accountId = record.accountId ?? record.customerId;
	const ofAccount = ownAccount ?? (await related?.record(accountType, accountId));
	if (ofAccount) return { record: ofAccount, kind: accountType.name };

	const ownOrganization = [organization, only(organizations)].find(isPlainObject);
	const ofOrganization =
		ownOrganization ?? (await related?.record(organizationType, record.organizationId));

	return ofOrganization && { record: ofOrganization, kind: organizationType.name };
}

/** The first of several is any of them (docs/internal/public-facts.md, 4.3). */
function only(list: unknown): unknown {
	return Array.isArray(list) && list.length === 1 ? (list[0] as unknown) : undefined;
}

/**
 * Reads records that belong to the events of a poll, each once. A read that fails returns `undefined`, so
 * that the event is still emitted.
 */
export class RelatedRecords {
	private readonly records = new Map<string, Promise<IDataObject | undefined> | undefined>();
	private teammates: Promise<Map<string, IDataObject>> | undefined;
	private readonly context: SendContext;

	constructor(client: Client) {
		const maxWaitMs = Math.min(client.maxWaitMs, MAX_WAIT_MS);

		this.context = sendContextOf({ ...client, maxWaitMs });
	}

	/** @returns `undefined` without an ID and after an error */
	async record(type: RecordType, id: unknown): Promise<IDataObject | undefined> {
		if (typeof id !== 'string' || id === '') return undefined;

		const key = `${type.path}/${id}`;
		const read =
			this.records.get(key) ??
			recordListOf(type)
				.read?.(this.context, id, 'either')
				.catch(() => undefined);

		this.records.set(key, read);

		return await read;
	}

	readonly teammate = async (id: string): Promise<IDataObject | undefined> => {
		this.teammates ??= teammatesById(this.context);

		return (await this.teammates).get(id);
	};
}
