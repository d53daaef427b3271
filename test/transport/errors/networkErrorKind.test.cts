import 'reflect-metadata';

import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

import { getRequestHelperFunctions } from 'n8n-core/dist/execution-engine/node-execution-context/utils/request-helpers';
import { type IHttpRequestOptions, type INode, NodeApiError } from 'n8n-workflow';
import { networkErrorKindOf } from '../../../nodes/Vitally/transport/errors/networkErrors';
import { selfSigned } from '../selfSigned.cts';

const node: INode = {
	id: '1',
	name: 'Vitally',
	type: 'vitally',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

type Unused = never;

/** Sends with the helper that a running node gets, and hands back what it throws. */
async function thrownBy(options: IHttpRequestOptions): Promise<unknown> {
	const credentialsHelper = {
		getParentTypes: () => [],
		preAuthentication: async () => undefined,
		authenticate: async (_values: unknown, _type: string, request: IHttpRequestOptions) => request,
	};
	const additionalData = { credentialsHelper };
	const helpers = getRequestHelperFunctions({} as Unused, node, additionalData as Unused);
	const context = { helpers, getNode: () => node };
	const request = { method: 'POST' as const, body: { name: 'Acme' }, json: true, ...options };
	try {
		await helpers.httpRequestWithAuthentication.call(context as Unused, 'vitallyApi', request, {
			credentialsDecrypted: { id: '1', name: 'Key', type: 'vitallyApi', data: {} },
		});
	} catch (error) {
		return error;
	}
	throw new Error('The request was answered');
}

describe('networkErrorKindOf', () => {
	const servers: Server[] = [];
	const sockets = new Set<Socket>();

	async function listen(server: Server): Promise<string> {
		servers.push(server);
		server.on('connection', (socket) => sockets.add(socket.on('error', () => {})));
		server.listen(0, '127.0.0.1');
		await once(server, 'listening');
		return `127.0.0.1:${(server.address() as AddressInfo).port}`;
	}

	afterAll(() => {
		for (const socket of sockets) socket.destroy();
		for (const server of servers) server.close();
	});

	async function kindOf(options: IHttpRequestOptions) {
		const error = await thrownBy(options);
		expect(error).toBeInstanceOf(NodeApiError);
		return networkErrorKindOf(error);
	}

	const after = (answer: (socket: Socket) => void) =>
		createServer((socket) => socket.once('data', () => answer(socket)));

	it('recognizes a closed port, and a host without an address', async () => {
		const server = createServer();
		const host = await listen(server);
		server.close();
		await once(server, 'close');
		expect(await kindOf({ url: `http://${host}/` })).toBe('notSent');
		const proxy = { protocol: 'http', host: '127.0.0.1', port: Number(host.split(':')[1]) };
		expect(await kindOf({ url: 'http://vitally.invalid/', proxy })).toBe('notSent');
		expect(await kindOf({ url: 'http://vitally.invalid/' })).toBe('notSent');
	});

	it('recognizes a connection that ended before anything was sent', async () => {
		const host = await listen(after((socket) => socket.destroy()));
		expect(await kindOf({ url: `https://${host}/` })).toBe('notSent');
	});

	it('distinguishes a connection that broke after sending from one that was not established', async () => {
		const ends: Array<(socket: Socket) => void> = [
			(socket) => socket.destroy(),
			(socket) => socket.resetAndDestroy(),
			(socket) => socket.end('this is not HTTP\r\n\r\n'),
		];
		for (const end of ends) {
			const host = await listen(after(end));
			expect(await kindOf({ url: `http://${host}/` })).toBe('connectionLost');
		}
	});

	it('recognizes a truncated response', async () => {
		const host = await listen(
			createHttpServer((_, response) => {
				response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 });
				response.write('{"id":', () => response.destroy());
			}),
		);
		expect(await kindOf({ url: `http://${host}/` })).toBe('connectionLost');
	});

	it('recognizes a garbled response', async () => {
		const host = await listen(
			createHttpServer((_, response) => {
				response.writeHead(200, { 'content-encoding': 'gzip' });
				response.end('{}');
			}),
		);
		expect(await kindOf({ url: `http://${host}/` })).toBe('connectionLost');
	});

	it('recognizes a certificate that is not trusted, also in errors of n8n before 2.33', async () => {
		const host = await listen(createTlsServer(selfSigned()));
		expect(await kindOf({ url: `https://${host}/` })).toBe('certificate');
		expect(networkErrorKindOf(new Error('self-signed certificate'))).toBe('certificate');
	});

	it('recognizes a timeout', async () => {
		const host = await listen(createServer());
		expect(await kindOf({ url: `http://${host}/`, timeout: 50 })).toBe('timeout');
		expect(await kindOf({ url: `https://${host}/`, timeout: 50 })).toBe('timeout');
	});

	it('finds no reason to send again what can never succeed', async () => {
		expect(await kindOf({ url: 'http://' })).toBe('other');
		expect(await kindOf({ url: 'gopher://vitally.invalid/' })).toBe('other');
		const allowedDomains = 'rest.vitally-eu.io';
		expect(await kindOf({ url: 'http://127.0.0.1/', allowedDomains })).toBe('other');
	});

	it('looks at every address that was tried, and at causes that point at each other', () => {
		const attempt = Object.assign(new Error('timed out'), {
			code: 'ETIMEDOUT',
			syscall: 'connect',
		});
		const both = new AggregateError([attempt, attempt]);
		expect(networkErrorKindOf(new Error('no connection', { cause: both }))).toBe('notSent');

		const loop: { code: string; cause?: unknown } = { code: 'EPIPE' };
		loop.cause = { cause: loop };
		expect(networkErrorKindOf(loop)).toBe('connectionLost');
	});
});
