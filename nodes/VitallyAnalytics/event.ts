import type { Resource } from '../Vitally/operations/definition/types';
import { optional, required } from './fields';
import type { MessageType } from './messageType';
import { messageOperation } from './operation';

/** docs/internal/public-facts.md, 6; docs/internal/beyond.md, 15 */
const trackMessage: MessageType = {
	type: 'track',
	noun: 'event',
	required: [required('Event', 'event', 'The name of the event', 'Report Exported')],
	more: [
		optional(
			'User ID',
			'userId',
			'Your unique ID for the user who did it. Leave it empty for an event of the account or organization.',
			'user-42',
		),
		optional(
			'Account ID',
			'accountId',
			"Your unique ID for the account. If it is empty, a user's event counts for the user's latest account.",
			'customer-42',
		),
	],
	additional: [
		optional('Organization ID', 'organizationId', 'Your unique ID for the organization', 'group-7'),
	],
	anyOf: {
		names: ['userId', 'accountId', 'organizationId'],
		missing: 'The event has no user, account or organization',
		remedy:
			"Fill in 'User ID' or 'Account ID', or add 'Organization ID' under 'Additional Fields'.",
	},
	values: { kind: 'properties', isRequired: true },
	recordOf: ({ userId, accountId, organizationId }) => {
		if (userId !== undefined) return `user ${String(userId)}`;
		if (accountId !== undefined) return `account ${String(accountId)}`;
		return `organization ${String(organizationId)}`;
	},
};

export const analyticsEvent: Resource = {
	name: 'event',
	label: 'Event',
	defaultOperation: 'track',
	operations: [
		messageOperation(trackMessage, {
			name: 'Track',
			value: 'track',
			action: 'Track event',
			description: 'Record what a user, account or organization did in your product',
		}),
	],
};
