import { archivedFilter, archivedOf } from '../../fields/archived';
import { setFields } from '../../fields/body';
import {
	createdAfterFilter,
	nameContainsFilter,
	updatedAfterFilter,
} from '../../fields/recordFilter';
import { nameToUpdate, requiredTextField } from '../../operations/bodyField';
import { nameField } from '../../fields/text';
import { create } from '../../operations/create';
import { deleteOne } from '../../operations/delete';
import { archived, created, updated } from '../../operations/events';
import { getMany } from '../../operations/getMany';
import { defineResource } from '../../operations/resource';
import { update } from '../../operations/update';
import { customObjectInstanceType, customObjectType } from '../recordTypes';
import { explainCreation, optional } from './fields';
import { getInstance } from './get';
import { instanceSource } from './instanceSource';
import { instanceReads, instancesPath, locateInstance, locateReads, simpleFields } from './locate';
import { search } from './search';
import { syncInstances } from './sync';
import { upsertInstance } from './upsert';
import { requiredLocator } from '../../records/recordType';

const above = [requiredLocator(customObjectType)];

/** docs/service.md, Custom objects; docs/public-facts.md, 4.12 */
export const customObjectInstance = defineResource(customObjectInstanceType, {
	label: 'Custom Object Instance',
	simpleFields,
	events: [archived(customObjectInstanceType.noun), created, updated],
	defaultOperation: 'getAll',
	operations: [
		create(customObjectInstanceType, {
			description: 'Create a new custom object instance',
			remark: 'Belongs to an account, an organization or both.',
			path: instancesPath,
			above,
			required: [requiredTextField(nameField)],
			optional,
			hasTraits: true,
			source: instanceSource,
			reads: instanceReads,
			explain: explainCreation,
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
			filters: [archivedFilter, createdAfterFilter, nameContainsFilter, updatedAfterFilter],
			query: (item) => setFields({ archived: archivedOf(item) }),
		}),
		search,
		syncInstances,
		update(customObjectInstanceType, {
			description: "Update a custom object instance's fields and traits",
			locate: locateInstance,
			reads: locateReads,
			above,
			optional: [...optional, nameToUpdate],
			hasTraits: true,
		}),
	],
});
