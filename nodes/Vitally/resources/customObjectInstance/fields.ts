import type { IDataObject } from 'n8n-workflow';

import type { ItemContext } from '../../execution/operation';
import { textProperty } from '../../fields/properties';
import { resolvedIdField, textField, type BodyField } from '../../operations/body/bodyField';
import { explainNotFound } from '../../records/locate';
import { selectedRecord } from '../../records/lock';
import type { Explanation, ServiceRequest } from '../../transport/client';
import { accountType, adminType, customObjectType, organizationType } from '../recordTypes';

/** Who an instance belongs to; `customerId` is the account. */
export const owners: BodyField[] = [
	resolvedIdField(adminType, {
		name: 'ownedByVitallyUserId',
		displayName: 'Owner',
	}),
	resolvedIdField(accountType, { name: 'customerId' }),
	resolvedIdField(organizationType),
];

export const optionalInstanceFields: BodyField[] = [
	textField(
		textProperty('External ID', 'externalId', {
			placeholder: 'e.g. deal-42',
			description: 'Your unique ID for this record, for example from your database or CRM',
		}),
	),
	...owners,
];

/** Shown only after a 400, because it is not documented which fields are required. */
const ownerIsMissing: Explanation = {
	message: 'Vitally did not create the instance, which has neither an account nor an organization',
	description: "Add 'Account' or 'Organization' under 'Additional Fields'.",
};

export function explainCreation(
	item: ItemContext,
	body: IDataObject,
): NonNullable<ServiceRequest['explain']> {
	const { value } = selectedRecord(customObjectType, item);
	return (status) =>
		status === 400 && !('customerId' in body) && !('organizationId' in body)
			? ownerIsMissing
			: explainNotFound(customObjectType, value)(status);
}
