import { requiredTextField } from '../../operations/body/bodyField';
import { create } from '../../operations/create';
import { defineResource } from '../../operations/definition/resource';
import { recordFilters } from '../../operations/filters/recordFilters';
import { get } from '../../operations/get';
import { getMany } from '../../operations/getMany';
import { update } from '../../operations/update';
import { upsertByPath } from '../../operations/upsert';
import { locateByPath } from '../../records/locate';
import { externalIdField } from '../../records/recordType';
import { created, segmentEvents, updated } from '../../trigger/events/resourceEvents';
import { accountType, organizationType, userType } from '../recordTypes';
import { deleteUser } from './delete';
import { changedUser, newUser } from './fields';
import { searchUsers, userSearch } from './search';
import { syncUsers } from './sync';

/** Without accounts, which are whole objects. */
const simpleFields = [
	'name',
	'email',
	'npsLastScore',
	'lastSeenTimestamp',
	'joinDate',
	'unsubscribedFromConversations',
	'updatedAt',
	'segments',
	'externalId',
	'id',
];

const scopes = [accountType, organizationType];
const locate = locateByPath(userType);
/** An email address is looked up first. */
const reads = [userSearch];

/** docs/internal/beyond.md, 3 */
export const user = defineResource(userType, {
	simpleFields,
	events: [created, ...segmentEvents(userType.noun), updated],
	scopes,
	defaultOperation: 'get',
	operations: [
		create(userType, {
			...newUser,
			description: 'Create a new user of an account or organization',
			required: [requiredTextField(externalIdField(userType)), ...(newUser.required ?? [])],
		}),
		upsertByPath(userType, newUser),
		deleteUser,
		get(userType, {
			description: 'Retrieve a user by ID, external ID or email address',
			docsNote: "With 'Output' Raw, the user's accounts and organizations are included completely.",
			locate,
			reads,
		}),
		getMany(userType, {
			description: 'Retrieve a list of users',
			scopes,
			filters: recordFilters(),
		}),
		searchUsers,
		...syncUsers,
		update(userType, {
			...changedUser,
			description:
				"Update a user's fields and traits, or add accounts. To unlink a user from an account, use the Vitally Analytics node.",
			docsNote:
				"The REST API removes no account from a user: 'Unlink From Account' of Vitally Analytics does.",
			locate,
			reads,
		}),
	],
});
