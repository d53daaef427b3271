import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';

import { optionalText, requiredText } from '../../../Vitally/fields/text';
import { traitsOfItem } from '../../../Vitally/fields/traits';
import { route } from '../../../Vitally/operations/route';
import { sendMessage } from '../../message/sendMessage';

/** docs/service.md, Analytics API: account message */
const accountMessage = sendMessage({
	type: 'account',
	recordField: 'accountId',
	fields: (item) => ({
		accountId: requiredText(item, 'accountId', 'Account ID'),
		traits: traitsOfItem(item),
		organizationId: optionalText(item, 'additionalFields.organizationId', 'Organization ID'),
	}),
	reminder: ({ traits }) =>
		Object.hasOwn((traits ?? {}) as IDataObject, 'name')
			? undefined
			: "The message holds no trait 'name'. Vitally asks for one in every account message.",
});

export const upsert: INodePropertyOptions = {
	name: 'Create or Update',
	value: 'upsert',
	action: 'Create or update an account',
	description: 'Create a new account, or update the current one if it already exists (upsert)',
	routing: route(accountMessage, 'vitallyAnalyticsApi'),
};
