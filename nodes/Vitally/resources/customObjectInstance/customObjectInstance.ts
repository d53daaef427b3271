import { archivedFilter, archivedOf } from '../../fields/archived';
import { setFields } from '../../fields/body';
import {
	createdAfterFilter,
	nameContainsFilter,
	updatedAfterFilter,
} from '../../fields/recordFilter';
import { nameField } from '../../fields/text';
import { idField, lookedUpIdField, textField, requiredTextField } from '../../operations/bodyField';
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

/** The optional fields of an instance; `customerId` is the service's word for the account. */
const optional = [
	idField(adminType, {
		name: 'ownedByVitallyUserId',
		displayName: 'Owner',
		description: 'The teammate who owns the instance',
	}),
	textField({
		displayName: 'External ID',
		name: 'externalId',
		type: 'string',
		default: '',
		placeholder: 'e.g. deal-42',
		description: 'Your own ID of the instance',
	}),
	lookedUpIdField(accountType, {
		name: 'customerId',
		description: 'The account that the instance belongs to',
	}),
	lookedUpIdField(organizationType, {
		description: 'The organization that the instance belongs to',
	}),
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
			description: 'Create an instance of a custom object',
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
			description:
				'Delete an instance of a custom object; Vitally keeps it among the archived ones',
			locate: locateInstance,
			reads: instanceReads,
			above,
		}),
		getMany(customObjectInstanceType, {
			description: 'Retrieve a list of instances of a custom object',
			path: instancesPath,
			above,
			filters: [archivedFilter, createdAfterFilter, nameContainsFilter, updatedAfterFilter],
			query: (item) => setFields({ archived: archivedOf(item) }),
			simpleFields,
		}),
		search,
		update(customObjectInstanceType, {
			description: 'Change fields and traits of an instance of a custom object',
			locate: locateInstance,
			reads: instanceReads,
			above,
			optional: [
				...optional,
				textField({
					displayName: 'Name',
					name: 'name',
					type: 'string',
					default: '',
					description: 'The new name of the instance',
				}),
			],
			hasTraits: true,
		}),
	],
});
