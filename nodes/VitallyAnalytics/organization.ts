import type { Resource } from '../Vitally/operations/definition/types';
import { profileTraits, required } from './fields';
import type { MessageType } from './messageType';
import { upsertOperation } from './operation';

/** docs/internal/public-facts.md, 6 */
const organizationMessage: MessageType = {
	type: 'organization',
	noun: 'organization',
	required: [
		required(
			'Organization ID',
			'organizationId',
			'Your unique ID for the organization, which is its External ID in Vitally',
			'group-7',
		),
	],
	values: { kind: 'traits', isRequired: false },
	reservedTraits: profileTraits('organization', 'logo'),
	recordOf: ({ organizationId }) => `organization ${String(organizationId)}`,
};

export const analyticsOrganization: Resource = {
	name: 'organization',
	label: 'Organization',
	defaultOperation: 'upsert',
	operations: [upsertOperation(organizationMessage)],
};
