import type { Sandbox, SandboxOptions } from '../../sandbox/sandbox.cts';
import { inNewSandbox, sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';

/** The tests look into bodies of many forms; the contract has checked each form. */
type Body = Record<string, unknown> & {
	results: Record<string, unknown>[];
	next: string | null;
	error: string;
	id: string;
	traits: Record<string, unknown>;
};

type Call = (method: string, path: string, body?: unknown) => ReturnType<typeof call>;

/** Calls a new sandbox, which checks its own answers against the contract, in a plain way. */
export async function inNewClient(
	options: SandboxOptions,
	task: (sandbox: Sandbox, call: Call) => Promise<void>,
): Promise<void> {
	await inNewSandbox({ validateResponses: true, ...options }, async (sandbox) => {
		await task(sandbox, async (method, path, body) => await call(sandbox, method, path, body));
	});
}

/** Does the same as `inNewClient` for all tests of a suite. Before each test, the sandbox is as at the start. */
export function clientOfSuite(options?: SandboxOptions): [() => Sandbox, Call] {
	const sandbox = sandboxOfSuite({ validateResponses: true, ...options });

	return [sandbox, async (...request) => await call(sandbox(), ...request)];
}

async function call(sandbox: Sandbox, method: string, path: string, body?: unknown) {
	const key = path.startsWith('/analytics')
		? sandbox.analyticsKey
		: Buffer.from(`${sandbox.apiKey}:`).toString('base64');
	const headers: Record<string, string> = { authorization: `Basic ${key}` };
	if (body !== undefined) headers['content-type'] = 'application/json';

	const response = await fetch(sandbox.url + path, {
		method,
		headers,
		body: body === undefined ? undefined : JSON.stringify(body),
	});
	const text = await response.text();

	return {
		status: response.status,
		headers: response.headers,
		body: (text === '' ? undefined : JSON.parse(text)) as Body,
	};
}

/** A number of rows that no list of a test reaches. */
const MAX_ROWS = 100_000;

/** Follows the cursors of a list to its end. */
export async function allRows(call: Call, path: string): Promise<Record<string, unknown>[]> {
	const rows: Record<string, unknown>[] = [];
	const joint = path.includes('?') ? '&' : '?';
	let next: string | null = null;

	do {
		if (rows.length > MAX_ROWS) throw new Error(`The list ${path} does not end`);

		const from: string = next === null ? '' : `${joint}from=${encodeURIComponent(next)}`;
		const { body } = await call('GET', path + from);

		rows.push(...body.results);
		next = body.next;
	} while (next !== null);

	return rows;
}

/** A clock that moves only when it is set. */
export function standingClock(start = Date.UTC(2026, 10, 20)) {
	let time = start;

	const pass = (ms: number) => {
		time += ms;
	};

	return { now: () => time, pass };
}
