import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Sandbox } from '../sandbox/sandbox.cts';

/** How every reader asks for all accounts. */
export const QUERY = 'status=activeOrChurned&sortBy=createdAt&limit=100';

/** Answers of the sandbox, served from memory so that they cost the service next to nothing. */
export interface Replay {
	url: string;
	/** Unix milliseconds; 0 before it came. */
	firstRequestAt: () => number;
}

export interface ListReplay {
	latencyMs: number;
	/** The list comes so many times in a row, as one: ids repeat, cursors do not. */
	rounds: number;
	/** The number of traits that are added to each account; every seventh of them has no value, others for each account. */
	addedTraits: number;
	/** How an account shows a trait without a value. */
	emptyTraits: EmptyTraits;
}

/** A trait that was cleared is missing in an account, or null. */
export type EmptyTraits = 'missing' | 'null';

/** Serves the sandbox's list of accounts, page by page as the sandbox itself answered. */
export async function replayAccounts(
	sandbox: Sandbox,
	{ latencyMs, rounds, addedTraits, emptyTraits }: ListReplay,
): Promise<Replay> {
	const pages = await readPages(sandbox, addedTraits, emptyTraits);
	const count = pages.length * rounds;

	return await serve(latencyMs, ({ searchParams }) => {
		const number = Number(searchParams.get('from') ?? 0);
		if (!(number < count)) return undefined;

		const next = number + 1 < count ? `"${number + 1}"}` : 'null}';

		return Buffer.concat([pages[number % pages.length], Buffer.from(next)]);
	});
}

/** Serves one account, as the sandbox answered it, with the external ID that is asked for. */
export async function replayAccount(sandbox: Sandbox): Promise<Replay> {
	const [{ id, externalId }] = sandbox.state.accounts.all();
	const account = await read(sandbox, `/resources/accounts/${id}`);
	const [before, after] = account.split(`"externalId":"${externalId}"`);

	return await serve(0, ({ pathname }) => {
		const asked = pathname.slice(pathname.lastIndexOf('/') + 1);

		return Buffer.from(`${before}"externalId":"${asked}"${after}`);
	});
}

async function serve(latencyMs: number, bodyOf: (url: URL) => Buffer | undefined): Promise<Replay> {
	let firstRequestAt = 0;
	const server = createServer((request, response) => {
		firstRequestAt ||= performance.timeOrigin + performance.now();
		const body = bodyOf(new URL(request.url ?? '', 'http://127.0.0.1'));

		const answer = () => {
			response.writeHead(body === undefined ? 400 : 200, {
				'content-type': 'application/json; charset=utf-8',
				'ratelimit-limit': '1000000, 1000000;window=60',
				'ratelimit-remaining': '1000000',
				'ratelimit-reset': '1',
			});
			response.end(body);
		};

		if (latencyMs > 0) setTimeout(answer, latencyMs);
		else answer();
	});

	// Readers without a bound connect all at once.
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', 20_000, resolve));
	const { port } = server.address() as AddressInfo;

	return { url: `http://127.0.0.1:${port}`, firstRequestAt: () => firstRequestAt };
}

/** Reads every page, up to its cursor, which is moved to the end. */
async function readPages(
	sandbox: Sandbox,
	addedTraits: number,
	emptyTraits: EmptyTraits,
): Promise<Buffer[]> {
	const pages: Buffer[] = [];
	let cursor: string | null = '';

	while (cursor !== null) {
		const from: string = cursor === '' ? '' : `&from=${encodeURIComponent(cursor)}`;
		const text = await read(sandbox, `/resources/accounts?${QUERY}${from}`);
		const { results, next } = JSON.parse(text) as {
			results: Array<{ traits: object }>;
			next: string | null;
		};

		for (const [index, account] of results.entries()) {
			const number = pages.length * results.length + index;

			Object.assign(account.traits, traitsOf(number, addedTraits, emptyTraits));
		}

		cursor = next;
		pages.push(Buffer.from(`${JSON.stringify({ results }).slice(0, -1)},"next":`));
	}

	return pages;
}

/** Texts and numbers, under keys as Vitally gives them to traits. A seventh of them has no value. */
function traitsOf(account: number, count: number, emptyTraits: EmptyTraits): object {
	const traits: Record<string, string | number | null> = {};

	for (let number = 0; number < count; number++) {
		const key = `vitally.custom.field${number}`;
		const hasValue = scatter(account, number) % 7 !== 0;

		if (hasValue) {
			traits[key] = number % 3 === 0 ? account * number : `Value ${account} of ${number}`;
		} else if (emptyTraits === 'null') {
			traits[key] = null;
		}
	}

	return traits;
}

/** A number that is the same for the same two, and has no pattern. */
function scatter(account: number, number: number): number {
	const mixed = Math.imul(account * 61 + number + 1, 0x9e3779b1);

	return (mixed ^ (mixed >>> 15)) >>> 0;
}

async function read(sandbox: Sandbox, path: string): Promise<string> {
	const response = await fetch(`${sandbox.url}${path}`, {
		headers: { authorization: `Basic ${btoa(`${sandbox.apiKey}:`)}` },
	});
	if (!response.ok) throw new Error(`${path}: ${response.status}`);

	return await response.text();
}
