import {
	createdAfterFilter,
	nameContainsFilter,
	updatedAfterFilter,
} from '../../fields/recordFilter';
import { externalIdField } from '../../fields/text';
import { requiredTextField } from '../../operations/bodyField';
import { create } from '../../operations/create';
import { deletePermanently } from '../../operations/deletePermanently';
import { created, segmentEvents, updated } from '../../operations/events';
import { get } from '../../operations/get';
import { getMany } from '../../operations/getMany';
import { defineResource } from '../../operations/resource';
import { update } from '../../operations/update';
import { upsertByPath } from '../../operations/upsert';
import { accountType, organizationType, userType } from '../recordTypes';
import { changedUser, newUser } from './fields';
import { locateUser, simpleFields, userReads } from './locate';
import { searchUsers } from './search';
import { syncUsers } from './sync';

/** docs/beyond.md, 3 */
export const user = defineResource(userType, {
	simpleFields,
	events: [created, ...segmentEvents(userType.noun), updated],
	scopes: [accountType, organizationType],
	defaultOperation: 'get',
	operations: [
		create(userType, {
			...newUser,
			description: 'Create a new user of an account or organization',
			required: [requiredTextField(externalIdField)],
		}),
		upsertByPath(userType, newUser),
		deletePermanently(userType, {
			// docs/beyond.md, 3 and 18
			description:
				'Delete a user permanently. Vitally may schedule the deletion, and show the user until then.',
			contents: 'all traits',
			locate: locateUser,
			reads: userReads,
		}),
		get(userType, {
			description: 'Retrieve a user by ID, external ID or email address',
			remark: "With 'Output' Raw, the user's accounts and organizations are included completely.",
			locate: locateUser,
			reads: userReads,
		}),
		getMany(userType, {
			description: 'Retrieve a list of users',
			scopes: [accountType, organizationType],
			filters: [createdAfterFilter, nameContainsFilter, updatedAfterFilter],
		}),
		searchUsers,
		syncUsers,
		update(userType, {
			...changedUser,
			description:
				"Update a user's fields and traits, or add accounts. To unlink a user from an account, use the Vitally Analytics node.",
			remark:
				"The REST API removes no account from a user: 'Unlink From Account' of Vitally Analytics does.",
			locate: locateUser,
			reads: userReads,
		}),
	],
});
