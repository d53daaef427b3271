import { externalIdField } from '../../fields/text';
import { requiredTextField } from '../../operations/body/bodyField';
import { create } from '../../operations/create';
import { defineResource } from '../../operations/definition/resource';
import { deletePermanently } from '../../operations/deletePermanently';
import { nameFilters } from '../../operations/filters/recordFilter';
import { get } from '../../operations/get';
import { getMany } from '../../operations/getMany';
import { update } from '../../operations/update';
import { upsertByPath } from '../../operations/upsert';
import { created, segmentEvents, updated } from '../../trigger/events/resourceEvents';
import { accountType, organizationType, userType } from '../recordTypes';
import { changedUser, newUser } from './fields';
import { locateUser, userSimpleFields, userReads } from './locate';
import { searchUsers } from './search';
import { syncUsers } from './sync';

/** docs/beyond.md, 3 */
export const user = defineResource(userType, {
	simpleFields: userSimpleFields,
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
			description: 'Delete a user permanently',
			contents: 'all traits',
			locate: locateUser,
			reads: userReads,
		}),
		get(userType, {
			description: 'Retrieve a user by ID, external ID or email address',
			docsNote: "With 'Output' Raw, the user's accounts and organizations are included completely.",
			locate: locateUser,
			reads: userReads,
		}),
		getMany(userType, {
			description: 'Retrieve a list of users',
			scopes: [accountType, organizationType],
			filters: nameFilters,
		}),
		searchUsers,
		syncUsers,
		update(userType, {
			...changedUser,
			description:
				"Update a user's fields and traits, or add accounts. To unlink a user from an account, use the Vitally Analytics node.",
			docsNote:
				"The REST API removes no account from a user: 'Unlink From Account' of Vitally Analytics does.",
			locate: locateUser,
			reads: userReads,
		}),
	],
});
