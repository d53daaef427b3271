import type { IDataObject } from 'n8n-workflow';

import { csmOf } from '../resources/customers/csm';
import { accountType, organizationType, userType } from '../resources/recordTypes';
import { isRecord } from '../transport/records';
import type { ServiceRecord } from './feed/record';
import type { RelatedRecords } from './related';

/**
 * Whom a message about a record is about and who should get it: the account or organization, its CSM, and
 * the user of an NPS response.
 *
 * @param related reads what the record does not hold
 * @param readsRecords whether accounts, organizations and users may be read, one by one
 */
export async function contextOf(
	resource: string,
	record: ServiceRecord,
	related: RelatedRecords,
	readsRecords: boolean,
): Promise<IDataObject> {
	if (resource === accountType.name || resource === organizationType.name) {
		return await csmOf(record, async (id) => await related.teammate(id));
	}
	const reads = readsRecords ? related : undefined;
	const isOfUser = 'userId' in record && resource !== userType.name;
	const user = isOfUser ? await reads?.record(userType, record.userId) : undefined;
	const customer = await customerOf(user ?? record, reads);
	const kind = customer?.isAccount ? accountType.name : organizationType.name;
	return {
		...(user && { userName: user.name ?? null, userEmail: user.email ?? null }),
		...(customer && {
			[`${kind}Id`]: customer.record.id ?? null,
			[`${kind}Name`]: customer.record.name ?? null,
			...(await csmOf(customer.record, async (id) => await related.teammate(id))),
		}),
	};
}

interface Customer {
	record: IDataObject;
	isAccount: boolean;
}

/** The account of the record, or its organization; many records hold it (docs/beyond.md, 3 and 4). */
async function customerOf(
	holder: ServiceRecord,
	related: RelatedRecords | undefined,
): Promise<Customer | undefined> {
	const { account, customer, accounts, organization, organizations } = holder;
	const heldAccount = [account, customer, first(accounts)].find(isRecord);
	const accountId = holder.accountId ?? holder.customerId;
	const ofAccount = heldAccount ?? (await related?.record(accountType, accountId));
	if (ofAccount) return { record: ofAccount, isAccount: true };
	const held = [organization, first(organizations)].find(isRecord);
	const ofOrganization = held ?? (await related?.record(organizationType, holder.organizationId));
	return ofOrganization && { record: ofOrganization, isAccount: false };
}

function first(list: unknown): unknown {
	return Array.isArray(list) ? (list[0] as unknown) : undefined;
}
