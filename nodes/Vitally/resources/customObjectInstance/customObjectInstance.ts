import { create } from '../../operations/create';
import { defineResource } from '../../operations/definition/resource';
import { deleteOne } from '../../operations/delete';
import { archivedFilter, readArchived } from '../../operations/filters/archivedFilter';
import { recordFilters } from '../../operations/filters/recordFilters';
import { getMany } from '../../operations/getMany';
import { syncWithUndo } from '../../operations/sync';
import { update } from '../../operations/update';
import { explainNotFound, selectedRecord } from '../../records/locate';
import { requiredLocator } from '../../records/recordType';
import { archived, created, updated } from '../../trigger/events/resourceEvents';
import { omitUndefined } from '../../values/json';
import { customObjectInstanceType, customObjectType } from '../recordTypes';
import { changedInstance, newInstanceWithExternalId, syncedInstance } from './fields';
import { getInstance } from './get';
import {
	instanceSource,
	instancesPath,
	locateInstance,
	locateReads,
	searchEndpoint,
	searchInstances,
} from './locate';
import { search } from './search';
import { upsertInstance } from './upsert';

const simpleFields = [
	'name',
	'archivedAt',
	'updatedAt',
	'externalId',
	'id',
	'customObjectId',
	'customerId',
	'organizationId',
	'ownedByVitallyUserId',
];

const above = [requiredLocator(customObjectType)];

/** docs/internal/service.md, Custom objects; docs/internal/public-facts.md, 4.12 */
export const customObjectInstance = defineResource(customObjectInstanceType, {
	label: 'Custom Object Instance',
	simpleFields,
	events: [archived(customObjectInstanceType.noun), created, updated].map((event) => ({
		...event,
		parent: customObjectType,
	})),
	defaultOperation: 'getAll',
	operations: [
		create(customObjectInstanceType, {
			...newInstanceWithExternalId,
			description: 'Create a new custom object instance',
			docsNote: 'Belongs to an account, an organization or both.',
			path: instancesPath,
			above,
			source: instanceSource,
			reads: [searchEndpoint],
			explain: (item) =>
				explainNotFound(customObjectType, selectedRecord(customObjectType, item).value),
		}),
		upsertInstance,
		deleteOne(customObjectInstanceType, {
			description: 'Archive a custom object instance',
			locate: locateInstance,
			reads: locateReads,
			above,
		}),
		getInstance,
		getMany(customObjectInstanceType, {
			description: 'Retrieve a list of custom object instances',
			path: instancesPath,
			above,
			serviceFilters: [archivedFilter],
			filters: recordFilters(),
			query: (item) => omitUndefined({ archived: readArchived(item) }),
		}),
		search,
		...syncWithUndo(customObjectInstanceType, {
			...syncedInstance,
			above,
			requiredOnCreate: ['name'],
			readAs: { customerId: ({ customerId }) => customerId },
			reads: [`GET ${customObjectInstanceType.path}`, searchEndpoint],
			source: async (item) => instanceSource(await instancesPath(item)),
			readById: async (sender, { path }, id) => (await searchInstances(sender, path, { id }))[0],
		}),
		update(customObjectInstanceType, {
			...changedInstance,
			description: "Update a custom object instance's fields and traits",
			locate: locateInstance,
			reads: locateReads,
			above,
		}),
	],
});
