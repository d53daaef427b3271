import { randomUUID } from 'node:crypto';

import type { IDataObject } from 'n8n-workflow';

import {
	describeResponse,
	isTime,
	judge,
	notSeen,
	seen,
	shapeOf,
	type Finding,
	type ReadFact,
} from './fact.cts';
import { traitTypeOf } from '../../nodes/Vitally/values/traitValue';
import { recordsIn, type Workspace } from './workspace.cts';

const ACCOUNTS = '/resources/accounts';
const ALL_ACCOUNTS = { status: 'activeOrChurned' };

/** The lists that the trigger reads by `updatedAt`. */
const TRIGGER_LISTS: ReadonlyArray<[path: string, query?: IDataObject]> = [
	[ACCOUNTS, ALL_ACCOUNTS],
	['/resources/organizations'],
	['/resources/users'],
	['/resources/tasks'],
	['/resources/notes'],
	['/resources/conversations'],
	['/resources/projects'],
	['/resources/npsResponses'],
];

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);

/** Whether each record has a time that is not above the one before it. */
function isDescending(records: readonly IDataObject[], field: string): boolean {
	const times = records.map((record) => Date.parse(String(record[field])));
	return times.every((time, index) => index === 0 || time <= times[index - 1]);
}

/** Reads one record by its external ID, where the list shows one that has one. */
async function byExternalId(
	workspace: Workspace,
	path: string,
	isExpected: (status: number) => boolean,
): Promise<Finding> {
	const record = (await workspace.list(path)).find(({ externalId }) => externalId);
	if (!record) return notSeen('no record of the first page has an external ID');
	const id = encodeURIComponent(String(record.externalId));
	const { status, body } = await workspace.read(`${path}/${id}`);
	const isSame = (body as { id?: unknown })?.id === record.id;
	return judge(
		isExpected(status),
		status < 300 ? `${status}, the same record: ${isSame}` : `${status}`,
	);
}

const isFound = (status: number) => status < 300;
const isNotFound = (status: number) => status === 404;

/** The parameters that the page of a nested list does not name. */
async function nestedQuery(
	workspace: Workspace,
	parents: string,
	path: (id: unknown) => string,
	query: IDataObject,
): Promise<Finding> {
	const [parent] = await workspace.list(parents);
	if (!parent) return notSeen('the workspace has no record of that kind');
	const [name] = Object.keys(query);
	const { status } = await workspace.read(path(parent.id), query);
	return seen(status < 300 ? `${name}: accepted or ignored` : `${name}: ${status}`);
}

async function customFieldTypes(workspace: Workspace, model: string): Promise<string[]> {
	const fields = recordsIn(await workspace.read('/resources/customFields', { model }));
	return fields.map(({ type }) => String(type));
}

export const READ_FACTS: readonly ReadFact[] = [
	{
		id: 'V1',
		statement: 'A 400 says why: `error` is a text, or has a `message` and a list `errors`',
		section: 'public-facts.md, 2',
		ifItDiffers: 'An error in n8n lacks its reason; transport/errors/apiErrors.ts reads it.',
		ask: async (workspace) => {
			const response = await workspace.read(ACCOUNTS, { sortBy: 'no such order' });
			if (response.status !== 400) return notSeen(describeResponse(response));
			const { error } = (response.body ?? {}) as { error?: unknown };
			const { message, errors } = (error ?? {}) as { message?: unknown; errors?: unknown };
			const isKnown =
				typeof error === 'string' || (typeof message === 'string' && Array.isArray(errors));
			return judge(isKnown, shapeOf(response.body, 4));
		},
	},
	{
		id: 'V6',
		statement: 'A task is not found by its external ID alone',
		section: 'beyond.md, 4',
		ifItDiffers: 'Tasks could be read by External ID with one request; resources/recordTypes.ts.',
		ask: async (workspace) => await byExternalId(workspace, '/resources/tasks', isNotFound),
	},
	{
		id: 'V8',
		statement: 'A note is found by its external ID in the path, without `source`',
		section: 'public-facts.md, 8',
		ifItDiffers: 'Notes by External ID end in "not found"; resources/recordTypes.ts.',
		ask: async (workspace) => await byExternalId(workspace, '/resources/notes', isFound),
	},
	{
		id: 'V9',
		statement: 'A conversation is not found by its external ID in the path',
		section: 'public-facts.md, 4.5',
		ifItDiffers: 'Conversations could be read by External ID with one request.',
		ask: async (workspace) => await byExternalId(workspace, '/resources/conversations', isNotFound),
	},
	{
		id: 'V11',
		statement: 'An NPS response is not found by its external ID in the path',
		section: 'beyond.md, 5',
		ifItDiffers: 'NPS responses could be read by External ID with one request.',
		ask: async (workspace) => await byExternalId(workspace, '/resources/npsResponses', isNotFound),
	},
	{
		id: 'V12',
		statement: 'A row of an NPS list has `score`, `userId`, `respondedAt` and the whole `user`',
		section: 'beyond.md, 5',
		ifItDiffers: 'Simplified responses lack the name of the user; resources/npsResponse/.',
		ask: async (workspace) => {
			const rows = await workspace.list('/resources/npsResponses');
			if (rows.length === 0) return notSeen('no NPS responses');
			const fields = ['score', 'userId', 'respondedAt', 'user'];
			const missing = fields.filter((name) => rows.some((row) => row[name] === undefined));
			const optional = ['dismissedAt', 'createdByService', 'outboundMessageId', 'surveyResponseId'];
			const present = optional.filter((name) => rows.some((row) => row[name] !== undefined));
			const text = `missing: ${missing.join(', ') || 'none'}; also there: ${present.join(', ') || 'none'}`;
			return judge(missing.length === 0, text);
		},
	},
	{
		id: 'V13',
		statement: 'The list of NPS responses accepts `target=organization`',
		section: 'beyond.md, 18',
		ifItDiffers: 'NPS responses of organizations are not found; resources/npsResponse/fields.ts.',
		ask: async (workspace) => {
			const answers: string[] = [];
			for (const target of ['organization', 'organizations']) {
				const { status } = await workspace.read('/resources/npsResponses', { limit: 20, target });
				answers.push(`${target}: ${status}`);
			}
			return judge(answers[0].endsWith('200'), answers.join(', '));
		},
	},
	{
		id: 'V14',
		statement: 'Whether a response is in the lists of both targets',
		section: 'beyond.md, 19',
		ifItDiffers: 'Nothing: each response is returned once.',
		ask: async (workspace) => {
			const page = async (target: string) =>
				recordsIn(await workspace.read('/resources/npsResponses', { limit: 20, target }));
			const ids = new Set((await page('accounts')).map(({ id }) => id));
			const others = await page('organization');
			const both = others.filter(({ id }) => ids.has(id)).length;
			return seen(`${ids.size} and ${others.length} on the first pages, ${both} in both`);
		},
	},
	{
		id: 'V16',
		statement: 'The body of the health scores of an account',
		section: 'public-facts.md, 9',
		ifItDiffers: 'Nothing: it is returned as it comes.',
		ask: async (workspace) => {
			const [account] = await workspace.list(ACCOUNTS, ALL_ACCOUNTS);
			if (!account) return notSeen('no accounts');
			return seen(describeResponse(await workspace.read(`${ACCOUNTS}/${account.id}/healthScores`)));
		},
	},
	{
		id: 'V17',
		statement: 'What `limit=101` does',
		section: 'public-facts.md, 9',
		ifItDiffers: 'Nothing: the nodes ask for 100.',
		ask: async (workspace) => {
			const response = await workspace.read(ACCOUNTS, { limit: 101, ...ALL_ACCOUNTS });
			return seen(`${response.status}, ${recordsIn(response).length} records`);
		},
	},
	{
		id: 'V18',
		statement: 'What an invalid cursor does',
		section: 'public-facts.md, 9',
		ifItDiffers: 'Nothing: a poll whose cursor has expired begins at the top.',
		ask: async (workspace) => {
			const response = await workspace.read(ACCOUNTS, { limit: 1, from: 'bm90IGEgY3Vyc29y' });
			return seen(`${response.status}, ${recordsIn(response).length} records`);
		},
	},
	{
		id: 'V19',
		statement: 'Every list is ordered by `sortBy`, newest first',
		section: 'public-facts.md, 3',
		ifItDiffers: 'The trigger ends in an error on that list; trigger/scan/gapReader.ts.',
		ask: async (workspace) => {
			const wrong: string[] = [];
			let rows = 0;
			for (const [path, query] of TRIGGER_LISTS) {
				for (const sortBy of ['updatedAt', 'createdAt']) {
					const records = await workspace.list(path, { ...query, sortBy });
					rows += records.length;
					if (!isDescending(records, sortBy)) wrong.push(`${nameOf(path)} by ${sortBy}`);
				}
			}
			if (rows === 0) return notSeen('no records');
			return judge(wrong.length === 0, `${rows} rows; not in order: ${wrong.join(', ') || 'none'}`);
		},
	},
	{
		id: 'V20',
		statement: 'The records of every list of the trigger have `updatedAt`, projects too',
		section: 'beyond.md, 1',
		ifItDiffers: 'The events of that list end in an error; trigger/.',
		ask: async (workspace) => {
			const wrong: string[] = [];
			let rows = 0;
			for (const [path, query] of TRIGGER_LISTS) {
				const records = await workspace.list(path, query);
				rows += records.length;
				if (!records.every(({ updatedAt }) => isTime(updatedAt))) wrong.push(nameOf(path));
			}
			if (rows === 0) return notSeen('no records');
			return judge(wrong.length === 0, `${rows} rows; without: ${wrong.join(', ') || 'none'}`);
		},
	},
	{
		id: 'V21',
		statement: 'Whether meetings have `updatedAt`',
		section: 'beyond.md, 1',
		ifItDiffers: 'Nothing: without it the trigger compares whole lists.',
		ask: async (workspace) => {
			const rows = await workspace.list('/resources/meetings');
			if (rows.length === 0) return notSeen('no meetings');
			return seen(`${rows.filter(({ updatedAt }) => isTime(updatedAt)).length} of ${rows.length}`);
		},
	},
	{
		id: 'V22',
		statement: 'What `status` does in the list of the accounts of an organization',
		section: 'public-facts.md, 3',
		ifItDiffers: 'Nothing: the nodes do not send it there.',
		ask: async (workspace) =>
			await nestedQuery(
				workspace,
				'/resources/organizations',
				(id) => `/resources/organizations/${id}/accounts`,
				{ status: 'activeOrChurned' },
			),
	},
	{
		id: 'V23',
		statement: 'What `archived` does in the list of the projects of an account',
		section: 'public-facts.md, 3',
		ifItDiffers: 'Nothing: the nodes do not send it there.',
		ask: async (workspace) =>
			await nestedQuery(workspace, ACCOUNTS, (id) => `${ACCOUNTS}/${id}/projects`, {
				archived: true,
			}),
	},
	{
		id: 'V24',
		statement: 'There is a list of admins',
		section: 'beyond.md, 6',
		ifItDiffers: 'Teammates cannot be picked from a list; resources/admin.ts.',
		ask: async (workspace) => {
			const response = await workspace.read('/resources/admins', { limit: 20 });
			return judge(
				response.status === 200,
				`${response.status}, ${recordsIn(response).length} admins`,
			);
		},
	},
	{
		id: 'V25',
		statement: 'A search without a match answers an empty list, for admins also 404',
		section: 'public-facts.md, 9',
		ifItDiffers: 'A person who is not there ends in an error; records/searchRecords.ts.',
		ask: async (workspace) => {
			const email = `nobody-${randomUUID()}@example.invalid`;
			const users = await workspace.read('/resources/users/search', { email });
			const admins = await workspace.read('/resources/admins/search', { email });
			const areNone = recordsIn(users).length === 0 && users.status === 200;
			const isNone = admins.status === 404 || recordsIn(admins).length === 0;
			return judge(
				areNone && isNone && admins.status !== 400,
				`users: ${describeResponse(users)}; admins: ${describeResponse(admins)}`,
			);
		},
	},
	{
		id: 'V26',
		statement: 'The names of the types in trait definitions',
		section: 'beyond.md, 9',
		ifItDiffers: 'Nothing: values of an unknown type are sent as they come; values/traitValue.ts.',
		ask: async (workspace) => {
			const types = new Set<string>();
			for (const model of ['accounts', 'organizations', 'users']) {
				for (const type of await customFieldTypes(workspace, model)) types.add(type);
			}
			if (types.size === 0) return notSeen('no trait definitions');
			const names = [...types].sort();
			return seen(names.map((type) => (traitTypeOf(type) ? type : `${type} (unknown)`)).join(', '));
		},
	},
	{
		id: 'V27',
		statement: 'Whether traits that are dates are texts or numbers',
		section: 'public-facts.md, 4',
		ifItDiffers: 'Nothing: Sync compares both as points in time.',
		ask: async (workspace) => {
			const model = 'accounts';
			const fields = recordsIn(await workspace.read('/resources/customFields', { model }));
			const dates = fields.filter(({ type }) => /date/i.test(String(type)));
			const accounts = await workspace.list(ACCOUNTS, ALL_ACCOUNTS);
			const values = accounts.flatMap(({ traits }) =>
				dates.map(({ path }) => (traits as IDataObject | undefined)?.[String(path)]),
			);
			const types = new Set(values.filter((value) => value != null).map((value) => shapeOf(value)));
			if (types.size === 0) return notSeen('no account of the first page has a date as a trait');
			return seen([...types].sort().join(', '));
		},
	},
	{
		id: 'V39',
		statement: 'Meetings can be listed over REST',
		section: 'beyond.md, 11',
		ifItDiffers: 'Get Many and the events of meetings end in an error; resources/meeting/.',
		ask: async (workspace) => {
			const response = await workspace.read('/resources/meetings', {
				limit: 20,
				sortBy: 'updatedAt',
			});
			return judge(
				response.status === 200,
				`${response.status}, ${recordsIn(response).length} meetings`,
			);
		},
	},
	{
		id: 'V40',
		statement: 'No path reads one instance; rows may have `descriptionBody`',
		section: 'beyond.md, 10',
		ifItDiffers: 'Instances could be read with one request; resources/customObjectInstance/.',
		ask: async (workspace) => {
			for (const { id } of await workspace.list('/resources/customObjects')) {
				const path = `/resources/customObjects/${id}/instances`;
				const [instance] = await workspace.list(path);
				if (!instance) continue;
				const { status } = await workspace.read(`${path}/${instance.id}`);
				const description = instance.descriptionBody === undefined ? 'no' : 'a';
				return judge(status >= 400, `${status}; rows have ${description} descriptionBody`);
			}
			return notSeen('no custom object has an instance');
		},
	},
	{
		id: 'V41',
		statement: 'The API of the US also answers without a subdomain',
		section: 'public-facts.md, 1',
		ifItDiffers: 'Nothing: the subdomain is required.',
		ask: async ({ fields }) => {
			if (fields.dataCenter !== 'us') return notSeen('the workspace is not in the US');
			return await answersWithoutKey('https://rest.vitally.io');
		},
	},
	{
		id: 'V42',
		statement: 'The API of the EU also answers with a subdomain',
		section: 'public-facts.md, 1',
		ifItDiffers: 'Nothing: the address without a subdomain is used.',
		ask: async ({ fields }) => {
			if (fields.dataCenter !== 'eu') return notSeen('the workspace is not in the EU');
			if (!fields.subdomain) return notSeen('VITALLY_SUBDOMAIN is not set');
			return await answersWithoutKey(`https://${fields.subdomain}.rest.vitally-eu.io`);
		},
	},
	{
		id: 'V44',
		statement: 'Responses to a survey are in `data`, with `next`',
		section: 'beyond.md, 12',
		ifItDiffers: 'Survey responses beyond the first page are missing; resources/survey.ts.',
		ask: async (workspace) => {
			const { surveyId } = workspace.fields;
			if (!surveyId) return notSeen('no list of surveys; VITALLY_SURVEY_ID names one');
			const id = encodeURIComponent(surveyId);
			const response = await workspace.read(`/resources/surveys/${id}/responses`, { limit: 1 });
			const { data, next } = (response.body ?? {}) as { data?: unknown; next?: unknown };
			return judge(Array.isArray(data) && next !== undefined, describeResponse(response));
		},
	},
];

/** The key goes to no host that the credential does not name, so this request has none. */
async function answersWithoutKey(baseUrl: string): Promise<Finding> {
	const signal = AbortSignal.timeout(10_000);
	return await fetch(`${baseUrl}/resources/accounts?limit=1`, { redirect: 'manual', signal }).then(
		({ status }) => seen(`${status} without a key`),
		() => seen('no answer'),
	);
}
