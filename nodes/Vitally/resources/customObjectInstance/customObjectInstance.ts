import { archivedFilter, archivedOf } from '../../fields/archived';
import { setFields } from '../../fields/body';
import {
	createdAfterFilter,
	nameContainsFilter,
	updatedAfterFilter,
} from '../../fields/recordFilter';
import { nameField } from '../../fields/text';
import {
	lookedUpIdField,
	neverCleared,
	textField,
	requiredTextField,
} from '../../operations/bodyField';
import { create } from '../../operations/create';
import { deleteOne } from '../../operations/delete';
import { getMany } from '../../operations/getMany';
import { explainNotFound } from '../../operations/locate';
import { pickedRecord, requiredLocator } from '../../operations/recordType';
import { defineResource } from '../../operations/resource';
import { update } from '../../operations/update';
import type { Explanation } from '../../transport/client';
import {
	accountType,
	adminType,
	customObjectInstanceType,
	customObjectType,
	organizationType,
} from '../recordTypes';
import { instanceLookUp } from './instanceId';
import { instanceReads, instancesPath, locateInstance, simpleFields } from './locate';
import { search } from './search';
import { syncInstances } from './sync';

/** The optional fields of an instance; `customerId` is the service's word for the account. */
const optional = [
	lookedUpIdField(adminType, {
		name: 'ownedByVitallyUserId',
		displayName: 'Owner',
	}),
	textField({
		displayName: 'External ID',
		name: 'externalId',
		type: 'string',
		default: '',
		placeholder: 'e.g. deal-42',
		description: 'Your unique ID for this record, for example from your database or CRM',
	}),
	lookedUpIdField(accountType, { name: 'customerId' }),
	lookedUpIdField(organizationType),
];

/** Only said when the service refuses: the document does not show which fields are required. */
const ownerIsMissing: Explanation = {
	message: 'Vitally did not create the instance, which has neither an account nor an organization',
	description: "Add 'Account' or 'Organization' under 'Additional Fields'.",
};

const above = [requiredLocator(customObjectType)];

/** docs/service.md, Custom objects; docs/public-facts.md, 4.12 */
export const customObjectInstance = defineResource(customObjectInstanceType, {
	label: 'Custom Object Instance',
	simpleFields,
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
			lookUp: (item) => instanceLookUp(instancesPath(item)),
			reads: instanceReads,
			explain: (item, body) => (status) =>
				status === 400 && !('customerId' in body) && !('organizationId' in body)
					? ownerIsMissing
					: explainNotFound(customObjectType, pickedRecord(customObjectType, item).value)(status),
		}),
		deleteOne(customObjectInstanceType, {
			description: 'Archive a custom object instance',
			locate: locateInstance,
			reads: instanceReads,
			above,
		}),
		getMany(customObjectInstanceType, {
			description: 'Retrieve a list of custom object instances',
			path: instancesPath,
			above,
			filters: [archivedFilter, createdAfterFilter, nameContainsFilter, updatedAfterFilter],
			query: (item) => setFields({ archived: archivedOf(item) }),
			simpleFields,
		}),
		search,
		syncInstances,
		update(customObjectInstanceType, {
			description: "Update a custom object instance's fields and traits",
			locate: locateInstance,
			reads: instanceReads,
			above,
			optional: [
				...optional,
				neverCleared(
					textField({
						displayName: 'Name',
						name: 'name',
						type: 'string',
						default: '',
					}),
				),
			],
			hasTraits: true,
		}),
	],
});
