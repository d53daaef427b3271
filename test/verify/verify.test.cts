import type { Request } from 'express';

import type { Fault } from '../../sandbox/faults.cts';
import type { SandboxOptions } from '../../sandbox/sandbox.cts';
import { verify, type Verification, type VerifyOptions } from '../../verify/verify.cts';
import { rejectionOf, type SeenError } from '../errors/thrownError.cts';
import { atMost, moreThan } from '../fixtures/bounds.cts';
import { someOf } from '../models/histories.cts';
import { answers, differingFacts, verifiedSandboxOfSuite } from './verifiedSandbox.cts';

let onRequest: SandboxOptions['onRequest'];

const { sandbox, environment, countRecords, liveNotesAndTasks } = verifiedSandboxOfSuite({
	onRequest: (request) => onRequest?.(request),
});

let log: string[];

async function run(options: Partial<VerifyOptions> = {}): Promise<Verification> {
	log = [];

	return await verify({
		environment: environment(),
		log: (line) => log.push(line),
		secondLookMs: 0,
		healthPauseMs: 0,
		...options,
	});
}

describe('a reading run', () => {
	it('sends nothing but GET, at most 100 of them, and finds everything as expected', async () => {
		const { isAsExpected, report } = await run();
		const { requests } = sandbox();

		expect(differingFacts({ report })).toEqual([]);
		expect({ isAsExpected }).toEqual({ isAsExpected: true });
		expect(report).toMatch(/## News\n\nNone\./);
		expect(new Set(requests.map(({ method }) => method))).toEqual(new Set(['GET']));
		expect({ requests: requests.length }).toEqual({ requests: moreThan(30) });
		expect({ requests: requests.length }).toEqual({ requests: atMost(100) });
	});

	it('reports an unknown field as news, by its name where that is one of a field', async () => {
		const lists = [
			'accounts',
			'organizations',
			'users',
			'tasks',
			'notes',
			'conversations',
			'admins',
		].map((name) => `/resources/${name}`);

		for (const list of lists) {
			const page = await firstPage(list);

			Object.assign(page.results[0], { color: 'red', 'Quagga GmbH': 1 });
			sandbox().faults.add(answers(200, { path: new RegExp(`^${list}$`) }, page));
		}

		const { report, isAsExpected } = await run();

		expect({ isAsExpected, report }).toMatchObject({ isAsExpected: true });

		for (const list of lists) {
			expect(report).toContain(`| GET ${list}: results[].color |`);
			expect(report).toContain(`| GET ${list}: results[].… |`);
		}
	});

	it('reports a list that is rejected as a difference, and one that may not be read as not seen', async () => {
		sandbox().faults.add(answers(404, { path: /^\/resources\/projects$/ }));
		sandbox().faults.add(answers(403, { path: /^\/resources\/notes$/ }));

		const result = await run();

		expect(differingFacts(result)).toEqual(['V19', 'V20']);
		expect(result.report).toContain('projects (the service answers 404)');
		expect(result.report).toContain('not seen: notes (the service answers 403)');
	});

	it('reports the order of all lists as not observable where a list may not be read', async () => {
		sandbox().faults.add(answers(403, { path: /^\/resources\/notes$/ }));

		await run({ only: ['V19', 'V20'] });

		expect(log).toEqual([
			expect.stringMatching(/^V19 notObservable: .*not seen: notes \(the service answers 403\)$/),
			expect.stringMatching(/^V20 notObservable: .*not seen: notes \(the service answers 403\)$/),
		]);
	});

	it('reports a score that changes while updatedAt stays', async () => {
		const { state } = sandbox();
		const accounts = [...state.accounts.all()];
		const newestFirst = accounts.sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
		const newest = newestFirst[0];

		// The score changes before each read of all accounts.
		onRequest = ({ query }) => {
			if (query.status === 'activeOrChurned') {
				Object.assign(newest, { healthScore: (newest.healthScore ?? 0) + 0.25 });
			}
		};

		const result = await run({ health: true, only: ['V46'] });

		onRequest = undefined;

		expect(differingFacts(result)).toEqual(['V46']);
	});
});

describe('a writing run', () => {
	it('finds everything as expected, leaves nothing, and tells nothing of a record', async () => {
		const before = countRecords();
		const result = await run({ writes: true });
		const { report } = result;

		expect(differingFacts(result)).toEqual([]);
		expect(result).toMatchObject({ isAsExpected: true, notDeleted: [] });

		expect(countRecords()).toEqual(before);
		expect(liveNotesAndTasks()).toEqual([]);

		for (const key of [sandbox().apiKey, sandbox().analyticsKey]) {
			for (const secret of [key, btoa(key), btoa(`${key}:`)]) {
				expect(`${report}\n${log.join('\n')}`).not.toContain(secret.replace(/=*$/, ''));
			}
		}

		for (const table of [sandbox().state.accounts, sandbox().state.users]) {
			for (const { id, name } of [...table.all()].slice(0, 50)) {
				expect(report).not.toContain(name);
				expect(report).not.toContain(id);
			}
		}

		expect(report).not.toMatch(/[\da-f]{8}-[\da-f]{4}-|@(?!example)/);
	});

	it('deletes what a run that could delete nothing has left', async () => {
		const before = countRecords();

		sandbox().faults.add(answers(500, { method: 'DELETE' }));
		const { notDeleted } = await run({ writes: true, only: ['V33'] });

		expect(notDeleted).toContainEqual(expect.stringMatching(/^account [\da-f-]{36}$/));
		expect(countRecords()).not.toEqual(before);

		sandbox().faults.clear();
		const nextRun = await run({ writes: true, only: ['V2'] });

		expect(log.join()).toMatch(/Left by a former run: n8n-verify-\d+-account/);
		expect(nextRun.notDeleted).toEqual([]);
		expect(countRecords()).toEqual(before);
	});

	it('deletes what a run has left behind more records than a page shows', async () => {
		const { state } = sandbox();

		sandbox().faults.add(answers(500, { method: 'DELETE' }));
		await run({ writes: true, only: ['V33'] });
		sandbox().faults.clear();

		const leftOver = [...state.accounts.all()].find((account) =>
			account.externalId?.startsWith('n8n-verify-'),
		);
		if (!leftOver) throw new Error('The run has left no account');

		for (let number = 0; number < 150; number++) {
			const createdAt = new Date(Date.now() + 1000 + number).toISOString();

			state.accounts.insert({
				...leftOver,
				id: `newer-${number}`,
				externalId: `newer-${number}`,
				createdAt,
			});
		}

		const nextRun = await run({ writes: true, only: ['V2'] });

		expect(nextRun.notDeleted).toEqual([]);
		expect(state.accounts.get(leftOver.id)).toBeUndefined();
	});

	it('names a list in which it could not look for what a run has left', async () => {
		sandbox().faults.add(answers(403, { method: 'GET', path: /^\/resources\/organizations$/ }));

		const { notDeleted } = await run({ writes: true, only: ['V2'] });

		expect(notDeleted).toContain(
			'organizations of this run or a former one, if there are any: the list cannot be read (HTTP 403)',
		);
	});

	const INTERRUPTIONS: Array<{ interruption: string; fault: Fault }> = [
		{
			interruption: 'a rejection in the middle',
			fault: answers(401, { method: 'PUT', nth: 3 }),
		},
		{
			interruption: 'a creation whose answer was lost',
			fault: {
				kind: 'resetAfter',
				on: { method: 'POST', path: '/resources/notes' },
				times: 1,
			},
		},
	];

	it.each(INTERRUPTIONS)('leaves nothing after $interruption', async ({ fault }) => {
		const before = countRecords();

		sandbox().faults.add(fault);
		await run({ writes: true }).catch(() => undefined);

		expect(countRecords()).toEqual(before);
		expect(liveNotesAndTasks()).toEqual([]);
	});
});

describe('a difference of the service', () => {
	const adminWithNumberAsName = {
		id: '0a4b1a3e-6f9f-4a3e-8f5b-0d4f6f1f0b11',
		email: 'a@example.com',
		name: 7,
		licenseStatus: 'active',
	};

	const DIFFERENCES: Array<{ id: string; fault: Fault }> = [
		{
			id: 'V1',
			fault: answers(400, { matches: ({ query }) => query.sortBy === 'no such order' }, {}),
		},
		{ id: 'V7', fault: answers(400, { method: 'POST', path: '/resources/tasks', nth: 2 }) },
		{
			id: 'V8',
			fault: answers(404, { method: 'GET', path: /^\/resources\/notes\/(?![\da-f]{8}-)/ }),
		},
		{
			id: 'V13',
			fault: answers(400, { matches: ({ query }) => query.target === 'organization' }),
		},
		{ id: 'V15', fault: answers(409, { method: 'PUT', matches: hasScoreAlone }) },
		{ id: 'V24', fault: answers(404, { path: /^\/resources\/admins$/ }) },
		{ id: 'V25', fault: answers(404, { path: '/resources/users/search' }) },
		{ id: 'V29', fault: answers(400, { method: 'PUT', matches: bodyContains('n8nVerifyList') }) },
		{ id: 'V32', fault: answers(400, { method: 'PUT', matches: bodyContains('note-changed') }) },
		{ id: 'V39', fault: answers(404, { path: '/resources/meetings' }) },
		{
			id: 'V45',
			fault: answers(200, { path: '/analytics/v1/batch' }, { message: 'Success.' }),
		},
		{
			id: 'contract',
			fault: answers(
				200,
				{ path: /^\/resources\/admins$/ },
				{ results: [adminWithNumberAsName], next: null },
			),
		},
	];

	it.each(someOf(2, DIFFERENCES))('appears under $id alone', async ({ id, fault }) => {
		sandbox().faults.add(fault);
		const result = await run({ writes: true });

		expect(differingFacts(result)).toEqual([id]);
		expect({ isAsExpected: result.isAsExpected }).toEqual({ isAsExpected: false });
	});
});

interface PlantedAnswer {
	title: string;
	status: number;
	body: unknown;
}

/** What a proxy or a wrong address may answer to everything. */
const ANSWERS_OF_OTHERS: PlantedAnswer[] = [
	{ title: 'a web page', status: 200, body: '<html><body>Sign in</body></html>' },
	{ title: 'another form', status: 200, body: { data: { ok: true } } },
];

describe('a run that gets one answer to many requests', () => {
	const rejection = (status: number): PlantedAnswer => ({
		title: String(status),
		status,
		body: { error: 'no' },
	});

	const PLANTED_ANSWERS = [
		rejection(400),
		rejection(404),
		...ANSWERS_OF_OTHERS,
		{ title: 'an empty list', status: 200, body: { results: [], next: null } },
		rejection(401),
		rejection(403),
		rejection(500),
	];

	/** The first request shows that the service is Vitally. */
	async function runWithPlantedAnswer(
		{ status, body }: PlantedAnswer,
		matches: (request: Request) => boolean,
	): Promise<string[]> {
		let requestCount = 0;

		const isPlanted = (request: Request) => {
			requestCount++;

			return requestCount > 1 && matches(request);
		};

		sandbox().faults.add(answers(status, { matches: isPlanted }, body));
		await run({ writes: true }).catch(() => undefined);

		return log.filter((line) => line.includes(' asExpected'));
	}

	it.each(someOf(3, PLANTED_ANSWERS))(
		'reports no fact as expected if the answer to everything is $title',
		async (answer) => {
			expect(await runWithPlantedAnswer(answer, () => true)).toEqual([]);
		},
	);

	it.each(someOf(3, PLANTED_ANSWERS))(
		'reports no fact as expected if the answer to everything but creations is $title',
		async (answer) => {
			const asExpected = await runWithPlantedAnswer(answer, ({ method }) => method !== 'POST');
			// V7 and V45 send nothing but creations.
			const affected = asExpected.filter((line) => !/^V(7|45) /.test(line));

			expect(affected).toEqual([]);
		},
	);
});

const CHECK_THE_ADDRESS = 'Check VITALLY_SUBDOMAIN, VITALLY_DATA_CENTER and VITALLY_BASE_URL.';

const cannotRun = (message: string): SeenError => ({ class: 'CannotRunError', message });

describe('a run of `npm run verify` that cannot begin', () => {
	it.each(ANSWERS_OF_OTHERS)('sends one request to a host that answers $title', async (answer) => {
		sandbox().faults.add(answers(answer.status, {}, answer.body));

		expect(await rejectionOf(run({ writes: true }))).toEqual(
			cannotRun(
				`${sandbox().url} does not answer as Vitally does (status 200). ${CHECK_THE_ADDRESS}`,
			),
		);
		expect({ requests: sandbox().requests.length }).toEqual({ requests: 1 });
	});

	const REASONS: Array<{
		reason: string;
		variables?: Record<string, string>;
		options?: Partial<VerifyOptions>;
		message: string;
	}> = [
		{
			reason: 'a key that is rejected',
			variables: { VITALLY_API_KEY: 'sk_live_other' },
			message: 'Vitally does not accept VITALLY_API_KEY. Copy the key again.',
		},
		{
			reason: 'a missing key',
			variables: { VITALLY_API_KEY: '' },
			message: 'Set VITALLY_API_KEY to the key of your workspace.',
		},
		{
			reason: 'a network that does not answer',
			variables: { VITALLY_BASE_URL: 'http://127.0.0.1:9' },
			message: `Vitally could not be reached (bad port; GET http://127.0.0.1:9/resources/accounts, sent 1 time). ${CHECK_THE_ADDRESS}`,
		},
		{
			reason: 'a fact that there is not',
			options: { only: ['V99'] },
			message: expect.stringMatching(/^There is no fact V99: V1, .*, V45\.$/) as string,
		},
		{
			reason: 'a fact that needs records',
			options: { only: ['V2'] },
			message: 'V2 needs --write.',
		},
	];

	it.each(REASONS)('names $reason', async ({ variables, options, message }) => {
		const result = run({ environment: { ...environment(), ...variables }, ...options });

		expect(await rejectionOf(result)).toEqual(cannotRun(message));
	});

	it('names a key that may not write', async () => {
		sandbox().faults.add(answers(403, { method: 'POST' }));

		expect(await rejectionOf(run({ writes: true, only: ['V33'] }))).toEqual(
			cannotRun(
				'The service answers 403 to a new account. Use a key that may create accounts, or leave out --write.',
			),
		);
	});
});

async function firstPage(list: string): Promise<{ results: object[] }> {
	const { url, apiKey } = sandbox();
	const response = await fetch(`${url}${list}?limit=1`, {
		headers: { authorization: `Basic ${btoa(`${apiKey}:`)}` },
	});

	return (await response.json()) as { results: object[] };
}

function bodyContains(name: string): (request: Request) => boolean {
	return ({ body }) => JSON.stringify(body ?? {}).includes(name);
}

function hasScoreAlone({ body }: Request): boolean {
	return JSON.stringify(body) === '{"score":8}';
}
