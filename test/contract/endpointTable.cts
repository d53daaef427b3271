import type { IDataObject } from 'n8n-workflow';

import type { NodeRun } from '../engine/node.cts';
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

interface Exceptions {
	/** By the name of the field; an asterisk for all. */
	exceptions?: Record<string, FieldException>;
	/** Fields that every request contains, though no parameter sets them, each with the reason. */
	alsoSends?: Record<string, string>;
}

/** A run of one operation with no more than it needs, in `addAllResources`. */
export interface Call extends Pick<NodeRun, 'type' | 'items'>, Exceptions {
	parameters: Record<string, unknown> & { resource: string; operation: string };
}

/** What holds for every operation that reaches the endpoint. */
export interface EndpointRow extends Exceptions {
	calls: Call[];
}

const cannotBeSet = (why: string): FieldException => ({ why });
const setBy = (
	parametersWith: FieldException['parametersWith'],
	why: string,
	sent?: unknown,
): FieldException => ({ why, parametersWith, sent });

/** A call, and the exceptions that hold for its operation only. */
const but = (call: Call, exceptions: Exceptions['exceptions'], alsoSends = {}): Call => ({
	...call,
	exceptions,
	alsoSends,
});

const on =
	(resource: string, type?: string) =>
	(operation: string, parameters: object = {}): Call => ({
		type,
		// The mapper, which is the default of a sync, hides the fields of the operation.
		parameters: {
			...{ resource, operation },
			...(operation === 'sync' && { traitsMode: 'fields', dryRun: false }),
			...parameters,
		},
	});

/** A call whose values are those of its input item, such as one of a Sync. */
const onItem = (operation: string, item: object, parameters: object): Call => {
	const { resource, result, changedFields } = item as IDataObject;
	const sent = [
		...(result === 'wouldCreate' ? ['externalId'] : []),
		...Object.keys(changedFields ?? {}),
	];
	return {
		...but(
			on(String(resource))(operation, { ...parameters, dryRun: false }),
			{ '*': cannotBeSet('Its values are those of the input items.') },
			Object.fromEntries(sent.map((name) => [name, 'The input item of the call contains it.'])),
		),
		items: [item as IDataObject],
	};
};

/** A change of the name that a record has: what a Sync did, and what a dry run of one would do. */
const changesOf = (
	resource: string,
	externalId: string,
	name: string,
	parameters: object = {},
	place: object = {},
): Call[] => {
	const change = (old: string, then: string) => ({ name: { old, new: then } });
	const done = { result: 'updated', changedFields: change('Before', name) };
	const planned = { result: 'wouldUpdate', changedFields: change(name, 'After') };
	return [
		onItem('undoSync', { resource, externalId, ...place, ...done }, parameters),
		onItem('applyChanges', { resource, externalId, ...place, ...planned }, parameters),
	];
};

/** What a dry run of a Sync would create. */
const creationOf = (
	resource: string,
	externalId: string,
	fields: object,
	parameters: object = {},
	place: object = {},
): Call => {
	const changes = Object.entries(fields).map(([field, value]) => [
		field,
		{ old: null, new: value },
	]);
	const changedFields = Object.fromEntries(changes);
	const item = { result: 'wouldCreate', resource, externalId, changedFields, ...place };
	return onItem('applyChanges', item, parameters);
};

const account = on('account');
const organization = on('organization');
const user = on('user');
const task = on('task');
const npsResponse = on('npsResponse');
const conversation = on('conversation');
const message = on('message');
const note = on('note');
const project = on('project');
const customObject = on('customObject');
const instance = on('customObjectInstance');
const meeting = on('meeting');
const survey = on('survey');
const analytics = (resource: string) => on(resource, 'vitallyAnalytics');

const accountId = byId('acc-1');
const organizationId = byId('org-1');
const userId = byId('user-1');
const taskId = byId('t-1');
const npsResponseId = byId('nps-1');
const conversationId = byId('c-1');
const messageId = byId('m-1');
const noteId = byId('n-1');
const projectId = byId('p-1');
const customObjectId = byId('obj-1');
const ofDeals = { customObjectId: 'obj-1' };
const meetingId = byId('m-1');

/** The scopes of a list. */
const ofAccount = { scope: 'account', accountId };
const ofOrganization = { scope: 'organization', organizationId };

const renamed = { updateFields: { name: 'New' } };
const subject = 'Question about the invoice';
/** As it is: the conversion of Markdown is tested with the values, the notes and the tasks. */
const noteFormat = 'html';
const asItIs = { descriptionFormat: 'html' };

const newAccount = { externalId: 'A9', name: 'Account 9' };
const oldAccount = { externalId: 'A1', name: 'Account 1' };
const newOrganization = { externalId: 'O9', name: 'Group 9' };
const oldOrganization = { externalId: 'O1', name: 'Group 1' };
const newTask = { accountId, name: 'Prepare the renewal', additionalFields: asItIs };
const newLinkedTask = { ...newTask, additionalFields: { ...asItIs, projectId } };
const newResponse = { userId, score: 9, respondedAt: '2026-01-02T10:00:00.000Z' };
const newMessage = {
	conversationId,
	externalId: 'T1-9',
	message: '<p>Hello</p>',
	fromId: userId,
};
const newNote = {
	accountId,
	noteFormat,
	note: '<p>Hello</p>',
	noteDate: '2026-01-01T10:00:00.000Z',
};
const toAccount = { destinationAccountId: byId('acc-2') };
const newInstance = { customObjectId, name: 'Renewal', accountId };
const oneInstance = { customObjectId, customObjectInstanceId: byId('i-1') };
const newMeeting = {
	title: 'Review',
	participants: { participant: [{ email: 'office@customer.example' }] },
	additionalFields: { externalId: 'M9' },
};
const userOfAccount = { userId: 'U1', accountId: 'A1' };

/** Rows by method and path; a list of calls where an endpoint has no exceptions. */
type Rows = Record<string, EndpointRow | Call[]>;

const notOfCompletion = (...names: string[]) =>
	Object.fromEntries(
		names.map((name) => [
			name,
			cannotBeSet('A completion sets when and by whom; the rest is for an update.'),
		]),
	);

/** The pages of a list. */
const list = (...calls: Call[]): EndpointRow => ({
	calls,
	exceptions: { from: cannotBeSet('The node turns the pages; a test of its own shows how.') },
	alsoSends: { limit: 'The size of a page.', sortBy: 'The order that the node relies on.' },
});
/** All records of a resource, and those of an account and of an organization. */
const lists = (plural: string, resource: (operation: string, scope?: object) => Call): Rows => ({
	[`GET /resources/${plural}`]: list(resource('getAll')),
	[`GET /resources/accounts/:accountId/${plural}`]: list(resource('getAll', ofAccount)),
	[`GET /resources/organizations/:organizationId/${plural}`]: list(
		resource('getAll', ofOrganization),
	),
});
/** One that accepts no order. */
const unordered = (...calls: Call[]): EndpointRow => ({
	...list(...calls),
	alsoSends: { limit: 'The size of a page.' },
});

const KEEPS_TAGS = {
	tags: 'Leaving them out removes all tags (docs/internal/service.md, Notes).',
};

const FINDS_RECORD = { externalId: cannotBeSet('It finds the record, and stays as it is.') };

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

/** Of the milestones of a project, a new task takes the default one unless another is named. */
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

const lookedUp = (name: string, externalId: string, id: string) =>
	setBy(
		() => ({
			additionalFields: { [name]: externalId },
			updateFields: { [name]: externalId },
		}),
		'Either ID is taken, and looked up.',
		[id],
	);
const TIES_OF_USER = {
	accountIds: lookedUp('accountIds', 'A1', 'acc-1'),
	organizationIds: lookedUp('organizationIds', 'O1', 'org-1'),
};

/** A role and an ID, in two fields. */
const personFields = (person: unknown, role: string, id: string) => {
	const { type, id: value } = person as { type: string; id: string };
	return { [role]: type, [id]: byId(value) };
};

const analyticsMessage = (...calls: Call[]): EndpointRow => ({
	calls,
	alsoSends: {
		messageId:
			'Required without a timestamp (docs/internal/service.md, Analytics API: account message).',
	},
});

/** docs/internal/service.md, Endpoints, in its order */
const DOCUMENT: Rows = {
	'GET /resources/accounts': list(account('getAll')),
	'GET /resources/organizations/:organizationId/accounts': list(account('getAll', ofOrganization)),
	'GET /resources/accounts/:id': [
		account('get', { accountId }),
		account('getBrief', { accountId }),
	],
	'GET /resources/accounts/:id/healthScores': [account('getHealthScores', { accountId })],
	'POST /resources/accounts': [
		account('create', newAccount),
		account('upsert', newAccount),
		account('sync', newAccount),
		creationOf('account', 'A9', { name: 'Nine' }),
	],
	'PUT /resources/accounts/:id': {
		calls: [
			account('update', { accountId, ...renamed }),
			account('upsert', oldAccount),
			account('sync', { ...oldAccount, name: 'New' }),
			...changesOf('account', 'A1', 'Account 1'),
		],
		exceptions: {
			accountOwnerId: cannotBeSet(
				"Not in the document's update body (docs/internal/service.md, Accounts).",
			),
		},
	},
	'DELETE /resources/accounts/:id': [
		account('delete', { accountId, confirmPermanentDelete: true }),
	],

	...lists('conversations', conversation),
	'POST /resources/conversations': [
		conversation('create', { subject }),
		conversation('upsert', { externalId: 'T9', subject }),
	],
	'PUT /resources/conversations/:id': [
		conversation('update', { conversationId, updateFields: { subject } }),
		conversation('upsert', { externalId: 'T1', subject }),
	],
	'GET /resources/conversations/:id': [conversation('get', { conversationId })],
	'DELETE /resources/conversations/:id': {
		calls: [conversation('delete', { conversationId })],
		exceptions: {
			id: setBy((value) => ({ conversationId: byId(value) }), 'The same id as in the path.'),
		},
		alsoSends: {
			id: 'The document names it in the body too (docs/internal/service.md, Conversations).',
		},
	},

	...lists('notes', note),
	'POST /resources/notes': [
		note('create', newNote),
		note('upsert', { externalId: 'N9', ...newNote }),
	],
	'GET /resources/notes/:id': [note('get', { noteId })],
	'PUT /resources/notes/:id': {
		calls: [
			note('update', { noteId, updateFields: { subject, noteFormat } }),
			but(note('upsert', { externalId: 'N1', ...newNote }), FINDS_RECORD),
		],
		alsoSends: KEEPS_TAGS,
	},
	'DELETE /resources/notes/:id': [note('delete', { noteId })],
	'GET /resources/noteCategories': {
		...unordered(on('noteCategory')('getAll')),
		exceptions: {
			...unordered().exceptions,
			sortBy: cannotBeSet(
				'The document gives this list `limit` and `from` only (docs/internal/service.md, Notes).',
			),
		},
	},

	...lists('projects', project),
	'POST /resources/projects': [project('create', { templateId: byId('tpl-1'), accountId })],
	'GET /resources/projects/:id': [project('get', { projectId })],
	'PUT /resources/projects/:id': [project('update', { projectId, ...renamed })],
	'POST /resources/accounts/:accountId/projects/:projectId/move': {
		calls: [project('move', { projectId, accountId, ...toAccount })],
		...MOVE,
	},
	'POST /resources/organizations/:organizationId/projects/:projectId/move': {
		calls: [
			project('move', {
				projectId: byId('p-3'),
				moveFrom: 'organization',
				organizationId,
				...toAccount,
			}),
		],
		...MOVE,
	},
	'DELETE /resources/projects/:id': [project('delete', { projectId })],
	'POST /resources/projects/:projectId/tasks/:taskId': [
		project('linkTask', { projectId, taskId }),
		but(task('create', newLinkedTask), LINK_OF_NEW_TASK),
		but(task('upsert', { externalId: 'K9', ...newLinkedTask }), LINK_OF_NEW_TASK),
	],
	'DELETE /resources/projects/:projectId/tasks/:taskId': [
		project('unlinkTask', { projectId: byId('p-2'), taskId: byId('t-2') }),
	],

	// The prefix of these is a public fact (docs/internal/public-facts.md, 4.12).
	'GET /resources/customObjects': list(customObject('getAll')),
	'POST /resources/customObjects': {
		calls: [customObject('create', { name: 'goals', label: 'Goals', writeMode: 'writable' })],
		exceptions: FIELDS_OF_OBJECT,
	},
	'GET /resources/customObjects/:id': [customObject('get', { customObjectId })],
	'PUT /resources/customObjects/:id': {
		calls: [customObject('update', { customObjectId, updateFields: { name: 'goals' } })],
		exceptions: FIELDS_OF_OBJECT,
	},
	'GET /resources/customObjects/:id/instances': list(instance('getAll', { customObjectId })),
	'GET /resources/customObjects/:id/instances/search': [
		but(
			instance('search', { customObjectId, searchBy: 'externalId', searchValue: 'I1' }),
			{
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
			CRITERION_OF_CALL,
		),
		but(
			instance('get', oneInstance),
			{
				...pickedBy('id', byId),
				...pickedBy('externalId', byExternalId),
				...findsSeveral('customerId', 'organizationId', 'customFieldId', 'customFieldValue'),
			},
			{ id: 'The call picks the instance by it: there is no read of one, so it is searched for.' },
		),
	],
	'POST /resources/customObjects/:id/instances': {
		calls: [
			instance('create', newInstance),
			instance('upsert', { externalId: 'I9', ...newInstance }),
			instance('sync', { externalId: 'I9', ...newInstance }),
			creationOf(
				'customObjectInstance',
				'I8',
				{ name: 'Nine', customerId: 'acc-1' },
				{ customObjectId },
				ofDeals,
			),
		],
		exceptions: ACCOUNT_OF_INSTANCE,
		alsoSends: { customerId: 'The account that the calls name.' },
	},
	'PUT /resources/customObjects/:id/instances/:instanceId': {
		calls: [
			instance('update', { ...oneInstance, ...renamed }),
			but(
				instance('upsert', { customObjectId, externalId: 'I1', name: 'New', accountId }),
				FINDS_RECORD,
				{ customerId: 'The account that the call names.' },
			),
			but(instance('sync', { customObjectId, externalId: 'I1', name: 'New' }), FINDS_RECORD),
			...changesOf('customObjectInstance', 'I1', 'Name of i-1', { customObjectId }, ofDeals),
		],
		exceptions: ACCOUNT_OF_INSTANCE,
	},
	'DELETE /resources/customObjects/:id/instances/:instanceId': [instance('delete', oneInstance)],
};

/** docs/internal/beyond.md, 2 to 12; docs/internal/public-facts.md, 6 */
const BEYOND: Rows = {
	'GET /resources/organizations': list(organization('getAll')),
	'GET /resources/organizations/:id': [
		organization('get', { organizationId }),
		organization('getBrief', { organizationId }),
	],
	'POST /resources/organizations': [
		organization('create', newOrganization),
		organization('upsert', newOrganization),
		organization('sync', newOrganization),
		creationOf('organization', 'O9', { name: 'Nine' }),
	],
	'PUT /resources/organizations/:id': [
		organization('update', { organizationId, ...renamed }),
		organization('upsert', oldOrganization),
		organization('sync', { ...oldOrganization, name: 'New' }),
		...changesOf('organization', 'O1', 'Group 1'),
	],
	'DELETE /resources/organizations/:id': [
		organization('delete', { organizationId, confirmPermanentDelete: true }),
	],

	'POST /resources/conversations/:conversationId/messages': {
		calls: [message('create', newMessage)],
		exceptions: {
			from: setBy(
				(value) => personFields(value, 'fromType', 'fromId'),
				'A field for the role, and one for the person.',
			),
			to: setBy(
				(value) => ({
					to: { recipient: [value].flat().map((one) => personFields(one, 'type', 'id')) },
				}),
				'A field for the role, and one for the person, in each row.',
			),
			cc: cannotBeSet('Only the JSON of a conversation takes them.'),
			bcc: cannotBeSet('Only the JSON of a conversation takes them.'),
		},
	},
	'GET /resources/messages/:id': [message('get', { messageId })],
	'DELETE /resources/messages/:id': [message('delete', { messageId })],

	...lists('meetings', meeting),
	'GET /resources/meetings/:id': [meeting('get', { meetingId })],
	'POST /resources/meetings': {
		calls: [meeting('create', newMeeting)],
		exceptions: {
			participants: cannotBeSet('A form of rows with one of three IDs each: test/nodes/meeting.'),
		},
	},
	'PUT /resources/meetings/:id': [meeting('update', { meetingId, updateFields: { title: 'New' } })],
	'DELETE /resources/meetings/:id': [meeting('delete', { meetingId })],
	'POST /resources/meetings/:id/participants': {
		calls: [meeting('addParticipant', { meetingId, email: 'lead@team.example' })],
		alsoSends: { email: 'The participant that the call names; another ID takes its place.' },
	},
	'DELETE /resources/meetings/:id/participants/:participantId': [
		meeting('removeParticipant', { meetingId, participantId: 'm-1-1' }),
	],
	'GET /resources/meetings/:id/transcript': [meeting('getTranscript', { meetingId })],
	'POST /resources/meetings/:id/transcript': [
		meeting('setTranscript', { meetingId, transcript: TRANSCRIPT }),
	],

	'GET /resources/surveys/:surveyId/responses': unordered(
		survey('getResponses', { surveyId: 'survey-1' }),
	),
	'GET /resources/surveyResponses/:id': [survey('getResponse', { responseId: 'survey-1-r1' })],
	'GET /resources/surveyQuestions/:id': [survey('getQuestion', { questionId: 'survey-1-q1' })],

	...lists('users', user),
	'GET /resources/users/search': {
		calls: [user('search', { searchBy: 'externalId', searchValue: 'U1' })],
		exceptions: searchedBy('externalId', 'email', 'emailSubdomain'),
		alsoSends: CRITERION_OF_CALL,
	},
	'GET /resources/users/:id': [user('get', { userId })],
	'POST /resources/users': {
		calls: [
			user('create', { externalId: 'U9', accountId }),
			user('upsert', { externalId: 'U9', accountId }),
			user('sync', { externalId: 'U9', accountId }),
			creationOf('user', 'U9', { accountIds: ['acc-1'] }),
		],
		exceptions: TIES_OF_USER,
		alsoSends: { accountIds: 'The account that the calls name.' },
	},
	'PUT /resources/users/:id': {
		calls: [
			user('update', { userId, ...renamed }),
			user('upsert', { externalId: 'U1', name: 'New' }),
			user('sync', { externalId: 'U1', name: 'New' }),
			...changesOf('user', 'U1', 'Office Manager'),
		],
		exceptions: TIES_OF_USER,
	},
	'DELETE /resources/users/:id': [user('delete', { userId, confirmPermanentDelete: true })],

	...lists('npsResponses', npsResponse),
	'GET /resources/npsResponses': {
		...list(npsResponse('getAll')),
		exceptions: {
			...list().exceptions,
			target: setBy(
				() => ({ filters: { target: 'organizations' } }),
				"The stored name is the plural, the service's word is not (docs/internal/beyond.md, 18).",
				'organization',
			),
		},
	},
	'GET /resources/npsResponses/:id': [npsResponse('get', { npsResponseId })],
	'POST /resources/npsResponses': [
		npsResponse('create', newResponse),
		npsResponse('upsert', { externalId: 'R9', ...newResponse }),
	],
	'PUT /resources/npsResponses/:id': [
		npsResponse('update', { npsResponseId, updateFields: { feedback: 'Good' } }),
		but(npsResponse('upsert', { externalId: 'R1', ...newResponse }), FINDS_RECORD),
	],
	'DELETE /resources/npsResponses/:id': [npsResponse('delete', { npsResponseId })],

	'GET /resources/admins': unordered(on('admin')('getAll')),
	'GET /resources/admins/search': [on('admin')('get', { email: 'lead@team.example' })],
	'GET /resources/customFields': [on('customField')('getAll')],
	'GET /resources/taskCategories': unordered(on('taskCategory')('getAll')),
	'GET /resources/projectTemplates': unordered(on('projectTemplate')('getAll')),
	'GET /resources/projectCategories': unordered(on('projectCategory')('getAll')),

	'POST /analytics/v1/account': analyticsMessage(
		analytics('account')('upsert', { accountId: 'A1' }),
	),
	'POST /analytics/v1/organization': analyticsMessage(
		analytics('organization')('upsert', { organizationId: 'O1' }),
	),
	'POST /analytics/v1/user': analyticsMessage(analytics('user')('upsert', userOfAccount)),
	'POST /analytics/v1/track': analyticsMessage(
		analytics('event')('track', { event: 'Login', ...userOfAccount }),
	),
	'POST /analytics/v1/unlink': analyticsMessage(analytics('user')('unlink', userOfAccount)),
	'POST /analytics/v1/customobjectinstance': analyticsMessage(
		analytics('customObjectInstance')('upsert', {
			customObjectId: 'obj-1',
			externalId: 'I9',
			accountId: 'A1',
		}),
	),
};

/** docs/internal/beyond.md, 4: before the endpoint that links a new task to a project */
const TASKS: Rows = {
	...lists('tasks', task),
	'GET /resources/tasks/:id': [task('get', { taskId })],
	'POST /resources/tasks': [
		task('create', newTask),
		task('upsert', { externalId: 'K9', ...newTask }),
	],
	'PUT /resources/tasks/:id': {
		calls: [
			task('update', { taskId, updateFields: { name: 'New', ...asItIs } }),
			task('upsert', { externalId: 'K1', ...newTask }),
			but(
				task('complete', { taskId, additionalFields: { completedAt: '2026-03-01T10:00:00.000Z' } }),
				notOfCompletion(
					...['accountId', 'organizationId', 'assignedToId', 'categoryId', 'description'],
					...['dueDate', 'name', 'tags', 'traits'],
				),
				{ completedAt: 'It is what completes a task (docs/internal/beyond.md, 4).' },
			),
		],
		exceptions: FINDS_RECORD,
		alsoSends: KEEPS_TAGS,
	},
	'DELETE /resources/tasks/:id': [task('delete', { taskId })],
};

/** Every endpoint of the service, with a call for each operation that reaches it. */
export const ENDPOINT_TABLE: Array<EndpointRow & { method: string; path: string }> = Object.entries(
	{ ...TASKS, ...DOCUMENT, ...BEYOND },
).map(([endpoint, row]) => {
	const [method, path] = endpoint.split(' ');
	return { method, path, ...(Array.isArray(row) ? { calls: row } : row) };
});

/** Endpoints that are reached, but accept no fields: test/nodes/analytics has their requests. */
export const BODY_IS_A_LIST = ['POST /analytics/v1/batch'];
