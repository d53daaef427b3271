import type { IDataObject } from 'n8n-workflow';

import type { ItemParameters } from '../../fields/itemParameters';
import { DATE_HINT, dateProperty } from '../../fields/properties';
import { readLimitation } from '../../fields/readers';
import { requiredIdField } from '../../operations/body/bodyField';
import type { OperationDefinition } from '../../operations/definition/operationDefinition';
import { defineResource } from '../../operations/definition/resource';
import { recordFilters } from '../../operations/filters/recordFilters';
import { create, deleteOne, get, getMany, update } from '../../operations/standardOperations';
import { syncOperations } from '../../operations/syncOperations';
import { upsertByPath } from '../../operations/upsert';
import { locateByVitallyId, locateByEitherId } from '../../records/locate';
import { externalIdField } from '../../records/recordType';
import { calendarDate } from '../../values/dates';
import { omitUndefined } from '../../values/json/json';
import { notSeenForDays } from '../customers/customerFilters';
import { created, segmentEvents, updated } from '../events';
import { userType } from '../recordTypes';
import { searchUsers } from './searchUsers';
import { changedUser, newUser } from './userFields';

/** The fields of a simplified user: no accounts, which are whole objects. */
const simpleFields = [
	'name',
	'email',
	'npsLastScore',
	'unsubscribedFromConversations',
	'accountName',
	'organizationName',
	'lastSeenTimestamp',
	'lastInboundMessageTimestamp',
	'segments',
	'externalId',
	'id',
];

const deleteOnOption = dateProperty('Delete On', 'deleteOn', {
	description: `The day on which Vitally deletes the user; without it, now. ${DATE_HINT}.`,
});

const deletion = deleteOne(userType, {
	description: 'Delete a user permanently, now or on a day',
	contents: 'all traits',
	locate: async (item, type, selection) => {
		// A user who stays until a day is named by the Vitally ID.
		const locate = readDeleteOn(item) === undefined ? locateByEitherId : locateByVitallyId;

		return await locate(item, type, selection);
	},
	options: [deleteOnOption],
	query: (item) => omitUndefined({ deleteOn: readDeleteOn(item) }),
});

/** A user who is deleted on a day is still there until then (docs/internal/beyond.md, 3). */
const deleteUser: OperationDefinition = {
	...deletion,
	adds: { ...deletion.adds, deleteOn: 'string' },
	run: async (item) => {
		const deleteOn = readDeleteOn(item);
		const deleted = await deletion.run(item);
		if (deleteOn === undefined) return deleted;

		return deleted.map(({ id }) => ({ id, deleteOn }));
	},
};

export const user = defineResource(userType, {
	simpleFields,
	events: [created(userType.noun), ...segmentEvents(userType.noun), updated(userType.noun)],
	operations: [
		create(userType, {
			...newUser,
			description: 'Create a new user of an account or organization',
			required: [requiredIdField(externalIdField(userType)), ...newUser.required],
		}),
		upsertByPath(userType, newUser),
		deleteUser,
		get(userType, {
			description: 'Retrieve a user by ID, External ID or email address',
			docsNote: "With 'Output' Raw, the user's accounts and organizations are included completely.",
		}),
		getMany(userType, {
			filters: [...recordFilters(), notSeenForDays],
		}),
		searchUsers,
		// A user contains whole accounts and organizations, and an update only adds to them.
		...syncOperations(userType, {
			...newUser,
			hasTraits: 'mapped',
			sentAs: { accountId: 'accountIds' },
			readAs: { accountIds: readIdsIn('accounts'), organizationIds: readIdsIn('organizations') },
			additiveFields: ['accountIds', 'organizationIds'],
		}),
		update(userType, {
			...changedUser,
			description:
				"Update a user's fields and traits, or add accounts. To unlink a user from an account, use the Vitally Analytics node.",
			docsNote:
				"The REST API cannot remove an account from a user. Use 'Unlink From Account' of Vitally Analytics.",
		}),
	],
});

/**
 * Reads the option 'Delete On'.
 *
 * @returns the day as `YYYY-MM-DD`, `undefined` where the option is not set
 * @throws VitallyError for what is no day, also where it is empty: without a day the user would be deleted now
 */
function readDeleteOn(item: ItemParameters): string | undefined {
	const { name, displayName: label } = deleteOnOption;
	const value = readLimitation(item, { parameter: `options.${name}`, label });

	return value === undefined ? undefined : calendarDate(value, label, item.timeZone);
}

/** Returns a function that reads the IDs of the records in a field. */
function readIdsIn(field: string): (user: IDataObject) => unknown {
	return (record) => {
		const listed = record[field];
		if (!Array.isArray(listed)) return undefined;

		return (listed as IDataObject[]).map(({ id }) => id);
	};
}
