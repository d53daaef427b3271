import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';

import type { IDataObject } from 'n8n-workflow';

import { makeCertificate } from './certificate.cts';
import type { Call, HttpService } from './httpService.cts';

/** What n8n's nodes for other services talk to, instead of the services themselves. */
export interface Proxy {
	/** For n8n: all that is not on this machine goes through the proxy. */
	env: NodeJS.ProcessEnv;
	/** Calls that a service did not know, and connections to other hosts. */
	readonly problems: string[];
	close(): Promise<void>;
}

/**
 * n8n sends requests through the proxy that its environment names. This one opens a connection to no
 * one: it ends TLS itself, and the services answer.
 *
 * @param folder an empty one, for the certificate
 */
export async function startProxy(services: HttpService[], folder: string): Promise<Proxy> {
	const problems: string[] = [];
	const hosts = services.flatMap((service) => service.hosts);
	const { key, cert, file } = makeCertificate(hosts, folder);
	const serviceAt = (host: string) =>
		services.find((service) => service.hosts.some((name) => isNamed(host, name)));

	const tls = createTlsServer({ key, cert }, (request, response) => {
		void answer(request, response);
	});
	const proxy = createServer((request, response) => {
		problems.push(`${request.method} ${request.url} without TLS`);
		response.writeHead(502).end();
	});
	const sockets = new Set<Socket>();
	proxy.on('connection', (socket) => {
		sockets.add(socket);
		socket.once('close', () => sockets.delete(socket));
	});
	proxy.on('connect', (request, socket: Socket, head: Buffer) => {
		const [host] = String(request.url).split(':');
		if (!serviceAt(host)) {
			problems.push(`a connection to ${request.url}`);
			socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
			return;
		}
		socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
		socket.unshift(head);
		tls.emit('connection', socket);
	});
	proxy.listen(0, '127.0.0.1');
	await once(proxy, 'listening');
	const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;

	return {
		problems,
		env: {
			HTTP_PROXY: url,
			HTTPS_PROXY: url,
			NO_PROXY: '127.0.0.1,localhost',
			NODE_EXTRA_CA_CERTS: file,
		},
		close: async () => {
			for (const socket of sockets) socket.destroy();
			proxy.close();
			await once(proxy, 'close');
		},
	};

	async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
		let status = 200;
		let body: object;
		try {
			const call = await callOf(request);
			const service = serviceAt(call.host);
			if (!service) throw new Error('no such service');
			({ status = 200, body } = service.answer(call));
		} catch (error) {
			const reason = error instanceof Error ? error.message : String(error);
			problems.push(`${request.method} ${request.headers.host}${request.url}: ${reason}`);
			status = 400;
			body = { ok: false, error: reason, message: reason };
		}
		response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
	}
}

async function callOf(request: IncomingMessage): Promise<Call> {
	const { method = '', headers } = request;
	const url = new URL(request.url ?? '', `https://${headers.host}`);
	const sent = await text(request);
	const isForm = headers['content-type']?.includes('x-www-form-urlencoded');
	const body = (
		isForm ? Object.fromEntries(new URLSearchParams(sent)) : JSON.parse(sent || '{}')
	) as IDataObject;
	return {
		method,
		host: url.hostname,
		path: url.pathname,
		query: url.searchParams,
		authorization: headers.authorization ?? '',
		body,
	};
}

/** Whether a certificate's name covers the host. */
function isNamed(host: string, name: string): boolean {
	return name.startsWith('*.') ? host.slice(host.indexOf('.')) === name.slice(1) : host === name;
}
