import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { setFields } from '../Vitally/fields/body';
import { additionalCollection } from '../Vitally/fields/collections';
import { dryRunOption } from '../Vitally/fields/dryRun';
import { emptyValuesOption } from '../Vitally/fields/emptyValues';
import { optionsField } from '../Vitally/fields/options';
import { requiredText } from '../Vitally/fields/text';
import { traitFields, traitsOfItem, traitsToClearField } from '../Vitally/fields/traits';
import { neverCleared, readOptional, textField } from '../Vitally/operations/bodyField';
import type { Resource } from '../Vitally/operations/resource';
import { sendBatches, sendMessage, type MessageType } from './batch';
import { batchOption, messageIdField, timestampField } from './fields';
import { ANALYTICS, identified } from './message';

const accountIdField: INodeProperties = {
	displayName: 'Account ID',
	name: 'accountId',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. customer-42',
	description: 'Your own ID of the account. Vitally calls it the external ID.',
};

const traitsNotice: INodeProperties = {
	displayName:
		"Every account message should hold the trait 'name', which sets the name of the account. The trait 'avatar' sets its avatar.",
	name: 'traitsNotice',
	type: 'notice',
	default: '',
};

const organizationIdField: INodeProperties = {
	displayName: 'Organization ID',
	name: 'organizationId',
	type: 'string',
	default: '',
	placeholder: 'e.g. group-7',
	description:
		'Your own ID of the organization that owns the account, if your tenant uses organizations',
};

/** Nothing is known that takes an account out of its organization here. */
const organizationField = neverCleared(textField(organizationIdField));

/** docs/service.md, Analytics API: account message */
const accountMessage: MessageType = {
	messageOf: (item) => ({
		type: 'account',
		message: identified(
			item,
			setFields({
				accountId: requiredText(item, 'accountId', 'Account ID'),
				traits: traitsOfItem(item),
				...readOptional(item, [organizationField], 'additionalFields'),
			}),
		),
	}),
	recordOf: ({ accountId }) => String(accountId),
	resultOf: ({ message }, answer) =>
		setFields({ ...message, message: answer.message, reminder: reminderOf(message) }),
};

/** What Vitally only recommends. */
function reminderOf({ traits }: IDataObject): string | undefined {
	return Object.hasOwn((traits ?? {}) as IDataObject, 'name')
		? undefined
		: "The message holds no trait 'name'. Vitally asks for one in every account message.";
}

export const account: Resource = {
	name: 'account',
	label: 'Account',
	defaultOperation: 'upsert',
	operations: [
		{
			name: 'Create or Update',
			value: 'upsert',
			action: 'Create or update account',
			description: 'Create a new account, or update the current one if it already exists (upsert)',
			remark: "By your own ID of the account. 'Batch' sends up to 100 items in one request.",
			endpoints: [`POST ${ANALYTICS}/account`, `POST ${ANALYTICS}/batch`],
			returnsBody: true,
			adds: { reminder: 'string' },
			fields: [
				accountIdField,
				traitsNotice,
				...traitFields,
				additionalCollection([messageIdField, timestampField, organizationIdField]),
				optionsField([batchOption, dryRunOption, emptyValuesOption, traitsToClearField]),
			],
			run: sendMessage(accountMessage),
			batch: sendBatches(accountMessage),
		},
	],
};
