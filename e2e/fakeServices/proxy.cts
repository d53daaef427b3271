import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import type { IDataObject } from 'n8n-workflow';

import { program } from '../debian.cts';
import { assertCall, Rejection, type HttpService } from './httpService.cts';

/** What n8n's nodes for other services talk to, instead of the services themselves. */
export interface Proxy {
	/** The variables with which n8n sends all requests through the proxy that leave this machine. */
	env: NodeJS.ProcessEnv;
	/** Calls that a service did not know, and connections to other hosts. */
	readonly problems: string[];
	close(): void;
}

/**
 * Starts a proxy, through which n8n sends its requests as its environment says. It opens no connection: it ends TLS
 * itself, and the services answer.
 *
 * @param folder an empty one, for the certificate
 */
export async function startProxy(services: HttpService[], folder: string): Promise<Proxy> {
	const problems: string[] = [];
	const hosts = services.map(({ host }) => host);
	const { key, cert, file } = makeCertificate(hosts, folder);

	const tls = createTlsServer({ key, cert }, (request, response) => {
		void answer(request, response);
	});
	const proxy = createServer((request, response) => {
		problems.push(`${request.method} ${request.url} without TLS`);
		response.writeHead(502).end();
	});

	proxy.on('connect', ({ url }, socket: Socket, head: Buffer) => {
		if (!hosts.includes(String(url).split(':')[0])) {
			problems.push(`a connection to ${url}`);
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
		close: () => proxy.close(),
	};

	async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
		let status = 200;
		let body: object;

		try {
			body = await answerOf(services, request);
		} catch (error) {
			status = 400;

			if (error instanceof Rejection) {
				body = error.body;
			} else {
				const reason = error instanceof Error ? error.message : String(error);

				problems.push(`${request.method} ${request.headers.host}${request.url}: ${reason}`);
				body = { ok: false, error: reason, message: reason };
			}
		}

		response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
	}
}

/** @throws Error with what is wrong with the request */
async function answerOf(services: HttpService[], request: IncomingMessage): Promise<object> {
	const { method = '', headers } = request;
	const url = new URL(request.url ?? '', `https://${headers.host}`);
	const service = services.find(({ host }) => host === url.hostname);

	assertCall(service, 'no such service');

	const { authorization } = headers;

	assertCall(authorization === service.authorization, `not authorized by ${authorization}`);

	const sent = await text(request);
	const isForm = headers['content-type']?.includes('x-www-form-urlencoded');
	const body = isForm ? readForm(sent) : (JSON.parse(sent || '{}') as IDataObject);

	return service.answer({ method, path: url.pathname, query: url.searchParams, body });
}

function readForm(sent: string): IDataObject {
	return Object.fromEntries(new URLSearchParams(sent));
}

/**
 * Makes a key and a certificate for the hosts, good for two days, which no program trusts unless it is configured
 * to: the file is for NODE_EXTRA_CA_CERTS.
 */
function makeCertificate(hosts: string[], folder: string) {
	const keyFile = join(folder, 'key.pem');
	const file = join(folder, 'certificate.pem');
	const names = hosts.map((host) => `DNS:${host}`).join(',');

	execFileSync(
		program('openssl'),
		[
			'req',
			'-x509',
			'-days',
			'2',
			'-subj',
			'/CN=n8n-nodes-vitally checks',
			'-newkey',
			'ec',
			'-pkeyopt',
			'ec_paramgen_curve:prime256v1',
			'-nodes',
			'-addext',
			`subjectAltName=${names}`,
			'-keyout',
			keyFile,
			'-out',
			file,
		],
		{ stdio: ['ignore', 'ignore', 'pipe'] },
	);

	return { key: readFileSync(keyFile), cert: readFileSync(file), file };
}
