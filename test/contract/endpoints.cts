import { byId } from '../fixtures/locators.cts';
import { ORGANIZATION } from './endpoints/organization.cts';
import { MEETING } from './endpoints/meeting.cts';
import { SURVEY } from './endpoints/survey.cts';
import { TASK, TASK_LINKS } from './endpoints/task.cts';
import { ANALYTICS } from './endpoints/analytics.cts';
import { MESSAGE } from './endpoints/message.cts';
import { NPS_RESPONSE } from './endpoints/npsResponse.cts';
import { USER } from './endpoints/user.cts';
import { WORKSPACE } from './endpoints/workspace.cts';
import {
	at,
	ofAccount,
	ofOrganization,
	on,
	undoOf,
	type Call,
	type Endpoint,
} from './endpoint.cts';

export type { Call, Endpoint };

const account = on('account');
const conversation = on('conversation');
const note = on('note');
const project = on('project');
const customObject = on('customObject');
const instance = on('customObjectInstance');
const accountId = byId('acc-1');
const oldAccount = { externalId: 'A1', name: 'Account 1' };
const newAccount = { externalId: 'A9', name: 'Account 9' };

const conversationId = byId('c-1');
const subject = 'Question about the invoice';

const noteId = byId('n-1');
/** As it is: the conversion of Markdown is tested with the values and the notes. */
const noteFormat = 'html';
const newNote = {
	accountId,
	noteFormat,
	note: '<p>Hello</p>',
	noteDate: '2026-01-01T10:00:00.000Z',
};

const projectId = byId('p-1');
const toAccount = { destinationAccountId: byId('acc-2') };
const task = { projectId, taskId: byId('t-1') };
const linkedTask = { projectId: byId('p-2'), taskId: byId('t-2') };

const customObjectId = byId('obj-1');
const newCustomObject = { name: 'goals', label: 'Goals', writeMode: 'writable' };
const oneInstance = { customObjectId, customObjectInstanceId: byId('i-1') };
const newInstance = { customObjectId, name: 'Renewal', accountId: byId('acc-1') };

/** Every method and path of docs/internal/service.md, Endpoints; in its order. */
const DOCUMENT: Endpoint[] = [
	at('GET', '/resources/accounts', account('getAll')),
	at('GET', '/resources/organizations/:organizationId/accounts', account('getAll', ofOrganization)),
	at(
		'GET',
		'/resources/accounts/:id',
		account('get', { accountId }),
		account('getBrief', { accountId }),
	),
	at('GET', '/resources/accounts/:id/healthScores', account('getHealthScores', { accountId })),
	at(
		'POST',
		'/resources/accounts',
		account('create', newAccount),
		account('upsert', newAccount),
		account('sync', newAccount),
	),
	at(
		'PUT',
		'/resources/accounts/:id',
		account('update', { accountId, updateFields: { name: 'New' } }),
		account('upsert', oldAccount),
		account('sync', { ...oldAccount, name: 'New' }),
		undoOf('account', 'acc-1', 'Account 1'),
	),
	at(
		'DELETE',
		'/resources/accounts/:id',
		account('delete', { accountId, confirmPermanentDelete: true }),
	),

	at('GET', '/resources/conversations', conversation('getAll')),
	at('GET', '/resources/accounts/:accountId/conversations', conversation('getAll', ofAccount)),
	at(
		'GET',
		'/resources/organizations/:organizationId/conversations',
		conversation('getAll', ofOrganization),
	),
	at(
		'POST',
		'/resources/conversations',
		conversation('create', { subject }),
		conversation('upsert', { externalId: 'T9', subject }),
	),
	at(
		'PUT',
		'/resources/conversations/:id',
		conversation('update', { conversationId, updateFields: { subject } }),
		conversation('upsert', { externalId: 'T1', subject }),
	),
	at('GET', '/resources/conversations/:id', conversation('get', { conversationId })),
	at('DELETE', '/resources/conversations/:id', conversation('delete', { conversationId })),

	at('GET', '/resources/notes', note('getAll')),
	at('GET', '/resources/accounts/:accountId/notes', note('getAll', ofAccount)),
	at('GET', '/resources/organizations/:organizationId/notes', note('getAll', ofOrganization)),
	at(
		'POST',
		'/resources/notes',
		note('create', newNote),
		note('upsert', { externalId: 'N9', ...newNote }),
	),
	at('GET', '/resources/notes/:id', note('get', { noteId })),
	at(
		'PUT',
		'/resources/notes/:id',
		note('update', { noteId, updateFields: { subject, noteFormat } }),
		note('upsert', { externalId: 'N1', ...newNote }),
	),
	at('DELETE', '/resources/notes/:id', note('delete', { noteId })),
	at('GET', '/resources/noteCategories', on('noteCategory')('getAll')),

	at('GET', '/resources/projects', project('getAll')),
	at('GET', '/resources/accounts/:accountId/projects', project('getAll', ofAccount)),
	at('GET', '/resources/organizations/:organizationId/projects', project('getAll', ofOrganization)),
	at(
		'POST',
		'/resources/projects',
		project('create', { templateId: byId('tpl-1'), accountId: byId('acc-1') }),
	),
	at('GET', '/resources/projects/:id', project('get', { projectId })),
	at(
		'PUT',
		'/resources/projects/:id',
		project('update', { projectId, updateFields: { name: 'New' } }),
	),
	at(
		'POST',
		'/resources/accounts/:accountId/projects/:projectId/move',
		project('move', { projectId, accountId, ...toAccount }),
	),
	at(
		'POST',
		'/resources/organizations/:organizationId/projects/:projectId/move',
		project('move', {
			projectId: byId('p-3'),
			moveFrom: 'organization',
			organizationId: byId('org-1'),
			...toAccount,
		}),
	),
	at('DELETE', '/resources/projects/:id', project('delete', { projectId })),
	at(
		'POST',
		'/resources/projects/:projectId/tasks/:taskId',
		project('linkTask', task),
		...TASK_LINKS,
	),
	at('DELETE', '/resources/projects/:projectId/tasks/:taskId', project('unlinkTask', linkedTask)),

	// The prefix of these is a public fact (docs/internal/public-facts.md, 4.12).
	at('GET', '/resources/customObjects', customObject('getAll')),
	at('POST', '/resources/customObjects', customObject('create', newCustomObject)),
	at('GET', '/resources/customObjects/:id', customObject('get', { customObjectId })),
	at(
		'PUT',
		'/resources/customObjects/:id',
		customObject('update', { customObjectId, updateFields: { name: 'goals' } }),
	),
	at('GET', '/resources/customObjects/:id/instances', instance('getAll', { customObjectId })),
	at(
		'GET',
		'/resources/customObjects/:id/instances/search',
		instance('search', { customObjectId, searchBy: 'externalId', searchValue: 'I1' }),
		instance('get', oneInstance),
	),
	at(
		'POST',
		'/resources/customObjects/:id/instances',
		instance('create', newInstance),
		instance('upsert', { externalId: 'I9', ...newInstance }),
		instance('sync', { customObjectId, externalId: 'I9', name: 'Renewal', accountId }),
	),
	at(
		'PUT',
		'/resources/customObjects/:id/instances/:instanceId',
		instance('update', { ...oneInstance, updateFields: { name: 'New' } }),
		instance('upsert', { customObjectId, externalId: 'I1', name: 'New', accountId }),
		instance('sync', { customObjectId, externalId: 'I1', name: 'New' }),
		undoOf('customObjectInstance', 'i-1', 'Name of i-1', { customObjectId }),
	),
	at(
		'DELETE',
		'/resources/customObjects/:id/instances/:instanceId',
		instance('delete', oneInstance),
	),
];

/** Every endpoint that the node offers; those beyond the document have a file for each resource. */
export const ENDPOINTS: Endpoint[] = [
	...TASK,
	...DOCUMENT,
	...ORGANIZATION,
	...MESSAGE,
	...MEETING,
	...SURVEY,
	...USER,
	...NPS_RESPONSE,
	...WORKSPACE,
	...ANALYTICS,
];

/** An operation on its way to one endpoint. */
export interface Way {
	endpoint: Endpoint;
	call: Call;
}

export const WAYS: Way[] = ENDPOINTS.flatMap((endpoint) =>
	endpoint.calls.map((call) => ({ endpoint, call })),
);

/** `vitally note create`, for titles and comparisons. */
export function nameOf({ type = 'vitally', parameters }: Call): string {
	return `${type} ${parameters.resource} ${parameters.operation}`;
}

/** `vitally note create POST /resources/notes` */
export function titleOf({ endpoint, call }: Way): string {
	return `${nameOf(call)} ${endpoint.method} ${endpoint.path}`;
}
