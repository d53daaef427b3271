import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Sandbox } from '../sandbox/sandbox.cts';

/** How every reader asks for all accounts. */
export const QUERY = 'status=activeOrChurned&sortBy=createdAt&limit=100';

/**
 * Serves the sandbox's list of accounts from memory, page by page as the sandbox itself answered, so
 * that a page costs the service next to nothing and the readers' own work shows.
 *
 * @returns the address
 */
export async function replayAccounts(sandbox: Sandbox, latencyMs: number): Promise<string> {
	const pages = await readPages(sandbox);
	const server = createServer((request, response) => {
		const { searchParams } = new URL(request.url ?? '', sandbox.url);
		const page = pages.get(searchParams.get('from') ?? '');
		const answer = () => {
			response.writeHead(page ? 200 : 400, {
				'content-type': 'application/json; charset=utf-8',
				'ratelimit-limit': '1000000, 1000000;window=60',
				'ratelimit-remaining': '1000000',
				'ratelimit-reset': '1',
			});
			response.end(page);
		};
		if (latencyMs > 0) setTimeout(answer, latencyMs);
		else answer();
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The bytes of every page by the cursor that asks for it. */
async function readPages(sandbox: Sandbox): Promise<Map<string, Buffer>> {
	const pages = new Map<string, Buffer>();
	let cursor: string | null = '';
	while (cursor !== null) {
		const from: string = cursor === '' ? '' : `&from=${encodeURIComponent(cursor)}`;
		const response = await fetch(`${sandbox.url}/resources/accounts?${QUERY}${from}`, {
			headers: { authorization: `Basic ${btoa(`${sandbox.apiKey}:`)}` },
		});
		const page = Buffer.from(await response.arrayBuffer());
		pages.set(cursor, page);
		cursor = (JSON.parse(page.toString('utf8')) as { next: string | null }).next;
	}
	return pages;
}
