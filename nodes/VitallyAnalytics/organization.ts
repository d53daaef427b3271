import type { Resource } from '../Vitally/operations/resource';
import { avatarField, nameField, required } from './fields';
import type { MessageType } from './messageType';
import { upsertOperation } from './operation';

/** docs/public-facts.md, 6 */
const organizationMessage: MessageType = {
	type: 'organization',
	noun: 'organization message',
	required: [
		required(
			'Organization ID',
			'organizationId',
			'Your unique ID for the organization, which is its External ID in Vitally',
			'group-7',
		),
	],
	values: { kind: 'traits', isRequired: false },
	reservedTraits: [
		{
			trait: 'name',
			field: nameField("The organization's name, sent as the trait 'name'"),
			isAtTop: true,
		},
		{
			trait: 'avatar',
			field: avatarField("The address of the organization's logo, sent as the trait 'avatar'"),
		},
	],
	recordOf: ({ organizationId }) => `organization ${String(organizationId)}`,
};

export const organization: Resource = {
	name: 'organization',
	label: 'Organization',
	defaultOperation: 'upsert',
	operations: [upsertOperation(organizationMessage, 'organization')],
};
