import type { BodyDefinition } from '../../nodes/Vitally/operations/body/bodyDefinition';
import {
	nameToUpdate,
	readCollectionFields,
	type BodyField,
} from '../../nodes/Vitally/operations/body/bodyField';
import { sharedTraitFields } from '../../nodes/Vitally/resources/customers/sharedTraitFields';
import {
	changedInstance,
	newInstance,
	syncedInstance,
} from '../../nodes/Vitally/resources/customObjectInstance/instanceFields';
import { changedMeeting, newMeeting } from '../../nodes/Vitally/resources/meeting/meetingFields';
import { changedNote, newNote } from '../../nodes/Vitally/resources/note/noteFields';
import {
	changedResponse,
	newResponse,
} from '../../nodes/Vitally/resources/npsResponse/npsResponseFields';
import { changedTask, completion, newTask } from '../../nodes/Vitally/resources/task/taskFields';
import { changedUser, newUser } from '../../nodes/Vitally/resources/user/userFields';
import { sharedMessageFields } from '../../nodes/VitallyAnalytics/analyticsFields';

/** The fields that nothing clears, which a record always has or which only add to it, by the names of their parameters. */
const NOT_CLEARED: Array<{ what: string; definition: BodyDefinition; fields: string[] }> = [
	{
		what: 'a changed account',
		definition: { optional: [nameToUpdate, ...sharedTraitFields] },
		fields: ['name'],
	},
	{
		what: 'a message of Vitally Analytics',
		definition: { optional: sharedMessageFields },
		fields: ['messageId', 'timestamp'],
	},
	{ what: 'a new instance', definition: newInstance, fields: [] },
	{ what: 'a changed instance', definition: changedInstance, fields: ['name'] },
	{
		what: 'an instance of a Sync',
		definition: syncedInstance,
		fields: ['accountId', 'name', 'organizationId'],
	},
	{ what: 'a new meeting', definition: newMeeting, fields: ['externalId'] },
	{ what: 'a changed meeting', definition: changedMeeting, fields: ['title'] },
	{ what: 'a new note', definition: newNote, fields: ['externalId', 'noteFormat'] },
	{
		what: 'a changed note',
		definition: changedNote,
		fields: ['accountId', 'externalId', 'note', 'noteDate', 'noteFormat', 'organizationId'],
	},
	{ what: 'a new NPS response', definition: newResponse, fields: ['externalId'] },
	{
		what: 'a changed NPS response',
		definition: changedResponse,
		fields: ['externalId', 'respondedAt', 'score', 'userId'],
	},
	{
		what: 'a new task',
		definition: newTask,
		fields: ['descriptionFormat', 'externalId', 'milestone', 'projectId'],
	},
	{
		what: 'a changed task',
		definition: changedTask,
		fields: ['accountId', 'descriptionFormat', 'name', 'organizationId'],
	},
	{ what: 'a completed task', definition: completion, fields: ['completedAt'] },
	{
		what: 'a new user',
		definition: newUser,
		fields: ['accountId', 'accountIds', 'organizationIds', 'unsubscribedFromConversations'],
	},
	{
		what: 'a changed user',
		definition: changedUser,
		fields: ['accountIds', 'organizationIds', 'unsubscribedFromConversations'],
	},
];

/** What is sent for a field that the user has added without a value, where empty values clear. */
function clearedBy(field: BodyField): object {
	const { name } = field.property;
	const values: Record<string, unknown> = {
		'options.emptyValues': 'clear',
		additionalFields: { [name]: '' },
		[`additionalFields.${name}`]: '',
	};
	const item = { timeZone: 'UTC', param: (parameter: string) => values[parameter] };

	return readCollectionFields(item, [field], 'additionalFields');
}

it.each(NOT_CLEARED)('$what keeps the fields that nothing clears', ({ definition, fields }) => {
	const { required = [], optional = [] } = definition;
	const notRequired = required.filter(({ property }) => !property.required);
	const kept = [...notRequired, ...optional].filter(
		(field) => Object.keys(clearedBy(field)).length === 0,
	);

	expect({ kept: kept.map(({ property }) => property.name).sort() }).toEqual({ kept: fields });
});
