import { nameFilters } from '../operations/filters/recordFilter';
import { externalIdField, nameField } from '../fields/text';
import { nameToUpdate, optionalTextField, requiredTextField } from '../operations/body/bodyField';
import { create } from '../operations/create';
import { deletePermanently } from '../operations/deletePermanently';
import { churned, created, segmentEvents, updated } from '../trigger/events/resourceEvents';
import { lookUpOf } from '../operations/externalIds';
import { get } from '../operations/get';
import { getMany } from '../operations/getMany';
import { defineResource } from '../operations/definition/resource';
import { nameToCreate, sync } from '../operations/sync/sync';
import { sourceByPath } from '../operations/sync/source';
import { update } from '../operations/update';
import { upsertByPath } from '../operations/upsert';
import { csmDetails } from './customers/csm';
import { customerFilters } from './customers/customerFilters';
import { customerTraits } from './customers/customerTraits';
import { organizationType } from './recordTypes';

/** The organization, its health, its owner and its size. */
const simpleFields = [
	'id',
	'externalId',
	'name',
	'healthScore',
	'mrr',
	'nextRenewalDate',
	'churnedAt',
	'csmId',
	'accountsCount',
	'updatedAt',
];

const name = requiredTextField(nameField);

/** The list contains churned ones too (docs/beyond.md, 2). */
const source = sourceByPath(organizationType, { sortBy: 'createdAt' });

/** docs/beyond.md, 2; the paths accept either ID (docs/public-facts.md, 4) */
export const organization = defineResource(organizationType, {
	simpleFields,
	details: csmDetails,
	events: [churned, created, ...segmentEvents('organization'), updated],
	defaultOperation: 'get',
	operations: [
		create(organizationType, {
			description: 'Create a new organization',
			remark: 'External ID and name are required.',
			required: [requiredTextField(externalIdField), name],
			optional: customerTraits,
			hasTraits: true,
			lookUp: () => lookUpOf(organizationType),
		}),
		upsertByPath(organizationType, {
			required: [name],
			optional: customerTraits,
			hasTraits: true,
		}),
		deletePermanently(organizationType, {
			description: 'Delete an organization and its data permanently',
			contents: 'its traits and all that belongs to it alone',
		}),
		get(organizationType, {
			description: 'Retrieve an organization by its ID or external ID',
		}),
		getMany(organizationType, {
			description: 'Retrieve a list of organizations',
			remark: 'Churned ones are among them.',
			filters: nameFilters,
			ownFilters: customerFilters,
		}),
		sync(organizationType, {
			required: [optionalTextField(nameToCreate('organizations'))],
			optional: customerTraits,
			hasTraits: 'mapped',
			neededToCreate: ['name'],
			fieldsOfTraits: customerTraits.map(({ property }) => property.name),
			source: () => source,
			lookUp: () => lookUpOf(organizationType),
		}),
		update(organizationType, {
			description: "Update an organization's fields and traits",
			remark: 'What is not set stays as it is.',
			optional: [nameToUpdate, ...customerTraits],
			hasTraits: true,
		}),
	],
});
