import type { Resource } from '../Vitally/operations/definition/types';
import { avatarTraitField, nameTraitField, required } from './fields';
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
			field: nameTraitField("The organization's name, sent as the trait 'name'"),
			isAtTop: true,
		},
		{
			trait: 'avatar',
			field: avatarTraitField("The address of the organization's logo, sent as the trait 'avatar'"),
		},
	],
	recordOf: ({ organizationId }) => `organization ${String(organizationId)}`,
};

export const analyticsOrganization: Resource = {
	name: 'organization',
	label: 'Organization',
	defaultOperation: 'upsert',
	operations: [upsertOperation(organizationMessage, 'organization')],
};
