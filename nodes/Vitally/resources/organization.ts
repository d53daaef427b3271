import { createdAfterFilter, nameContainsFilter, updatedAfterFilter } from '../fields/recordFilter';
import { externalIdField, nameField } from '../fields/text';
import { nameToUpdate, optionalTextField, requiredTextField } from '../operations/bodyField';
import { create } from '../operations/create';
import { deletePermanently } from '../operations/deletePermanently';
import { churned, created, segmentEvents, updated } from '../operations/events';
import { get } from '../operations/get';
import { getMany } from '../operations/getMany';
import { defineResource } from '../operations/resource';
import { nameToCreate, sync } from '../operations/sync';
import { update } from '../operations/update';
import { upsertByPath } from '../operations/upsert';
import { csmDetails } from './csm';
import { customerFilters } from './customerFilters';
import { customerTraits } from './customerTraits';
import { organizationType } from './recordTypes';

/** Who it is, how it does, who looks after it, how much there is of it. */
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

/** docs/beyond.md, 2; the paths take either ID (docs/public-facts.md, 4) */
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
			filters: [createdAfterFilter, nameContainsFilter, updatedAfterFilter],
			ownFilters: customerFilters,
		}),
		sync(organizationType, {
			required: [optionalTextField(nameToCreate('organizations'))],
			optional: customerTraits,
			hasTraits: 'mapped',
			requiredOnCreate: ['name'],
			traitsAsFields: customerTraits.map(({ property }) => property.name),
		}),
		update(organizationType, {
			description: "Update an organization's fields and traits",
			remark: 'What is not set stays as it is.',
			optional: [nameToUpdate, ...customerTraits],
			hasTraits: true,
		}),
	],
});
