import { byExternalId, byId } from '../fixtures/locators.cts';
import { TRANSCRIPT } from '../fixtures/meetings.cts';

/** A field of the contract that no parameter of its name sets. */
export interface FieldException {
	why: string;
	/** The parameters that set it instead; it cannot be set when they are absent. */
	parametersWith?: (value: unknown) => Record<string, unknown>;
	/** What arrives, where it is not the value. */
	sent?: unknown;
}

export interface Exceptions {
	/** The exceptions by the name of the field; an asterisk means all fields. */
	exceptions?: Record<string, FieldException>;
	/** Fields that every request contains, though no parameter sets them, each with the reason. */
	alsoSends?: Record<string, string>;
}

export const cannotBeSet = (why: string): FieldException => ({ why });

const setBy = (
	parametersWith: FieldException['parametersWith'],
	why: string,
	sent?: unknown,
): FieldException => ({ why, parametersWith, sent });

const accountId = byId('acc-1');
const organizationId = byId('org-1');
const userId = byId('user-1');
const projectId = byId('p-1');
const customObjectId = byId('obj-1');
const subject = 'Question about the invoice';
/** The text stays as it is: the conversion of Markdown is tested with the values, the notes and the tasks. */
const asItIs = { descriptionFormat: 'html' };
const noteFormat = 'html';
const userOfAccount = { userId: 'U1', accountId: 'A1' };

/** The parameters of the list of one parent, by the word in its path. */
export const SCOPES: Record<string, object | undefined> = {
	accounts: { scope: 'account', accountId },
	organizations: { scope: 'organization', organizationId },
};

/** What the operations of a resource need. */
export interface ResourceFacts {
	/** The parameters of every operation. */
	above?: object;
	/** What picks a record, and other parameters that an operation has besides; each operation uses its own. */
	pick?: object;
	/** An External ID that no record has, and that of a record that is there. */
	ids?: [free: string, taken?: string];
	/** The parameters of a new record, where they are not those that pick one. */
	made?: object;
	/** The parameters of a record that is there, where they are not those of a new one. */
	known?: object;
	/** The fields of an update. */
	changed?: object;
	/** The name of the record that is there, and what is sent of a new one. */
	synced?: { name: string; fields: object; place?: object };
	/** The parameters of one endpoint of an operation, by both. */
	at?: Record<string, object>;
}

const LINK = 'POST /resources/projects/:id/tasks/:id';
const UNLINK = 'DELETE /resources/projects/:id/tasks/:id';
const MOVE_FROM = {
	account: 'POST /resources/accounts/:id/projects/:id/move',
	organization: 'POST /resources/organizations/:id/projects/:id/move',
};
const newTask = { accountId, name: 'Prepare the renewal', additionalFields: asItIs };
const newLinkedTask = { ...newTask, additionalFields: { ...asItIs, projectId } };
const toAccount = { destinationAccountId: byId('acc-2') };

/** The facts by resource; the resources of Vitally Analytics have its name before theirs. */
export const FACTS: Record<string, ResourceFacts | undefined> = {
	account: {
		pick: { accountId },
		ids: ['A9', 'A1'],
		made: { name: 'Account 9' },
		changed: { name: 'New' },
		synced: { name: 'Account 1', fields: { name: 'Nine' } },
	},
	organization: {
		pick: { organizationId },
		ids: ['O9', 'O1'],
		made: { name: 'Group 9' },
		changed: { name: 'New' },
		synced: { name: 'Group 1', fields: { name: 'Nine' } },
	},
	user: {
		pick: { userId, searchBy: 'externalId', searchValue: 'U1' },
		ids: ['U9', 'U1'],
		made: { accountId },
		known: { name: 'New' },
		changed: { name: 'New' },
		synced: { name: 'Office Manager', fields: { accountIds: ['acc-1'] } },
	},
	task: {
		pick: { taskId: byId('t-1'), additionalFields: { completedAt: '2026-03-01T10:00:00.000Z' } },
		ids: ['K9', 'K1'],
		made: newTask,
		changed: { name: 'New', ...asItIs },
		at: { [`create ${LINK}`]: newLinkedTask, [`upsert ${LINK}`]: newLinkedTask },
	},
	note: {
		pick: { noteId: byId('n-1') },
		ids: ['N9', 'N1'],
		made: { accountId, noteFormat, note: '<p>Hello</p>', noteDate: '2026-01-01T10:00:00.000Z' },
		changed: { subject, noteFormat },
	},
	project: {
		pick: { projectId, taskId: byId('t-1') },
		made: { templateId: byId('tpl-1'), accountId },
		changed: { name: 'New' },
		at: {
			[`unlinkTask ${UNLINK}`]: { projectId: byId('p-2'), taskId: byId('t-2') },
			[`move ${MOVE_FROM.account}`]: { projectId, accountId, ...toAccount },
			[`move ${MOVE_FROM.organization}`]: {
				projectId: byId('p-3'),
				moveFrom: 'organization',
				organizationId,
				...toAccount,
			},
		},
	},
	conversation: {
		pick: { conversationId: byId('c-1') },
		ids: ['T9', 'T1'],
		made: { subject },
		changed: { subject },
	},
	message: {
		pick: { messageId: byId('m-1') },
		ids: ['T1-9'],
		made: { conversationId: byId('c-1'), message: '<p>Hello</p>', fromId: userId },
	},
	meeting: {
		pick: {
			meetingId: byId('m-1'),
			email: 'lead@team.example',
			participantId: 'm-1-1',
			transcript: TRANSCRIPT,
		},
		made: {
			title: 'Review',
			participants: { participant: [{ email: 'office@customer.example' }] },
			additionalFields: { externalId: 'M9' },
		},
		changed: { title: 'New' },
	},
	npsResponse: {
		pick: { npsResponseId: byId('nps-1') },
		ids: ['R9', 'R1'],
		made: { userId, score: 9, respondedAt: '2026-01-02T10:00:00.000Z' },
		changed: { feedback: 'Good' },
	},
	survey: { pick: { surveyId: 'survey-1', responseId: 'survey-1-r1', questionId: 'survey-1-q1' } },
	customObjectInstance: {
		above: { customObjectId },
		pick: { customObjectInstanceId: byId('i-1'), searchBy: 'externalId', searchValue: 'I1' },
		ids: ['I9', 'I1'],
		made: { name: 'Renewal', accountId },
		changed: { name: 'New' },
		synced: {
			name: 'Name of i-1',
			fields: { name: 'Nine', customerId: 'acc-1' },
			place: { customObjectId: 'obj-1' },
		},
	},
	customObject: {
		pick: { customObjectId },
		made: { name: 'goals', label: 'Goals', writeMode: 'writable' },
		changed: { name: 'goals' },
	},
	admin: { pick: { email: 'lead@team.example' } },
	'vitallyAnalytics account': { pick: { accountId: 'A1' } },
	'vitallyAnalytics customObjectInstance': {
		pick: { customObjectId: 'obj-1', externalId: 'I9', accountId: 'A1' },
	},
	'vitallyAnalytics event': { pick: { event: 'Login', ...userOfAccount } },
	'vitallyAnalytics organization': { pick: { organizationId: 'O1' } },
	'vitallyAnalytics user': { pick: userOfAccount },
};

const MOVE = {
	exceptions: {
		customerId: cannotBeSet('An alias of accountId.'),
		accountId: setBy(
			(value) => ({ moveTo: 'account', destinationAccountId: byId(value) }),
			'The parameter of this name is what the project belongs to now.',
		),
		organizationId: setBy(
			(value) => ({ moveTo: 'organization', destinationOrganizationId: byId(value) }),
			'The parameter of this name is what the project belongs to now.',
		),
	},
	alsoSends: { accountId: 'A move has one destination; the calls have an account.' },
};

/** A new task gets the default milestone of its project unless another one is named. */
const LINK_OF_NEW_TASK = {
	milestone: setBy(
		(value) => ({ additionalFields: { projectId: byId('p-1'), milestone: value } }),
		'Blank stands for the default one, and only with a project is there any.',
	),
	source: cannotBeSet('The task was made just now, and is named by the ID that came back.'),
};

const searchedBy = (...names: string[]) =>
	Object.fromEntries(
		names.map((name) => [
			name,
			setBy(
				(value) => ({ searchBy: name, searchValue: value }),
				'The service takes exactly one criterion, so one parameter names it.',
			),
		]),
	);

const CRITERION_OF_CALL = { externalId: 'The criterion that the call chooses.' };

const pickedBy = (name: string, locator: (value: unknown) => object) => ({
	[name]: setBy(
		(value) => ({ customObjectInstanceId: locator(value) }),
		'The locator of the instance has a mode for it.',
	),
});

const findsSeveral = (...names: string[]) =>
	Object.fromEntries(
		names.map((name) => [name, cannotBeSet('It may find several: that is for the search.')]),
	);

const FIELDS_OF_OBJECT = {
	customFields: setBy(
		(value) => ({
			customFields: { field: value },
			updateFields: { customFields: { field: value } },
		}),
		'A form of rows; the model is always the same.',
	),
};

const ACCOUNT_OF_INSTANCE = {
	customerId: setBy(
		(value) => ({
			accountId: byId(value),
			additionalFields: { accountId: byId(value) },
			updateFields: { accountId: byId(value) },
		}),
		'The fields call it the account, as everywhere else.',
	),
};

/** A field of IDs of which either kind is accepted. */
const lookedUp = (name: string, externalId: string, id: string) =>
	setBy(
		() => ({ additionalFields: { [name]: externalId }, updateFields: { [name]: externalId } }),
		'Either ID is taken, and looked up.',
		[id],
	);

const TIES_OF_USER = {
	accountIds: lookedUp('accountIds', 'A1', 'acc-1'),
	organizationIds: lookedUp('organizationIds', 'O1', 'org-1'),
};

/** The two fields of a person: a role and an ID. */
const personFields = (person: unknown, role: string, id: string) => {
	const { type, id: value } = person as { type: string; id: string };

	return { [role]: type, [id]: byId(value) };
};

const KEEPS_TAGS = { tags: 'Leaving them out removes all tags (docs/internal/service.md, Notes).' };

export const FINDS_RECORD = { externalId: cannotBeSet('It finds the record, and stays as it is.') };
const ONLY_IN_JSON = cannotBeSet('Only the JSON of a conversation takes them.');
const OF_UPDATE = cannotBeSet('A completion sets when and by whom; the rest is for an update.');

/** The exceptions by endpoint; those of a single resource or operation begin with its name. */
export const EXCEPTIONS: Record<string, Exceptions | undefined> = {
	'PUT /resources/accounts/:id': {
		exceptions: {
			accountOwnerId: cannotBeSet(
				"Not in the document's update body (docs/internal/service.md, Accounts).",
			),
		},
	},
	'DELETE /resources/conversations/:id': {
		exceptions: {
			id: setBy((value) => ({ conversationId: byId(value) }), 'The same id as in the path.'),
		},
		alsoSends: {
			id: 'The document names it in the body too (docs/internal/service.md, Conversations).',
		},
	},
	'PUT /resources/notes/:id': { alsoSends: KEEPS_TAGS },
	'GET /resources/noteCategories': {
		exceptions: {
			sortBy: cannotBeSet(
				'The document gives this list `limit` and `from` only (docs/internal/service.md, Notes).',
			),
		},
	},
	[MOVE_FROM.account]: MOVE,
	[MOVE_FROM.organization]: MOVE,
	[`task ${LINK}`]: { exceptions: LINK_OF_NEW_TASK },
	'POST /resources/customObjects': { exceptions: FIELDS_OF_OBJECT },
	'PUT /resources/customObjects/:id': { exceptions: FIELDS_OF_OBJECT },
	'search GET /resources/customObjects/:customObjectId/instances/search': {
		exceptions: {
			...searchedBy('id', 'externalId', 'customerId', 'organizationId'),
			customFieldId: setBy(
				(value) => ({ searchBy: 'customField', customFieldId: byId(value) }),
				'A criterion of two parts.',
			),
			customFieldValue: setBy(
				(value) => ({
					searchBy: 'customField',
					customFieldId: byId('stage-1'),
					searchValue: value,
				}),
				'A criterion of two parts.',
			),
		},
		alsoSends: CRITERION_OF_CALL,
	},
	'get GET /resources/customObjects/:customObjectId/instances/search': {
		exceptions: {
			...pickedBy('id', byId),
			...pickedBy('externalId', byExternalId),
			...findsSeveral('customerId', 'organizationId', 'customFieldId', 'customFieldValue'),
		},
		alsoSends: {
			id: 'The call picks the instance by it: there is no read of one, so it is searched for.',
		},
	},
	'POST /resources/customObjects/:customObjectId/instances': {
		exceptions: ACCOUNT_OF_INSTANCE,
		alsoSends: { customerId: 'The account that the calls name.' },
	},
	'PUT /resources/customObjects/:customObjectId/instances/:id': { exceptions: ACCOUNT_OF_INSTANCE },
	'upsert PUT /resources/customObjects/:customObjectId/instances/:id': {
		alsoSends: { customerId: 'The account that the call names.' },
	},
	'POST /resources/conversations/:id/messages': {
		exceptions: {
			from: setBy(
				(value) => personFields(value, 'fromType', 'fromId'),
				'A field for the role, and one for the person.',
			),
			to: setBy(
				(value) => ({
					to: { recipient: [value].flat().map((person) => personFields(person, 'type', 'id')) },
				}),
				'A field for the role, and one for the person, in each row.',
			),
			cc: ONLY_IN_JSON,
			bcc: ONLY_IN_JSON,
		},
	},
	'POST /resources/meetings': {
		exceptions: {
			participants: cannotBeSet('A form of rows with one of three IDs each: test/nodes/meeting.'),
		},
	},
	'POST /resources/meetings/:id/participants': {
		alsoSends: { email: 'The participant that the call names; another ID takes its place.' },
	},
	'GET /resources/users/search': {
		exceptions: searchedBy('externalId', 'email', 'emailSubdomain'),
		alsoSends: CRITERION_OF_CALL,
	},
	'POST /resources/users': {
		exceptions: TIES_OF_USER,
		alsoSends: { accountIds: 'The account that the calls name.' },
	},
	'PUT /resources/users/:id': { exceptions: TIES_OF_USER },
	'GET /resources/npsResponses': {
		exceptions: {
			target: setBy(
				() => ({ filters: { target: 'organizations' } }),
				"The stored name is the plural, the service's word is not (docs/internal/beyond.md, 18).",
				'organization',
			),
		},
	},
	'PUT /resources/tasks/:id': { exceptions: FINDS_RECORD, alsoSends: KEEPS_TAGS },
	'complete PUT /resources/tasks/:id': {
		exceptions: Object.fromEntries(
			[
				'accountId',
				'organizationId',
				'assignedToId',
				'categoryId',
				'description',
				'dueDate',
				'name',
				'tags',
				'traits',
			].map((name) => [name, OF_UPDATE]),
		),
		alsoSends: { completedAt: 'It is what completes a task (docs/internal/beyond.md, 4).' },
	},
};

/** Endpoints that are reached, but accept no fields: test/nodes/analytics has their requests. */
export const BODY_IS_A_LIST = ['POST /analytics/v1/batch'];
