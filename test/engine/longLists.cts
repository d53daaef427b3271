import { createServer, type IncomingMessage } from 'node:http';

import type { IDataObject } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox/sandbox.cts';
import { listen } from './listen.cts';

/** All records of all lists: as they are first, after each has changed, and others in their place. */
type Version = 'first' | 'changed' | 'others';

/** A service that answers as a sandbox does, but whose lists are long. */
export interface LongLists {
	url: string;
	version: Version;
	/** The field with the time at which all records ended, if they did. */
	ended?: string;
	close(): unknown;
}

/** The Vitally ID and the External ID of the record at a place of a list. */
export const idAt = (place: number) => `many-${place}`;
export const externalIdAt = (place: number) => `ext-${place}`;

/**
 * Starts a service in front of a sandbox. Each of its lists has so many records, all made from those that the
 * sandbox has in it, newest first.
 */
export async function startLongLists(sandbox: Sandbox, count: number): Promise<LongLists> {
	const templates = new Map<string, Promise<IDataObject[]>>();
	const server = createServer();
	const lists: LongLists = { url: '', version: 'first', close: () => server.close() };

	server.on('request', async (request, response) => {
		const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');

		const answer = (status: number, body: string) => {
			response.writeHead(status, { 'content-type': 'application/json' });
			response.end(body);
		};

		if (request.method !== 'GET' || !searchParams.has('limit')) {
			const { status, body } = await forward(sandbox, request);

			return answer(status, body);
		}

		if (!templates.has(pathname)) templates.set(pathname, readTemplates(sandbox, request));

		const known = (await templates.get(pathname)) as IDataObject[];
		const limit = Number(searchParams.get('limit'));
		const start = Number(searchParams.get('from') ?? 0);
		const end = known.length === 0 ? start : Math.min(count, start + limit);
		const records = [];

		for (let place = start; place < end; place++) {
			records.push(recordAt(place, known[place % known.length], lists));
		}

		answer(200, JSON.stringify({ results: records, next: end < count ? String(end) : null }));
	});

	lists.url = await listen(server);

	return lists;
}

async function readTemplates(sandbox: Sandbox, request: IncomingMessage): Promise<IDataObject[]> {
	request.url = request.url?.replace(/([?&])(from|limit|archived|status)=[^&]*/g, '$1');
	const { status, body } = await forward(sandbox, request);
	if (status !== 200) throw new Error(`${request.url}: ${status} ${body}`);

	const { results, data } = JSON.parse(body) as Record<string, IDataObject[]>;

	return results ?? data;
}

async function forward(sandbox: Sandbox, request: IncomingMessage) {
	const chunks: Buffer[] = [];

	for await (const chunk of request) chunks.push(chunk as Buffer);
	const response = await fetch(`${sandbox.url}${request.url}`, {
		method: request.method,
		headers: {
			authorization: request.headers.authorization ?? '',
			'content-type': 'application/json',
		},
		body: chunks.length > 0 ? Buffer.concat(chunks) : undefined,
	});

	return { status: response.status, body: await response.text() };
}

/** Returns the record at a place of a list; with the version, each field changes that an event may watch. */
function recordAt(
	place: number,
	template: IDataObject,
	{ version, ended }: LongLists,
): IDataObject {
	const isFirst = version === 'first';
	const timeAt = (startMs: number) => new Date(startMs - place * 1000).toISOString();
	const updatedAt = timeAt(isFirst ? 1.75e12 : 1.76e12);
	const segment = isFirst ? 'before' : 'after';
	const record: IDataObject = {
		...template,
		id: version === 'others' ? `other-${idAt(place)}` : idAt(place),
		createdAt: version === 'others' ? updatedAt : timeAt(1.74e12),
		updatedAt,
		segments: [{ id: segment, name: segment }],
	};

	if ('externalId' in template) record.externalId = externalIdAt(place);
	if ('name' in template) record.name = `Name ${place}`;
	if (ended !== undefined) record[ended] = updatedAt;
	if ('respondedAt' in template) record.respondedAt = updatedAt;
	if ('csmId' in template) record.csmId = isFirst ? 'admin-1' : 'admin-2';
	if ('healthScore' in template) record.healthScore = isFirst ? 8 : 2;

	return record;
}
