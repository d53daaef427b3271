import { nameField } from '../../fields/properties';
import { nameToUpdate, requiredIdField, requiredTextField } from '../../operations/body/bodyField';
import { create } from '../../operations/create';
import { defineResource } from '../../operations/definition/resource';
import { deleteOne } from '../../operations/delete';
import { get } from '../../operations/get';
import { getMany } from '../../operations/getMany';
import { nameToCreate, syncOperations } from '../../operations/sync';
import { update } from '../../operations/update';
import { upsertByPath } from '../../operations/upsert';
import { externalIdField } from '../../records/recordType';
import { created, segmentEvents, updated } from '../events';
import { organizationType } from '../recordTypes';
import { csmDetails } from './csm';
import { customerFilters } from './customerFilters';
import { organizationBrief } from './getBrief';
import { sharedTraitFields, sharedTraitNames } from './sharedTraitFields';

const simpleFields = [
	'name',
	'healthScore',
	'mrr',
	'nextRenewalDate',
	'accountsCount',
	'csmName',
	'csmEmail',
	'churnedAt',
	'segments',
	'externalId',
	'id',
];

const name = requiredTextField(nameField);

/** docs/internal/beyond.md, 2; the paths accept either ID (docs/internal/public-facts.md, 4) */
export const organization = defineResource(organizationType, {
	simpleFields,
	details: csmDetails,
	events: [
		{
			name: 'Churned',
			description: 'When an organization churns',
			changeKind: 'transitioned',
			transitionField: 'churnedAt',
		},
		created,
		...segmentEvents('organization'),
		updated,
	],
	defaultOperation: 'get',
	operations: [
		create(organizationType, {
			description: 'Create a new organization',
			docsNote: 'External ID and name are required.',
			required: [requiredIdField(externalIdField(organizationType)), name],
			optional: sharedTraitFields,
			hasTraits: true,
		}),
		upsertByPath(organizationType, {
			required: [name],
			optional: sharedTraitFields,
			hasTraits: true,
		}),
		deleteOne(organizationType, {
			description: 'Delete an organization and its data permanently',
			contents: 'its traits and all that belongs to it alone',
		}),
		get(organizationType, { description: 'Retrieve an organization by its ID or external ID' }),
		organizationBrief,
		getMany(organizationType, {
			description: 'Retrieve a list of organizations',
			docsNote: 'Churned ones are among them.',
			filters: customerFilters,
		}),
		...syncOperations(organizationType, {
			required: [nameToCreate],
			optional: sharedTraitFields,
			hasTraits: 'mapped',
			requiredOnCreate: ['name'],
			traitsAsFields: sharedTraitNames,
			details: csmDetails,
		}),
		update(organizationType, {
			description: "Update an organization's fields and traits",
			docsNote: 'What is not set stays as it is.',
			optional: [nameToUpdate, ...sharedTraitFields],
			hasTraits: true,
		}),
	],
});
