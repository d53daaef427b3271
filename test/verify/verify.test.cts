import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import type { Request } from 'express';

import type { Fault } from '../../sandbox/faults.cts';
import type { SandboxOptions } from '../../sandbox/sandbox.cts';
import { HEALTH_FACT } from '../../verify/healthFact.cts';
import { READ_FACTS } from '../../verify/readFacts.cts';
import { verify, type Verification } from '../../verify/verify.cts';
import { ANALYTICS_FACT, WRITE_FACTS } from '../../verify/writeFacts.cts';
import { filesBelow, PROJECT_ROOT, read } from '../docs/docFiles.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';
import { someOf } from '../models/histories.cts';

const FACTS = [...READ_FACTS, HEALTH_FACT, ...WRITE_FACTS, ANALYTICS_FACT];

/** A run reads a page of each list and checks every record of it. */
const FEW = {
	accounts: 24,
	organizations: 8,
	users: 40,
	admins: 6,
	conversations: 20,
	notes: 24,
	projects: 12,
	tasks: 30,
	deals: 12,
	npsResponses: 24,
	meetings: 8,
	surveyResponses: 8,
};
let answered: SandboxOptions['onRequest'];
const sandbox = sandboxOfSuite({ seed: FEW, onRequest: (request) => answered?.(request) });

const environment = () => ({
	VITALLY_API_KEY: sandbox().apiKey,
	VITALLY_ANALYTICS_KEY: sandbox().analyticsKey,
	VITALLY_BASE_URL: sandbox().url,
});

/** After messages of Analytics a run looks a second time, seconds later. */
const withoutAnalytics = () => ({ ...environment(), VITALLY_ANALYTICS_KEY: '' });

let log: string[];

async function run(options: Partial<Parameters<typeof verify>[0]> = {}): Promise<Verification> {
	log = [];

	return await verify({
		environment: environment(),
		log: (line) => log.push(line),
		secondLookMs: 0,
		...options,
	});
}

/** How many records there are of each kind. */
const counts = () =>
	Object.entries(sandbox().state as unknown as Record<string, { all?: () => Iterable<unknown> }>)
		.filter(([, table]) => typeof table?.all === 'function')
		.map(([name, table]) => `${name}: ${[...(table.all?.() ?? [])].length}`)
		// Archived by a deletion.
		.filter((line) => !/^(notes|tasks)/.test(line));

/** The IDs of the facts in the table of differences. */
function differing({ report }: Verification): string[] {
	const [, part] = report.split('## Differences');
	const [table] = part.split('## News');

	return [...table.matchAll(/^\| (V\d+|contract) \|/gm)].map(([, id]) => id);
}

it('a reading run sends nothing but GET, at most 100 of them, and finds everything as expected', async () => {
	const { isAsExpected, report } = await run();

	expect(differing({ report } as Verification)).toEqual([]);
	expect(isAsExpected).toBe(true);
	expect(report).toMatch(/## News\n\nNone\./);
	expect(new Set(sandbox().requests.map(({ method }) => method))).toEqual(new Set(['GET']));
	expect(sandbox().requests.length).toBeGreaterThan(30);
	expect(sandbox().requests.length).toBeLessThanOrEqual(100);
});

it('a writing run finds everything as expected, leaves nothing, and tells nothing of a record', async () => {
	const before = counts();
	const result = await run({ writes: true });

	expect(differing(result)).toEqual([]);
	expect(result).toMatchObject({ isAsExpected: true, left: [] });
	expect(counts()).toEqual(before);

	for (const table of [sandbox().state.notes, sandbox().state.tasks]) {
		const live = [...table.all()].filter(({ archivedAt }) => archivedAt === null);

		expect(live.filter(({ externalId }) => externalId?.startsWith('n8n-verify'))).toEqual([]);
	}

	const { report } = result;
	const all = `${report}\n${log.join('\n')}`;

	for (const key of [sandbox().apiKey, sandbox().analyticsKey]) {
		for (const text of [key, btoa(key), btoa(`${key}:`)]) {
			expect(all).not.toContain(text.replace(/=*$/, ''));
		}
	}

	for (const table of [sandbox().state.accounts, sandbox().state.users]) {
		for (const record of [...table.all()].slice(0, 50)) {
			expect(report).not.toContain(record.name);
			expect(report).not.toContain(record.id);
		}
	}

	expect(report).not.toMatch(/[\da-f]{8}-[\da-f]{4}-|@(?!example)/);
});

const answers = (status: number, on: Fault['on'], body: unknown = { error: 'no' }): Fault => ({
	kind: 'status',
	status,
	body,
	on,
});
const sends = (name: string) => (request: Request) =>
	JSON.stringify(request.body ?? {}).includes(name);

const isScoreAlone = (body: unknown) => JSON.stringify(body) === '{"score":8}';

describe('exactly what the service does otherwise differs', () => {
	const admin = { id: '0a4b1a3e-6f9f-4a3e-8f5b-0d4f6f1f0b11', email: 'a@example.com' };

	const DIFFERENCES: Array<[string, Fault]> = [
		['V1', answers(400, { matches: ({ query }) => query.sortBy === 'no such order' }, {})],
		['V7', answers(400, { method: 'POST', path: '/resources/tasks', nth: 2 })],
		['V8', answers(404, { method: 'GET', path: /^\/resources\/notes\/(?![\da-f]{8}-)/ })],
		['V13', answers(400, { matches: ({ query }) => query.target === 'organization' })],
		['V15', answers(409, { method: 'PUT', matches: ({ body }) => isScoreAlone(body) })],
		['V24', answers(404, { path: /^\/resources\/admins$/ })],
		['V25', answers(404, { path: '/resources/users/search' })],
		['V29', answers(400, { method: 'PUT', matches: sends('n8nVerifyList') })],
		['V32', answers(400, { method: 'PUT', matches: sends('note-changed') })],
		['V39', answers(404, { path: '/resources/meetings' })],
		['V45', answers(200, { path: '/analytics/v1/batch' }, { message: 'Success.' })],
		[
			'contract',
			answers(
				200,
				{ path: /^\/resources\/admins$/ },
				{
					results: [{ ...admin, name: 7, licenseStatus: 'active' }],
					next: null,
				},
			),
		],
	];

	it.each(someOf(2, DIFFERENCES))('%s', async (id, fault) => {
		sandbox().faults.add(fault);
		const result = await run({ writes: true });

		expect(differing(result)).toEqual([id]);
		expect(result.isAsExpected).toBe(false);
	});
});

it('an unknown field of any record is news, and no difference; its name shows where it is one of a field', async () => {
	const { url, apiKey } = sandbox();
	const headers = { authorization: `Basic ${btoa(`${apiKey}:`)}` };
	const page = async (list: string) =>
		(await (await fetch(`${url}${list}?limit=1`, { headers })).json()) as { results: object[] };
	const lists = ['accounts', 'organizations', 'users', 'tasks', 'notes', 'conversations', 'admins'];

	for (const list of lists.map((name) => `/resources/${name}`)) {
		const body = await page(list);

		Object.assign(body.results[0], { color: 'red', 'Quagga GmbH': 1 });
		sandbox().faults.add(answers(200, { path: new RegExp(`^${list}$`) }, body));
	}

	const { report, isAsExpected } = await run();

	expect({ isAsExpected, report }).toMatchObject({ isAsExpected: true });

	for (const list of lists) {
		expect(report).toContain(`| GET /resources/${list}: results[].color |`);
		expect(report).toContain(`| GET /resources/${list}: results[].… |`);
	}
});

it('a list that refuses is a difference, and one that may not be read is not seen', async () => {
	sandbox().faults.add(answers(404, { path: /^\/resources\/projects$/ }));
	sandbox().faults.add(answers(403, { path: /^\/resources\/notes$/ }));
	const result = await run();

	expect(differing(result)).toEqual(['V19', 'V20']);
	expect(result.report).toContain('projects (the service answers 404)');
	expect(result.report).not.toContain('notes (');
});

/** What a proxy, a wrong address or a missing right may answer to everything. */
const NO_SERVICE: Array<[string, number, unknown]> = [
	['a web page', 200, '<html><body>Sign in</body></html>'],
	['another form', 200, { data: { ok: true } }],
];
const refusedWith = (status: number): [string, number, unknown] => [
	String(status),
	status,
	{ error: 'no' },
];
const PLANTED = [
	...[400, 404].map(refusedWith),
	...NO_SERVICE,
	['an empty list', 200, { results: [], next: null }] as [string, number, unknown],
	...[401, 403, 500].map(refusedWith),
];

describe.each<[string, Fault['on']]>([
	['everything', {}],
	['everything but creations', { matches: ({ method }) => method !== 'POST' }],
])('no fact is as expected where one answer comes to %s', (_what, on) => {
	it.each(someOf(3, PLANTED))('%s', async (_title, status, body) => {
		let asked = 0;
		const isLater = (request: Request) => asked++ > 0 && (on?.matches?.(request) ?? true);

		sandbox().faults.add(answers(status, { matches: isLater }, body));
		await run({ writes: true }).catch(() => undefined);
		// These two only create.
		const isAsked = (line: string) => on?.matches === undefined || !/^V(7|45) /.test(line);
		const found = log.filter((line) => line.includes(' asExpected') && isAsked(line));

		expect(found).toEqual([]);
	});
});

it.each(NO_SERVICE)('nothing more is sent to a host that answers %s', async (_, status, body) => {
	sandbox().faults.add(answers(status, {}, body));

	await expect(run({ writes: true })).rejects.toThrow('does not answer as Vitally does');
	expect(sandbox().requests).toHaveLength(1);
});

it('a score that changes while updatedAt stays is a difference', async () => {
	const { state } = sandbox();
	const [account] = [...state.accounts.all()].sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1));

	HEALTH_FACT.pauseMs = 0;

	// Between the two reads of all accounts.
	answered = ({ query }) => {
		if (query.status === 'activeOrChurned') Object.assign(account, { healthScore: 1.25 });
	};

	const result = await run({ health: true, only: ['V46'] });

	answered = undefined;

	expect(differing(result)).toEqual(['V46']);
});

describe('nothing is left', () => {
	it('of a run that could delete nothing, after the next one', async () => {
		const before = counts();

		sandbox().faults.add(answers(500, { method: 'DELETE' }));
		const { left } = await run({ writes: true, only: ['V33'] });

		expect(left).toEqual(expect.arrayContaining([expect.stringMatching(/^account [\da-f-]{36}$/)]));
		expect(counts()).not.toEqual(before);

		sandbox().faults.clear();
		const result = await run({ writes: true, only: ['V2'] });

		expect(log.join()).toMatch(/Left by a former run: n8n-verify-\d+-account/);
		expect(result.left).toEqual([]);
		expect(counts()).toEqual(before);
	});

	it.each<[string, Fault]>([
		['after a refusal in the middle', answers(401, { method: 'PUT', nth: 3 })],
		[
			'after a creation whose answer was lost',
			{
				kind: 'resetAfter',
				on: { method: 'POST', path: '/resources/notes' },
				times: 1,
			},
		],
	])('%s', async (_when, fault) => {
		const before = counts();

		sandbox().faults.add(fault);
		await run({ writes: true }).catch(() => undefined);

		expect(counts()).toEqual(before);

		const notes = [...sandbox().state.notes.all()];
		const own = notes.filter(({ externalId }) => externalId?.startsWith('n8n-verify'));

		expect(own.filter(({ archivedAt }) => archivedAt === null)).toEqual([]);
	});
});

it.each<[string, Record<string, string>, object, string]>([
	['with a key that is refused', { VITALLY_API_KEY: 'sk_live_other' }, {}, 'VITALLY_API_KEY'],
	[
		'without a key',
		{ VITALLY_API_KEY: '' },
		{},
		'Set VITALLY_API_KEY to the key of your workspace.',
	],
	['without a network', { VITALLY_BASE_URL: 'http://127.0.0.1:9' }, {}, 'could not be reached'],
	['with a fact that is none', {}, { only: ['V99'] }, 'There is no fact V99'],
	['with a fact that needs records', {}, { only: ['V2'] }, 'V2 needs --write'],
])('does not run %s', async (_title, variables, options, sentence) => {
	const found = run({ environment: { ...environment(), ...variables }, ...options });

	await expect(found).rejects.toThrow(sentence);
});

it('does not run with a key that may not write', async () => {
	sandbox().faults.add(answers(403, { method: 'POST' }));

	await expect(run({ writes: true, only: ['V33'] })).rejects.toThrow(
		'Use a key that may create accounts, or leave out --write.',
	);
});

/** The command as people run it. */
async function command(
	variables: Record<string, string>,
	args: string[] = [],
	signal?: NodeJS.Signals,
) {
	const child = spawn(
		process.execPath,
		['--require', 'tsx/cjs', join(PROJECT_ROOT, 'verify', 'command.cts'), ...args],
		{ cwd: PROJECT_ROOT, env: { PATH: process.env.PATH, ...variables } },
	);
	let text = '';

	child.stdout.on('data', (data: Buffer) => (text += data.toString()));
	child.stderr.on('data', (data: Buffer) => {
		text += data.toString();
		// The first fact that needs records of its own.
		if (signal && text.includes('V33')) child.kill(signal);
	});
	const [status] = (await once(child, 'close')) as [number | null];

	return { status, text };
}

describe('the command', () => {
	const noAdmins = answers(404, { path: /^\/resources\/admins$/ });
	const ENDS: Array<[number, string, string[], RegExp, Fault[]]> = [
		[0, 'the report', ['--only', 'V24,V1'], /\| V24 \|(?!.*\| V25 \|)/s, []],
		[1, 'a difference', ['--only', 'V24'], /\| V24 \|/, [noAdmins]],
		[2, 'how it is used', ['--wirte'], /Unknown option '--wirte'.*npm run verify -- \[/s, []],
	];

	it.each(someOf(1, ENDS))('ends with %i and %s', async (end, _what, args, says, faults) => {
		for (const fault of faults) sandbox().faults.add(fault);
		const { status, text } = await command(environment(), args);

		expect(text).toMatch(says);
		expect(status).toBe(end);
	});

	const SIGNALS: Array<[NodeJS.Signals, number]> = [
		['SIGINT', 130],
		['SIGTERM', 143],
		['SIGHUP', 129],
	];

	it.each(someOf(1, SIGNALS))('leaves nothing after %s', async (signal, code) => {
		const before = counts();
		// Those of the facts that need records: the first is interrupted.
		const args = ['--write', '--only', 'V33,V2,V3,V4,V5,V7,V10,V15'];
		const { status } = await command(withoutAnalytics(), args, signal);

		expect(status).toBe(code);
		expect(counts()).toEqual(before);
	});
});

/** `V7` or `V2 to V5` in the pages that the command checks. */
function citedIds(text: string): string[] {
	return [...text.matchAll(/\bV(\d+)(?: to V(\d+))?\b/g)].flatMap(([, first, last = first]) => {
		const length = Number(last) - Number(first) + 1;

		return Array.from({ length }, (_, index) => `V${Number(first) + index}`);
	});
}

describe('docs/internal', () => {
	const pages = filesBelow(['docs/internal'], /\.md$/);
	const ids = FACTS.map(({ id }) => id);

	it('cites facts that there are', () => {
		const cited = pages.flatMap((page) => citedIds(read(page)));

		expect(cited.filter((id) => !ids.includes(id))).toEqual([]);
		expect(cited.length).toBeGreaterThan(20);
	});

	it('has the section of each fact, and cites the fact', () => {
		const faults = FACTS.flatMap(({ id, section }) => {
			const [file, place] = section.split(', ');
			const text = read(`docs/internal/${file}`);
			const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading]) => heading);

			return [
				...(headings.some((heading) => heading.startsWith(place))
					? []
					: [`${file} has no heading '${place}' for ${id}`]),
				...(citedIds(text).includes(id) ? [] : [`${file} does not cite ${id}`]),
			];
		});

		expect(faults).toEqual([]);
	});
});
