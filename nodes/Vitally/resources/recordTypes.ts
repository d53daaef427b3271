import {
	labelAndName,
	nameAndEmail,
	nameAndExternalId,
	nameOnly,
	scoreAndFeedback,
	subjectAndDate,
	subjectAndExternalId,
	titleAndStart,
} from '../fields/pickList';
import type { RecordType } from '../records/recordType';
import { APP_PATHS } from '../records/url';
import { chosenCustomObjectPath } from './readChosenCustomObject';

/** The order that stays complete while records change (docs/service.md, Pagination). */
const query = { sortBy: 'createdAt' };

/** docs/service.md, Accounts: external IDs are unique, and the path accepts them. */
export const accountType: RecordType = {
	name: 'account',
	label: 'Account',
	noun: 'account',
	plural: 'accounts',
	path: '/resources/accounts',
	appPath: APP_PATHS.account,
	hasPage: true,
	nameFields: ['name'],
	externalIdLookup: 'path',
	traitModel: 'accounts',
	hasUniqueExternalIds: true,
	pickList: {
		query: { ...query, status: 'activeOrChurned' },
		label: nameAndExternalId,
		hasGet: true,
	},
};

/** A teammate, who owns or writes records (docs/beyond.md, 6); the list accepts no order. */
export const adminType: RecordType = {
	name: 'admin',
	label: 'Teammate',
	noun: 'teammate',
	plural: 'teammates',
	path: '/resources/admins',
	nameFields: ['name'],
	hasEmail: true,
	pickList: { label: nameAndEmail },
};

/** docs/service.md, Conversations: no path is documented to accept an external ID. */
export const conversationType: RecordType = {
	name: 'conversation',
	label: 'Conversation',
	noun: 'conversation',
	plural: 'conversations',
	path: '/resources/conversations',
	hasPage: true,
	externalIdLookup: 'list',
	traitModel: 'conversations',
	pickList: { query, label: subjectAndExternalId, hasGet: true },
	notFound:
		"it may be deleted, or belong to another workspace than the credential. For your ID, choose 'By External ID'.",
};

/** docs/service.md, Custom objects; the prefix of the path is a public fact (docs/public-facts.md, 4.12). */
export const customObjectType: RecordType = {
	name: 'customObject',
	label: 'Custom Object',
	noun: 'custom object',
	plural: 'custom objects',
	path: '/resources/customObjects',
	hasPage: true,
	nameFields: ['label', 'name'],
	description: 'The type of custom object, for example Deals',
	pickList: { query, label: labelAndName, hasGet: true },
	notFound: 'it must be the ID, not the name, and belong to the workspace of the credential.',
};

/** docs/service.md, Custom objects */
export const customObjectInstanceType: RecordType = {
	name: 'customObjectInstance',
	label: 'Instance',
	noun: 'custom object instance',
	plural: 'custom object instances',
	path: '/resources/customObjects/:customObjectId/instances',
	hasPage: true,
	nameFields: ['name'],
	externalIdLookup: 'search',
	traitModel: 'customObjects',
	pickList: {
		path: (context) => `${chosenCustomObjectPath(context)}/instances`,
		query,
		label: nameAndExternalId,
	},
};

/** docs/beyond.md, 11: the read accepts either ID, of archived meetings too. */
export const meetingType: RecordType = {
	name: 'meeting',
	label: 'Meeting',
	noun: 'meeting',
	plural: 'meetings',
	path: '/resources/meetings',
	hasPage: true,
	externalIdLookup: 'path',
	isListPartial: true,
	pickList: { query, label: titleAndStart, hasGet: true },
};

/** docs/beyond.md, 8: there is no list of all messages, and a read accepts the Vitally ID. */
export const messageType: RecordType = {
	name: 'message',
	label: 'Message',
	noun: 'message',
	plural: 'messages',
	path: '/resources/messages',
	hasPage: true,
	description: "Enter the Vitally ID, which 'Get' of a conversation shows",
	notFound:
		"it must be the ID that Vitally assigned, which 'Get' of a conversation shows under 'messages'.",
};

/** docs/service.md, Notes: the path of a read and an update accepts external IDs. */
export const noteType: RecordType = {
	name: 'note',
	label: 'Note',
	noun: 'note',
	plural: 'notes',
	path: '/resources/notes',
	hasPage: true,
	externalIdLookup: 'path',
	traitModel: 'notes',
	description: "If you use an external ID, you may also have to set 'Source' under 'Options'",
	pickList: { query, label: subjectAndDate, hasGet: true },
	notFound:
		"it may belong to another workspace than the credential. For an external ID, also add 'Source' under 'Options', with the integration that created the note.",
};

/** docs/service.md, Notes: this list accepts no order. */
export const noteCategoryType: RecordType = {
	name: 'noteCategory',
	label: 'Category',
	noun: 'note category',
	plural: 'note categories',
	path: '/resources/noteCategories',
	nameFields: ['name'],
	pickList: { label: nameOnly },
};

/**
 * docs/beyond.md, 5: an update accepts external IDs, a read does not, and a creation with a known one is an
 * update. The list without a target contains the responses for accounts; whether a response can be in both
 * lists is unknown.
 */
export const npsResponseType: RecordType = {
	name: 'npsResponse',
	label: 'NPS Response',
	noun: 'NPS response',
	plural: 'NPS responses',
	path: '/resources/npsResponses',
	hasPage: true,
	externalIdLookup: 'list',
	hasUniqueExternalIds: true,
	lists: [{}, { target: 'organization' }],
	description:
		'Choose from the list of responses for accounts, or enter the Vitally ID or your external ID',
	pickList: { query, label: scoreAndFeedback, hasGet: true },
};

/** docs/beyond.md, 2: whether external IDs are unique is unknown. */
export const organizationType: RecordType = {
	name: 'organization',
	label: 'Organization',
	noun: 'organization',
	plural: 'organizations',
	path: '/resources/organizations',
	appPath: APP_PATHS.organization,
	hasPage: true,
	nameFields: ['name'],
	externalIdLookup: 'path',
	traitModel: 'organizations',
	pickList: { query, label: nameAndExternalId, hasGet: true },
};

/** docs/service.md, Projects */
export const projectType: RecordType = {
	name: 'project',
	label: 'Project',
	noun: 'project',
	plural: 'projects',
	path: '/resources/projects',
	hasPage: true,
	nameFields: ['name'],
	traitModel: 'projects',
	pickList: { query, label: nameOnly, hasGet: true },
};

/** docs/beyond.md, 7 */
export const projectCategoryType: RecordType = {
	name: 'projectCategory',
	label: 'Category',
	noun: 'project category',
	plural: 'project categories',
	path: '/resources/projectCategories',
	nameFields: ['name'],
	pickList: { label: nameOnly },
};

/** docs/beyond.md, 7 */
export const projectTemplateType: RecordType = {
	name: 'projectTemplate',
	label: 'Template',
	noun: 'project template',
	plural: 'project templates',
	path: '/resources/projectTemplates',
	hasPage: true,
	nameFields: ['name'],
	pickList: { label: nameOnly },
};

/** docs/beyond.md, 4: this list accepts no order. */
export const taskCategoryType: RecordType = {
	name: 'taskCategory',
	label: 'Category',
	noun: 'task category',
	plural: 'task categories',
	path: '/resources/taskCategories',
	nameFields: ['name'],
	pickList: { label: nameOnly },
};

/** docs/beyond.md, 4 and 19: the path accepts an external ID only with its source. */
export const taskType: RecordType = {
	name: 'task',
	label: 'Task',
	noun: 'task',
	plural: 'tasks',
	path: '/resources/tasks',
	hasPage: true,
	nameFields: ['name'],
	externalIdLookup: 'list',
	hasSources: true,
	traitModel: 'tasks',
	description: "If you use an external ID, set the task's integration in 'Source' under 'Options'",
	pickList: { query, label: nameAndExternalId, hasGet: true },
	notFound:
		"it may belong to another workspace than the credential. For an external ID, 'Source' under 'Options' must be the integration that the task comes from.",
};

/** A person at a customer (docs/beyond.md, 3): the path accepts either ID. */
export const userType: RecordType = {
	name: 'user',
	label: 'User',
	noun: 'user',
	plural: 'users',
	path: '/resources/users',
	hasPage: true,
	nameFields: ['name'],
	externalIdLookup: 'path',
	hasEmail: true,
	traitModel: 'users',
	pickList: { query, label: nameAndEmail, hasGet: true },
};

/** All kinds of records that the editor lets people pick. */
export const RECORD_TYPES: readonly RecordType[] = [
	accountType,
	adminType,
	conversationType,
	customObjectType,
	customObjectInstanceType,
	meetingType,
	messageType,
	noteType,
	noteCategoryType,
	npsResponseType,
	organizationType,
	projectType,
	projectCategoryType,
	projectTemplateType,
	taskType,
	userType,
	taskCategoryType,
];
