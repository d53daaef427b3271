import type { NodeRun } from '../engine/node.cts';
import { byId } from '../fixtures/locators.cts';
import { TRANSCRIPT } from '../fixtures/meetings.cts';

/** A run of one operation with no more than it needs, in `addAllResources`. */
export type Call = Pick<NodeRun, 'type' | 'items'> & {
	parameters: Record<string, unknown> & { resource: string; operation: string };
};

const on =
	(resource: string, type?: string) =>
	(operation: string, parameters: object = {}): Call => ({
		type,
		// The mapper, which is the default of a sync, hides the fields of the operation.
		parameters: {
			...{ resource, operation },
			...(operation === 'sync' && { traitsMode: 'fields' }),
			...parameters,
		},
	});

/** The undo of a Sync that changed the name of a record to the one it has. */
const undoOf = (resource: string, id: string, name: string, parameters: object = {}): Call => ({
	...on(resource)('undoSync', parameters),
	items: [{ result: 'updated', id, changedFields: { name: { old: 'Before', new: name } } }],
});

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

/** The calls that reach an endpoint, by its method and path. */
type CallsByEndpoint = Record<string, Call[]>;

/** docs/internal/service.md, Endpoints, in its order */
const DOCUMENT: CallsByEndpoint = {
	'GET /resources/accounts': [account('getAll')],
	'GET /resources/organizations/:organizationId/accounts': [account('getAll', ofOrganization)],
	'GET /resources/accounts/:id': [
		account('get', { accountId }),
		account('getBrief', { accountId }),
	],
	'GET /resources/accounts/:id/healthScores': [account('getHealthScores', { accountId })],
	'POST /resources/accounts': [
		account('create', newAccount),
		account('upsert', newAccount),
		account('sync', newAccount),
	],
	'PUT /resources/accounts/:id': [
		account('update', { accountId, ...renamed }),
		account('upsert', oldAccount),
		account('sync', { ...oldAccount, name: 'New' }),
		undoOf('account', 'acc-1', 'Account 1'),
	],
	'DELETE /resources/accounts/:id': [
		account('delete', { accountId, confirmPermanentDelete: true }),
	],

	'GET /resources/conversations': [conversation('getAll')],
	'GET /resources/accounts/:accountId/conversations': [conversation('getAll', ofAccount)],
	'GET /resources/organizations/:organizationId/conversations': [
		conversation('getAll', ofOrganization),
	],
	'POST /resources/conversations': [
		conversation('create', { subject }),
		conversation('upsert', { externalId: 'T9', subject }),
	],
	'PUT /resources/conversations/:id': [
		conversation('update', { conversationId, updateFields: { subject } }),
		conversation('upsert', { externalId: 'T1', subject }),
	],
	'GET /resources/conversations/:id': [conversation('get', { conversationId })],
	'DELETE /resources/conversations/:id': [conversation('delete', { conversationId })],

	'GET /resources/notes': [note('getAll')],
	'GET /resources/accounts/:accountId/notes': [note('getAll', ofAccount)],
	'GET /resources/organizations/:organizationId/notes': [note('getAll', ofOrganization)],
	'POST /resources/notes': [
		note('create', newNote),
		note('upsert', { externalId: 'N9', ...newNote }),
	],
	'GET /resources/notes/:id': [note('get', { noteId })],
	'PUT /resources/notes/:id': [
		note('update', { noteId, updateFields: { subject, noteFormat } }),
		note('upsert', { externalId: 'N1', ...newNote }),
	],
	'DELETE /resources/notes/:id': [note('delete', { noteId })],
	'GET /resources/noteCategories': [on('noteCategory')('getAll')],

	'GET /resources/projects': [project('getAll')],
	'GET /resources/accounts/:accountId/projects': [project('getAll', ofAccount)],
	'GET /resources/organizations/:organizationId/projects': [project('getAll', ofOrganization)],
	'POST /resources/projects': [project('create', { templateId: byId('tpl-1'), accountId })],
	'GET /resources/projects/:id': [project('get', { projectId })],
	'PUT /resources/projects/:id': [project('update', { projectId, ...renamed })],
	'POST /resources/accounts/:accountId/projects/:projectId/move': [
		project('move', { projectId, accountId, ...toAccount }),
	],
	'POST /resources/organizations/:organizationId/projects/:projectId/move': [
		project('move', {
			projectId: byId('p-3'),
			moveFrom: 'organization',
			organizationId,
			...toAccount,
		}),
	],
	'DELETE /resources/projects/:id': [project('delete', { projectId })],
	'POST /resources/projects/:projectId/tasks/:taskId': [
		project('linkTask', { projectId, taskId }),
		task('create', newLinkedTask),
		task('upsert', { externalId: 'K9', ...newLinkedTask }),
	],
	'DELETE /resources/projects/:projectId/tasks/:taskId': [
		project('unlinkTask', { projectId: byId('p-2'), taskId: byId('t-2') }),
	],

	// The prefix of these is a public fact (docs/internal/public-facts.md, 4.12).
	'GET /resources/customObjects': [customObject('getAll')],
	'POST /resources/customObjects': [
		customObject('create', { name: 'goals', label: 'Goals', writeMode: 'writable' }),
	],
	'GET /resources/customObjects/:id': [customObject('get', { customObjectId })],
	'PUT /resources/customObjects/:id': [
		customObject('update', { customObjectId, updateFields: { name: 'goals' } }),
	],
	'GET /resources/customObjects/:id/instances': [instance('getAll', { customObjectId })],
	'GET /resources/customObjects/:id/instances/search': [
		instance('search', { customObjectId, searchBy: 'externalId', searchValue: 'I1' }),
		instance('get', oneInstance),
	],
	'POST /resources/customObjects/:id/instances': [
		instance('create', newInstance),
		instance('upsert', { externalId: 'I9', ...newInstance }),
		instance('sync', { externalId: 'I9', ...newInstance }),
	],
	'PUT /resources/customObjects/:id/instances/:instanceId': [
		instance('update', { ...oneInstance, ...renamed }),
		instance('upsert', { customObjectId, externalId: 'I1', name: 'New', accountId }),
		instance('sync', { customObjectId, externalId: 'I1', name: 'New' }),
		undoOf('customObjectInstance', 'i-1', 'Name of i-1', { customObjectId }),
	],
	'DELETE /resources/customObjects/:id/instances/:instanceId': [instance('delete', oneInstance)],
};

/** docs/internal/beyond.md, 2 to 12; docs/internal/public-facts.md, 6 */
const BEYOND: CallsByEndpoint = {
	'GET /resources/organizations': [organization('getAll')],
	'GET /resources/organizations/:id': [
		organization('get', { organizationId }),
		organization('getBrief', { organizationId }),
	],
	'POST /resources/organizations': [
		organization('create', newOrganization),
		organization('upsert', newOrganization),
		organization('sync', newOrganization),
	],
	'PUT /resources/organizations/:id': [
		organization('update', { organizationId, ...renamed }),
		organization('upsert', oldOrganization),
		organization('sync', { ...oldOrganization, name: 'New' }),
		undoOf('organization', 'org-1', 'Group 1'),
	],
	'DELETE /resources/organizations/:id': [
		organization('delete', { organizationId, confirmPermanentDelete: true }),
	],

	'POST /resources/conversations/:conversationId/messages': [message('create', newMessage)],
	'GET /resources/messages/:id': [message('get', { messageId })],
	'DELETE /resources/messages/:id': [message('delete', { messageId })],

	'GET /resources/meetings': [meeting('getAll')],
	'GET /resources/accounts/:accountId/meetings': [meeting('getAll', ofAccount)],
	'GET /resources/organizations/:organizationId/meetings': [meeting('getAll', ofOrganization)],
	'GET /resources/meetings/:id': [meeting('get', { meetingId })],
	'POST /resources/meetings': [meeting('create', newMeeting)],
	'PUT /resources/meetings/:id': [meeting('update', { meetingId, updateFields: { title: 'New' } })],
	'DELETE /resources/meetings/:id': [meeting('delete', { meetingId })],
	'POST /resources/meetings/:id/participants': [
		meeting('addParticipant', { meetingId, email: 'lead@team.example' }),
	],
	'DELETE /resources/meetings/:id/participants/:participantId': [
		meeting('removeParticipant', { meetingId, participantId: 'm-1-1' }),
	],
	'GET /resources/meetings/:id/transcript': [meeting('getTranscript', { meetingId })],
	'POST /resources/meetings/:id/transcript': [
		meeting('setTranscript', { meetingId, transcript: TRANSCRIPT }),
	],

	'GET /resources/surveys/:surveyId/responses': [survey('getResponses', { surveyId: 'survey-1' })],
	'GET /resources/surveyResponses/:id': [survey('getResponse', { responseId: 'survey-1-r1' })],
	'GET /resources/surveyQuestions/:id': [survey('getQuestion', { questionId: 'survey-1-q1' })],

	'GET /resources/users': [user('getAll')],
	'GET /resources/accounts/:accountId/users': [user('getAll', ofAccount)],
	'GET /resources/organizations/:organizationId/users': [user('getAll', ofOrganization)],
	'GET /resources/users/search': [user('search', { searchBy: 'externalId', searchValue: 'U1' })],
	'GET /resources/users/:id': [user('get', { userId })],
	'POST /resources/users': [
		user('create', { externalId: 'U9', accountId }),
		user('upsert', { externalId: 'U9', accountId }),
		user('sync', { externalId: 'U9', accountId }),
	],
	'PUT /resources/users/:id': [
		user('update', { userId, ...renamed }),
		user('upsert', { externalId: 'U1', name: 'New' }),
		user('sync', { externalId: 'U1', name: 'New' }),
		undoOf('user', 'user-1', 'Office Manager'),
	],
	'DELETE /resources/users/:id': [user('delete', { userId, confirmPermanentDelete: true })],

	'GET /resources/npsResponses': [npsResponse('getAll')],
	'GET /resources/accounts/:accountId/npsResponses': [npsResponse('getAll', ofAccount)],
	'GET /resources/organizations/:organizationId/npsResponses': [
		npsResponse('getAll', ofOrganization),
	],
	'GET /resources/npsResponses/:id': [npsResponse('get', { npsResponseId })],
	'POST /resources/npsResponses': [
		npsResponse('create', newResponse),
		npsResponse('upsert', { externalId: 'R9', ...newResponse }),
	],
	'PUT /resources/npsResponses/:id': [
		npsResponse('update', { npsResponseId, updateFields: { feedback: 'Good' } }),
		npsResponse('upsert', { externalId: 'R1', ...newResponse }),
	],
	'DELETE /resources/npsResponses/:id': [npsResponse('delete', { npsResponseId })],

	'GET /resources/admins': [on('admin')('getAll')],
	'GET /resources/admins/search': [on('admin')('get', { email: 'lead@team.example' })],
	'GET /resources/customFields': [on('customField')('getAll')],
	'GET /resources/taskCategories': [on('taskCategory')('getAll')],
	'GET /resources/projectTemplates': [on('projectTemplate')('getAll')],
	'GET /resources/projectCategories': [on('projectCategory')('getAll')],

	'POST /analytics/v1/account': [analytics('account')('upsert', { accountId: 'A1' })],
	'POST /analytics/v1/organization': [
		analytics('organization')('upsert', { organizationId: 'O1' }),
	],
	'POST /analytics/v1/user': [analytics('user')('upsert', userOfAccount)],
	'POST /analytics/v1/track': [analytics('event')('track', { event: 'Login', ...userOfAccount })],
	'POST /analytics/v1/unlink': [analytics('user')('unlink', userOfAccount)],
	'POST /analytics/v1/customobjectinstance': [
		analytics('customObjectInstance')('upsert', {
			customObjectId: 'obj-1',
			externalId: 'I9',
			accountId: 'A1',
		}),
	],
};

/** docs/internal/beyond.md, 4: before the endpoint that links a new task to a project */
const TASKS: CallsByEndpoint = {
	'GET /resources/tasks': [task('getAll')],
	'GET /resources/accounts/:accountId/tasks': [task('getAll', ofAccount)],
	'GET /resources/organizations/:organizationId/tasks': [task('getAll', ofOrganization)],
	'GET /resources/tasks/:id': [task('get', { taskId })],
	'POST /resources/tasks': [
		task('create', newTask),
		task('upsert', { externalId: 'K9', ...newTask }),
	],
	'PUT /resources/tasks/:id': [
		task('update', { taskId, updateFields: { name: 'New', ...asItIs } }),
		task('upsert', { externalId: 'K1', ...newTask }),
		task('complete', { taskId, additionalFields: { completedAt: '2026-03-01T10:00:00.000Z' } }),
	],
	'DELETE /resources/tasks/:id': [task('delete', { taskId })],
};

/** Every endpoint of the service, with a call for each operation that reaches it. */
export const ENDPOINT_TABLE: CallsByEndpoint = { ...TASKS, ...DOCUMENT, ...BEYOND };
