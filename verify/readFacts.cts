import { randomUUID } from 'node:crypto';

import type { IDataObject } from 'n8n-workflow';

import { traitTypeOf } from '../nodes/Vitally/values/traitValue';
import type { Evidence } from './evidence.cts';
import {
	describeResponse,
	isTime,
	judge,
	masked,
	notSeen,
	NotShown,
	Refused,
	seen,
	shapeOf,
	type Finding,
	type ReadFact,
} from './fact.cts';

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
const get = (path: string, query?: IDataObject) => ({ method: 'GET' as const, path, query });

/** Whether each record has a time that is not above the one before it. */
function isDescending(records: readonly IDataObject[], field: string): boolean {
	const times = records.map((record) => Date.parse(String(record[field])));

	return times.every((time, index) => index === 0 || time <= times[index - 1]);
}

/** Reads one record by its external ID, and by its Vitally ID as the control. */
async function byExternalId(
	evidence: Evidence,
	path: string,
	isFoundExpected: boolean,
): Promise<Finding> {
	const record = (await evidence.newest(path)).find(({ externalId }) => externalId);
	if (!record) return notSeen('no record of the first page has an external ID');

	const id = encodeURIComponent(String(record.externalId));
	const refusal = await evidence.refusal(get(`${path}/${id}`), async () =>
		evidence.record(`${path}/${record.id}`),
	);
	if (refusal) return judge(!isFoundExpected && refusal.status === 404, String(refusal.status));

	const isSame = (await evidence.record(`${path}/${id}`)).id === record.id;

	return judge(isFoundExpected && isSame, `the same record: ${isSame}`);
}

/** Whether the service answers a list with rows; a refusal counts beside accounts that are listed. */
async function listed(evidence: Evidence, path: string, query: IDataObject): Promise<Finding> {
	const refusal = await evidence.refusal(get(path, query), async () => evidence.page(ACCOUNTS));
	if (refusal) return judge(false, String(refusal.status));

	return judge(true, `${(await evidence.rows(path, query)).length} rows`);
}

/**
 * Asks each list of the trigger. One that the service does not have, or does not order so, is a fault of the list.
 *
 * @param faultsOf what is wrong with the rows of a list
 */
async function judgeLists(
	evidence: Evidence,
	faultsOf: (rows: IDataObject[], name: string) => string[],
	queries: IDataObject[],
): Promise<Finding> {
	const faults: string[] = [];
	let count = 0;

	for (const [path, own] of TRIGGER_LISTS) {
		for (const query of queries) {
			try {
				const rows = await evidence.newest(path, { ...own, ...query });

				count += rows.length;
				faults.push(...faultsOf(rows, [nameOf(path), ...Object.values(query)].join(' by ')));
			} catch (error) {
				const isFault = error instanceof Refused && [400, 404].includes(error.status);
				if (isFault) faults.push(`${nameOf(path)} (${error.message})`);
				else if (!(error instanceof NotShown)) throw error;
			}
		}
	}

	if (count === 0 && faults.length === 0) return notSeen('no records');

	return judge(faults.length === 0, `${count} rows; wrong: ${faults.join(', ') || 'none'}`);
}

/** The parameters that the page of a nested list does not name. */
async function nestedQuery(
	evidence: Evidence,
	parents: string,
	path: (id: unknown) => string,
	query: IDataObject,
): Promise<Finding> {
	const [parent] = await evidence.newest(parents);
	const { text } = await evidence.describe(get(path(parent.id), query));

	return seen(`${Object.keys(query)[0]}: ${text}`);
}

async function traitDefinitions(evidence: Evidence, model: string): Promise<IDataObject[]> {
	return await evidence.page('/resources/customFields', { model });
}

export const READ_FACTS: readonly ReadFact[] = [
	{
		id: 'V1',
		statement: 'A 400 says why: `error` is a text, or has a `message` and a list `errors`',
		section: 'public-facts.md, 2',
		ifItDiffers: 'An error in n8n lacks its reason; transport/errors/apiErrors.ts reads it.',
		ask: async (evidence) => {
			const request = get(ACCOUNTS, { sortBy: 'no such order' });
			const refusal = await evidence.refusal(request, async () => evidence.page(ACCOUNTS));
			if (refusal?.status !== 400) return notSeen(refusal ? describeResponse(refusal) : 'accepted');

			const { error } = (refusal.body ?? {}) as { error?: unknown };
			const { message, errors } = (error ?? {}) as { message?: unknown; errors?: unknown };
			const isKnown =
				typeof error === 'string' || (typeof message === 'string' && Array.isArray(errors));

			return judge(isKnown, shapeOf(refusal.body, 4));
		},
	},
	{
		id: 'V6',
		statement: 'A task is not found by its external ID alone',
		section: 'beyond.md, 4',
		ifItDiffers: 'Tasks could be read by External ID with one request; resources/recordTypes.ts.',
		ask: async (evidence) => await byExternalId(evidence, '/resources/tasks', false),
	},
	{
		id: 'V8',
		statement: 'A note is found by its external ID in the path, without `source`',
		section: 'public-facts.md, 8',
		ifItDiffers: 'Notes by External ID end in "not found"; resources/recordTypes.ts.',
		ask: async (evidence) => await byExternalId(evidence, '/resources/notes', true),
	},
	{
		id: 'V9',
		statement: 'A conversation is not found by its external ID in the path',
		section: 'public-facts.md, 4.5',
		ifItDiffers: 'Conversations could be read by External ID with one request.',
		ask: async (evidence) => await byExternalId(evidence, '/resources/conversations', false),
	},
	{
		id: 'V11',
		statement: 'An NPS response is not found by its external ID in the path',
		section: 'beyond.md, 5',
		ifItDiffers: 'NPS responses could be read by External ID with one request.',
		ask: async (evidence) => await byExternalId(evidence, '/resources/npsResponses', false),
	},
	{
		id: 'V12',
		statement: 'A row of an NPS list has `score`, `userId`, `respondedAt` and the whole `user`',
		section: 'beyond.md, 5',
		ifItDiffers: 'Simplified responses lack the name of the user; resources/npsResponse/.',
		ask: async (evidence) => {
			const rows = await evidence.newest('/resources/npsResponses');
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
		ask: async (evidence) =>
			await listed(evidence, '/resources/npsResponses', { limit: 20, target: 'organization' }),
	},
	{
		id: 'V14',
		statement: 'Whether a response is in the lists of both targets',
		section: 'beyond.md, 19',
		ifItDiffers: 'Nothing: each response is returned once.',
		ask: async (evidence) => {
			const page = async (target: string) =>
				await evidence.page('/resources/npsResponses', { limit: 20, target });
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
		ask: async (evidence) => {
			const [account] = await evidence.newest(ACCOUNTS, ALL_ACCOUNTS);
			const request = get(`${ACCOUNTS}/${account.id}/healthScores`);

			return seen((await evidence.describe(request)).text);
		},
	},
	{
		id: 'V17',
		statement: 'What `limit=101` does',
		section: 'public-facts.md, 9',
		ifItDiffers: 'Nothing: the nodes ask for 100.',
		ask: async (evidence) => {
			const request = get(ACCOUNTS, { limit: 101, ...ALL_ACCOUNTS });
			const { text, rows } = await evidence.describe(request);

			return seen(`${text.slice(0, 3)}, ${rows} records`);
		},
	},
	{
		id: 'V18',
		statement: 'What an invalid cursor does',
		section: 'public-facts.md, 9',
		ifItDiffers: 'Nothing: a poll whose cursor has expired begins at the top.',
		ask: async (evidence) => {
			const request = get(ACCOUNTS, { limit: 1, from: 'bm90IGEgY3Vyc29y' });
			const { text, rows } = await evidence.describe(request);

			return seen(`${text.slice(0, 3)}, ${rows} records`);
		},
	},
	{
		id: 'V19',
		statement: 'Every list is ordered by `sortBy`, newest first',
		section: 'public-facts.md, 3',
		ifItDiffers: 'The trigger ends in an error on that list; trigger/scan/gapReader.ts.',
		ask: async (evidence) =>
			await judgeLists(
				evidence,
				(rows, name) =>
					isDescending(rows, String(name.split(' by ')[1])) ? [] : [`${name}: not in order`],
				[{ sortBy: 'updatedAt' }, { sortBy: 'createdAt' }],
			),
	},
	{
		id: 'V20',
		statement: 'The records of every list of the trigger have `updatedAt`, projects too',
		section: 'beyond.md, 1',
		ifItDiffers: 'The events of that list end in an error; trigger/.',
		ask: async (evidence) =>
			await judgeLists(
				evidence,
				(rows, name) =>
					rows.every(({ updatedAt }) => isTime(updatedAt)) ? [] : [`${name}: without it`],
				[{}],
			),
	},
	{
		id: 'V21',
		statement: 'Whether meetings have `updatedAt`',
		section: 'beyond.md, 1',
		ifItDiffers: 'Nothing: without it the trigger compares whole lists.',
		ask: async (evidence) => {
			const rows = await evidence.newest('/resources/meetings');

			return seen(`${rows.filter(({ updatedAt }) => isTime(updatedAt)).length} of ${rows.length}`);
		},
	},
	{
		id: 'V22',
		statement: 'What `status` does in the list of the accounts of an organization',
		section: 'public-facts.md, 3',
		ifItDiffers: 'Nothing: the nodes do not send it there.',
		ask: async (evidence) =>
			await nestedQuery(
				evidence,
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
		ask: async (evidence) =>
			await nestedQuery(evidence, ACCOUNTS, (id) => `${ACCOUNTS}/${id}/projects`, {
				archived: true,
			}),
	},
	{
		id: 'V24',
		statement: 'There is a list of admins',
		section: 'beyond.md, 6',
		ifItDiffers: 'Teammates cannot be picked from a list; resources/admin.ts.',
		ask: async (evidence) => await listed(evidence, '/resources/admins', { limit: 20 }),
	},
	{
		id: 'V25',
		statement: 'A search without a match answers an empty list, for admins also 404',
		section: 'public-facts.md, 9',
		ifItDiffers: 'A person who is not there ends in an error; records/searchRecords.ts.',
		ask: async (evidence) => {
			const users = '/resources/users/search';
			const user = (await evidence.newest('/resources/users')).find(({ email }) => email);
			if (!user) return notSeen('no user of the first page has an email address');

			const email = `nobody-${randomUUID()}@example.invalid`;

			const find = async (query: IDataObject) => {
				const refusal = await evidence.refusal(get(users, query), async () =>
					evidence.page('/resources/users'),
				);

				return refusal ? refusal.status : (await evidence.page(users, query)).length;
			};

			const [known, nobody] = [await find({ email: user.email }), await find({ email })];
			if (known === 0) return notSeen('the search does not find a user who is there');

			const admins = await evidence.describe(get('/resources/admins/search', { email }));
			const isNone = admins.text.startsWith('404') || admins.rows === 0;

			return judge(
				known < 300 && nobody === 0 && isNone && !admins.text.startsWith('400'),
				`users: ${known}, then ${nobody}; admins: ${admins.text}`,
			);
		},
	},
	{
		id: 'V26',
		statement: 'The names of the types in trait definitions',
		section: 'beyond.md, 9',
		ifItDiffers: 'Nothing: values of an unknown type are sent as they come; values/traitValue.ts.',
		ask: async (evidence) => {
			const types = new Set<string>();

			for (const model of ['accounts', 'organizations', 'users']) {
				for (const { type } of await traitDefinitions(evidence, model)) types.add(String(type));
			}

			if (types.size === 0) return notSeen('no trait definitions');

			const names = [...types].sort();

			return seen(
				names.map((type) => (traitTypeOf(type) ? type : `${masked(type)} (unknown)`)).join(', '),
			);
		},
	},
	{
		id: 'V27',
		statement: 'Whether traits that are dates are texts or numbers',
		section: 'public-facts.md, 4',
		ifItDiffers: 'Nothing: Sync compares both as points in time.',
		ask: async (evidence) => {
			const fields = await traitDefinitions(evidence, 'accounts');
			const dates = fields.filter(({ type }) => /date/i.test(String(type)));
			const accounts = await evidence.newest(ACCOUNTS, ALL_ACCOUNTS);
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
		ask: async (evidence) =>
			await listed(evidence, '/resources/meetings', { limit: 20, sortBy: 'updatedAt' }),
	},
	{
		id: 'V40',
		statement: 'No path reads one instance; rows may have `descriptionBody`',
		section: 'beyond.md, 10',
		ifItDiffers: 'Instances could be read with one request; resources/customObjectInstance/.',
		ask: async (evidence) => {
			for (const { id } of await evidence.newest('/resources/customObjects')) {
				const path = `/resources/customObjects/${id}/instances`;
				const [instance] = await evidence.page(path);
				if (!instance) continue;

				const request = get(`${path}/${instance.id}`);
				const refusal = await evidence.refusal(request, async () => evidence.page(path));
				const description = instance.descriptionBody === undefined ? 'no' : 'a';
				const text = `${refusal?.status ?? 'found'}; rows have ${description} descriptionBody`;

				return judge(refusal !== undefined, text);
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
		ask: async (evidence) => {
			const { surveyId } = evidence.fields;
			if (!surveyId) return notSeen('no list of surveys; VITALLY_SURVEY_ID names one');

			const path = `/resources/surveys/${encodeURIComponent(surveyId)}/responses`;
			if ((await evidence.page(path, { limit: 1 })).length === 0) return notSeen('no responses');

			const response = await evidence.accepted(get(path, { limit: 1 }));
			const { data, next } = (response.body ?? {}) as { data?: unknown; next?: unknown };

			return judge(Array.isArray(data) && next !== undefined, describeResponse(response));
		},
	},
	{
		id: 'V47',
		statement: 'Whether a search by `customerId` finds instances of which it is a further account',
		section: 'beyond.md, 10',
		ifItDiffers: 'Nothing: the nodes do not search by it.',
		ask: async (evidence) => {
			for (const { id } of await evidence.newest('/resources/customObjects')) {
				const path = `/resources/customObjects/${id}/instances`;

				for (const instance of await evidence.page(path)) {
					const customers = (instance.customers ?? []) as IDataObject[];
					const further = customers.find((one) => one.id !== instance.customerId);
					if (!further) continue;

					const found = await evidence.page(`${path}/search`, { customerId: further.id });

					return seen(`found: ${found.some((one) => one.id === instance.id)}`);
				}
			}

			return notSeen('no instance of the first pages has two accounts');
		},
	},
	{
		id: 'V48',
		statement: 'Whether key roles without a person are listed',
		section: 'public-facts.md, 4',
		ifItDiffers: 'Nothing: they are shown as unassigned.',
		ask: async (evidence) => {
			const accounts = await evidence.newest(ACCOUNTS, ALL_ACCOUNTS);
			const roles = accounts.flatMap(({ keyRoles }) => (keyRoles ?? []) as IDataObject[]);
			const unfilled = roles.filter(({ vitallyUser }) => vitallyUser == null);
			if (roles.length === 0) return notSeen('no key roles on the first page');

			return seen(`${unfilled.length} of ${roles.length} have no person`);
		},
	},
	{
		id: 'V49',
		statement: 'The `type` of messages, by what `from` says',
		section: 'public-facts.md, 4.5',
		ifItDiffers: 'Nothing: the direction is that of `from`.',
		ask: async (evidence) => {
			const path = '/resources/conversations';
			const [{ id }] = await evidence.newest(path);
			const messages = ((await evidence.record(`${path}/${id}`)).messages ?? []) as IDataObject[];
			const kinds = messages.map(({ type, from }) => {
				const sender = (from as IDataObject | undefined)?.type;

				return `${masked(String(sender))}: ${masked(String(type))}`;
			});
			if (kinds.length === 0) return notSeen('the newest conversation has no messages');

			return seen([...new Set(kinds)].sort().join(', '));
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
