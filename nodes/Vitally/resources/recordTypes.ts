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
import { registerLinkedKind } from '../records/recordLinks';
import type { RecordType } from '../records/recordType';
import { chosenCustomObjectPath } from './readChosenCustomObject';

/** The order that stays complete while records change (docs/internal/service.md, Pagination). */
const BY_CREATION = { sortBy: 'createdAt' };

/**
 * Defines a type. Derives nouns, label and path from the name where `facts` contains none: the noun of `customObject` is
 * 'custom object', and its path `/resources/customObjects`.
 */
export function defineType(name: string, facts: Partial<RecordType>): RecordType {
	const { noun = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`) } = facts;
	const type: RecordType = {
		name,
		noun,
		label: noun.replace(/\b[a-z]/g, (letter) => letter.toUpperCase()),
		plural: pluralOf(noun),
		path: `/resources/${pluralOf(name)}`,
		...facts,
	};
	if (type.hasPage) registerLinkedKind(type);

	return type;
}

function pluralOf(name: string): string {
	return `${name.replace(/(?<![aeiou])y$/, 'ie')}s`;
}

/** What types of categories have in common: their lists accept no order. */
const CATEGORY_FACTS = { label: 'Category', nameFields: ['name'], pickList: { label: nameOnly } };

/** Whether external IDs are unique is unknown (docs/internal/beyond.md, 2). */
export const organizationType = defineType('organization', {
	appPath: '/organizations',
	hasPage: true,
	nameFields: ['name'],
	externalIds: { lookup: 'path', example: 'group-7' },
	pickList: { query: BY_CREATION, label: nameAndExternalId },
});

/** External IDs are unique, and the path accepts them (docs/internal/service.md, Accounts). */
export const accountType = defineType('account', {
	appPath: '/accounts',
	hasPage: true,
	nameFields: ['name'],
	externalIds: { lookup: 'path', unique: true },
	scopes: [organizationType],
	pickList: {
		query: { ...BY_CREATION, status: 'activeOrChurned' },
		label: nameAndExternalId,
	},
});

/** The types of what most records belong to. */
export const customerTypes = [accountType, organizationType];

/** A teammate, who owns or writes records (docs/internal/beyond.md, 6); the list accepts no order. */
export const adminType = defineType('admin', {
	noun: 'teammate',
	nameFields: ['name'],
	hasEmail: true,
	pickList: { label: nameAndEmail },
});

/** No path is documented to accept an external ID (docs/internal/service.md, Conversations). */
export const conversationType = defineType('conversation', {
	appPath: '/conversations/active',
	hasPage: true,
	externalIds: { lookup: 'list', example: 'ticket-7' },
	scopes: customerTypes,
	pickList: { query: BY_CREATION, label: subjectAndExternalId },
});

/** The prefix of the path is a public fact (docs/internal/service.md, Custom objects; docs/internal/public-facts.md, 4.12). */
export const customObjectType = defineType('customObject', {
	hasPage: true,
	nameFields: ['label', 'name'],
	description: 'The type of custom object, for example Deals',
	pickList: { query: BY_CREATION, label: labelAndName },
	notFound: 'it must be the ID, not the name, and belong to the workspace of the credential.',
});

/** Several may have one external ID (docs/internal/service.md, Custom objects; docs/internal/public-facts.md, 4.12). */
export const customObjectInstanceType = defineType('customObjectInstance', {
	label: 'Instance',
	path: '/resources/customObjects/:customObjectId/instances',
	hasPage: true,
	nameFields: ['name'],
	externalIds: { lookup: 'search', unique: false, example: 'deal-42' },
	scopes: customerTypes,
	pickList: {
		path: (context) => `${chosenCustomObjectPath(context)}/instances`,
		query: BY_CREATION,
		label: nameAndExternalId,
	},
	notFound: "it may be deleted, or belong to another custom object than 'Custom Object'.",
});

/** The read accepts either ID, of archived meetings too (docs/internal/beyond.md, 11). */
export const meetingType = defineType('meeting', {
	hasPage: true,
	externalIds: { lookup: 'path', isListPartial: true, example: 'meeting-7' },
	scopes: customerTypes,
	pickList: { query: BY_CREATION, label: titleAndStart },
});

/** There is no list of all messages, and a read accepts only the Vitally ID (docs/internal/beyond.md, 8). */
export const messageType = defineType('message', {
	hasPage: true,
	description: "Enter the Vitally ID, which 'Get' of a conversation shows with 'Output' Raw",
	notFound:
		"it must be the ID that Vitally assigned, which 'Get' of a conversation shows under 'messages' with 'Output' Raw.",
});

/** The path of a read and an update accepts external IDs (docs/internal/service.md, Notes). */
export const noteType = defineType('note', {
	hasPage: true,
	externalIds: { lookup: 'path', example: 'call-7' },
	description: "If you use an External ID, you may also have to set 'Source' under 'Options'",
	scopes: customerTypes,
	pickList: { query: BY_CREATION, label: subjectAndDate },
	notFound:
		"it may belong to another workspace than the credential. For an External ID, also add 'Source' under 'Options', with the integration that created the note.",
});

/** Source: docs/internal/service.md, Notes */
export const noteCategoryType = defineType('noteCategory', CATEGORY_FACTS);

/**
 * An update accepts external IDs, a read does not, and a creation with a known one is an update. The list without a
 * target contains the responses for accounts; whether a response can be in both lists is unknown.
 * Source: docs/internal/beyond.md, 5
 */
export const npsResponseType = defineType('npsResponse', {
	noun: 'NPS response',
	hasPage: true,
	externalIds: { lookup: 'list', unique: true, example: 'survey-7-answer-3' },
	lists: [{}, { target: 'organization' }],
	description: 'The list shows the responses for accounts',
	scopes: customerTypes,
	pickList: { query: BY_CREATION, label: scoreAndFeedback },
});

/** Source: docs/internal/service.md, Projects */
export const projectType = defineType('project', {
	hasPage: true,
	nameFields: ['name'],
	scopes: customerTypes,
	pickList: { query: BY_CREATION, label: nameOnly },
});

/** Source: docs/internal/beyond.md, 7 */
export const projectCategoryType = defineType('projectCategory', CATEGORY_FACTS);

export const projectTemplateType = defineType('projectTemplate', {
	label: 'Template',
	hasPage: true,
	nameFields: ['name'],
	pickList: { label: nameOnly },
});

/** There is no list of surveys, only one of the responses to each (docs/internal/beyond.md, 12). */
export const surveyType = defineType('survey', { label: 'Survey ID', hasPage: true });

/** Source: docs/internal/beyond.md, 4 */
export const taskCategoryType = defineType('taskCategory', CATEGORY_FACTS);

/** The path accepts an external ID only with its source, within which it is unique (docs/internal/beyond.md, 4 and 19). */
export const taskType = defineType('task', {
	hasPage: true,
	nameFields: ['name'],
	externalIds: { lookup: 'list', unique: false, example: 'ticket-7' },
	description: "If you use an External ID, set the task's integration in 'Source' under 'Options'",
	scopes: customerTypes,
	pickList: { query: BY_CREATION, label: nameAndExternalId },
	notFound:
		"it may belong to another workspace than the credential. For an External ID, 'Source' under 'Options' must be the integration that the task comes from.",
});

/** A person at a customer (docs/internal/beyond.md, 3): the path accepts either ID. */
export const userType = defineType('user', {
	hasPage: true,
	nameFields: ['name'],
	externalIds: { lookup: 'path', example: 'user-42' },
	hasEmail: true,
	scopes: customerTypes,
	pickList: { query: BY_CREATION, label: nameAndEmail },
});

/** The record types that a user can select in the editor. */
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
