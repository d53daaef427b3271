import type { Resource } from '../Vitally/operations/definition/types';
import { optional, required } from './fields';
import type { MessageType } from './messageType';
import { upsertOperation } from './operation';

/** docs/internal/public-facts.md, 6; docs/internal/beyond.md, 15 */
const instanceMessage: MessageType = {
	type: 'customobjectinstance',
	noun: 'custom object instance',
	required: [
		required(
			'Custom Object ID',
			'customObjectId',
			"Vitally's ID of the custom object. In Vitally, open Settings, Custom Objects: the ID is at the end of the address.",
		),
		required(
			'External ID',
			'externalId',
			'Your unique ID for the instance, by which Vitally finds it again',
			'deal-42',
		),
	],
	more: [
		optional('Name', 'name', 'The name of the instance'),
		optional(
			'Account ID',
			'accountId',
			"Your unique ID for the account the instance belongs to. Needed unless 'Organization ID' is set.",
			'customer-42',
		),
	],
	additional: [
		optional(
			'Organization ID',
			'organizationId',
			"Your unique ID for the organization the instance belongs to. Needed unless 'Account ID' is set.",
			'group-7',
		),
	],
	anyOf: {
		names: ['accountId', 'organizationId'],
		missing: 'The instance has neither an account nor an organization',
		remedy: "Fill in 'Account ID', or add 'Organization ID' under 'Additional Fields'.",
	},
	values: { kind: 'traits', isRequired: true },
	recordOf: ({ customObjectId, externalId }) =>
		`instance ${String(customObjectId)} ${String(externalId)}`,
};

export const analyticsInstance: Resource = {
	name: 'customObjectInstance',
	label: 'Custom Object Instance',
	defaultOperation: 'upsert',
	operations: [upsertOperation(instanceMessage)],
};
