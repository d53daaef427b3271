import type { IExecuteSingleFunctions } from 'n8n-workflow';

import { locatorOf, type Locator } from '../../fields/locators';
import type { Explanation } from '../../transport/client';
import { pathSegment } from '../../transport/pathSegment';

export const ACCOUNTS = '/resources/accounts';

/** The fields of a simplified account: who it is, how it does, who looks after it. */
export const SIMPLE_FIELDS = [
	'id',
	'externalId',
	'name',
	'organizationId',
	'healthScore',
	'mrr',
	'nextRenewalDate',
	'churnedAt',
	'csmId',
	'updatedAt',
] as const;

/** The path of the account that an item names; the service takes both kinds of id here. */
export function accountPath(item: IExecuteSingleFunctions): string {
	return `${ACCOUNTS}/${pathSegment(pickedAccount(item).value, 'Account')}`;
}

export function pickedAccount(item: IExecuteSingleFunctions): Locator {
	return locatorOf(item, 'accountId');
}

/** The text for an account that is not there. */
export function explainAccount(
	item: IExecuteSingleFunctions,
): (status: number) => Explanation | undefined {
	return (status) =>
		status === 404
			? {
					message: `The account "${String(pickedAccount(item).value)}" was not found`,
					description:
						"Check the value of 'Account': it may be deleted, or belong to another tenant than the credential.",
				}
			: undefined;
}
