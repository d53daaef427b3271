import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';

import { getRequestHelperFunctions } from 'n8n-core/dist/execution-engine/node-execution-context/utils/request-helpers';
import { type IHttpRequestOptions, NodeApiError } from 'n8n-workflow';

import { networkErrorKindOf } from '../../../nodes/Vitally/transport/errors/networkErrors';
import { newNode } from '../../engine/engine.cts';
import { listen } from '../../engine/listen.cts';

const node = newNode('Vitally', 'vitally');

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

/** Nothing listens at this port. */
const CLOSED = { protocol: 'http', host: '127.0.0.1', port: 1 };

describe('networkErrorKindOf', () => {
	const servers: Server[] = [];
	const sockets = new Set<Socket>();

	async function open(server: Server): Promise<string> {
		servers.push(server);
		server.on('connection', (socket) => sockets.add(socket.on('error', () => {})));

		return new URL(await listen(server)).host;
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

	it.each<{ what: string; options: IHttpRequestOptions; kind: string }>([
		{ what: 'a closed port', options: { url: 'http://127.0.0.1:1/' }, kind: 'notSent' },
		{
			what: 'a proxy at one',
			options: { url: 'http://vitally.invalid/', proxy: CLOSED },
			kind: 'notSent',
		},
		{
			what: 'a host without an address',
			options: { url: 'http://vitally.invalid/' },
			kind: 'notSent',
		},
		{ what: 'no host', options: { url: 'http://' }, kind: 'other' },
		{ what: 'another protocol', options: { url: 'gopher://vitally.invalid/' }, kind: 'other' },
		{
			what: 'a domain that is not allowed',
			options: { url: 'http://127.0.0.1/', allowedDomains: 'rest.vitally-eu.io' },
			kind: 'blocked',
		},
	])('returns $kind for a request to $what', async ({ options, kind }) => {
		expect({ kind: await kindOf(options) }).toEqual({ kind });
	});

	const truncated: RequestListener = (_, response) => {
		response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 });
		response.write('{"id":', () => response.destroy());
	};

	const garbled: RequestListener = (_, response) => {
		response.writeHead(200, { 'content-encoding': 'gzip' }).end('{}');
	};

	const closing = () => after((socket) => socket.destroy());
	const resetting = () => after((socket) => socket.resetAndDestroy());
	const answeringWithText = () => after((socket) => socket.end('this is not HTTP\r\n\r\n'));

	it.each([
		{ name: 'closes before TLS', scheme: 'https', server: closing(), kind: 'notSent' },
		{ name: 'does not speak TLS', scheme: 'https', server: createHttpServer(), kind: 'notTls' },
		{ name: 'closes', scheme: 'http', server: closing(), kind: 'connectionLost' },
		{ name: 'resets', scheme: 'http', server: resetting(), kind: 'connectionLost' },
		{
			name: 'answers without HTTP',
			scheme: 'http',
			server: answeringWithText(),
			kind: 'connectionLost',
		},
		{
			name: 'ends in the middle of a body',
			scheme: 'http',
			server: createHttpServer(truncated),
			kind: 'connectionLost',
		},
		{
			name: 'sends a body that cannot be decoded',
			scheme: 'http',
			server: createHttpServer(garbled),
			kind: 'connectionLost',
		},
	])('returns $kind where a server $name', async ({ scheme, server, kind }) => {
		const host = await open(server);

		expect({ kind: await kindOf({ url: `${scheme}://${host}/` }) }).toEqual({ kind });
	});

	it('returns notSent where a proxy closes before it has connected', async () => {
		const [host, port] = (await open(closing())).split(':');
		const proxy = { protocol: 'http', host, port: Number(port) };

		expect(await kindOf({ url: 'https://vitally.invalid/', proxy })).toBe('notSent');
	});

	it.each(['http', 'https'])(
		'returns timeout where a server does not answer by %s',
		async (scheme) => {
			const host = await open(createServer());

			expect(await kindOf({ url: `${scheme}://${host}/`, timeout: 50 })).toBe('timeout');
		},
	);

	/** The codes of Node.js and OpenSSL by what they mean. */
	const CODES: Record<string, string[]> = {
		certificate: [
			'DEPTH_ZERO_SELF_SIGNED_CERT',
			'SELF_SIGNED_CERT_IN_CHAIN',
			'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
			'UNABLE_TO_GET_ISSUER_CERT',
			'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
		],
		invalidCertificate: [
			'CERT_HAS_EXPIRED',
			'CERT_NOT_YET_VALID',
			'CERT_REVOKED',
			'ERR_TLS_CERT_ALTNAME_INVALID',
		],
		notTls: [
			'ERR_SSL_WRONG_VERSION_NUMBER',
			'ERR_SSL_PACKET_LENGTH_TOO_LONG',
			'ERR_SSL_UNSUPPORTED_PROTOCOL',
			'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE',
			'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION',
		],
		notSent: [
			'ECONNREFUSED',
			'ENOTFOUND',
			'EAI_AGAIN',
			'EHOSTUNREACH',
			'ENETUNREACH',
			'EHOSTDOWN',
			'ENETDOWN',
		],
		timeout: ['ECONNABORTED', 'ETIMEDOUT'],
		connectionLost: [
			'ECONNRESET',
			'EPIPE',
			'EPROTO',
			'ERR_BAD_RESPONSE',
			'ERR_STREAM_PREMATURE_CLOSE',
			'Z_BUF_ERROR',
			'Z_DATA_ERROR',
			'HPE_INVALID_CONSTANT',
		],
		other: ['ERR_CANCELED', 'ERR_INVALID_URL'],
	};

	it.each(Object.entries(CODES).flatMap(([kind, codes]) => codes.map((code) => ({ code, kind }))))(
		'reads the code $code as $kind',
		({ code, kind }) => {
			expect({ kind: networkErrorKindOf({ code }) }).toEqual({ kind });
		},
	);

	it.each([
		{ message: 'unable to get issuer certificate', kind: 'certificate' },
		{ message: 'self signed certificate', kind: 'certificate' },
		{ message: 'certificate is not yet valid', kind: 'invalidCertificate' },
		{ message: 'certificate revoked', kind: 'invalidCertificate' },
		{
			message: "Hostname/IP does not match certificate's altnames: Host: a. is not cert's CN: b",
			kind: 'invalidCertificate',
		},
		{ message: 'error:SSL routines:packet length too long', kind: 'notTls' },
		{ message: 'error:SSL routines:unsupported protocol', kind: 'notTls' },
		{ message: 'error:SSL routines:sslv3 alert handshake failure', kind: 'notTls' },
		{ message: 'error:SSL routines:tlsv1 alert protocol version', kind: 'notTls' },
		{
			message: 'Client network socket disconnected before secure TLS connection was established',
			kind: 'notSent',
		},
		{ message: 'Proxy connection ended before receiving CONNECT response', kind: 'notSent' },
		{ message: 'getaddrinfo failed', kind: 'notSent' },
		{ message: 'connect failed', kind: 'notSent' },
		{ message: 'Domain not allowed: the credential is for others', kind: 'blocked' },
		{ message: 'stream has been aborted', kind: 'connectionLost' },
		{ message: 'Parse Error: Expected HTTP/', kind: 'connectionLost' },
		{ message: 'The parser says Parse Error', kind: 'other' },
		{ message: 'did not connect', kind: 'other' },
	])('reads the message "$message" as $kind', ({ message, kind }) => {
		expect({ kind: networkErrorKindOf({ message }) }).toEqual({ kind });
	});

	it.each([
		[{ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }, 'certificate'],
		[{ code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' }, 'certificate'],
		[{ code: 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY' }, 'certificate'],
		// n8n before 2.33 keeps only the message.
		[{ message: 'self-signed certificate in certificate chain' }, 'certificate'],
		[{ message: 'unable to verify the first certificate' }, 'certificate'],
		[{ message: 'unable to get local issuer certificate' }, 'certificate'],
		[{ code: 'CERT_HAS_EXPIRED' }, 'invalidCertificate'],
		[{ message: 'certificate has expired' }, 'invalidCertificate'],
		[{ code: 'ERR_TLS_CERT_ALTNAME_INVALID' }, 'invalidCertificate'],
		[{ code: 'EPROTO', message: 'write EPROTO error:SSL:wrong version number' }, 'notTls'],
		[{ code: 'ERR_SSL_PACKET_LENGTH_TOO_LONG' }, 'notTls'],
		[{ name: 'SsrfBlockedIpError' }, 'blocked'],
		[{ cause: { name: 'SsrfBlockedHostnameError' } }, 'blocked'],
		[{ message: 'The request was blocked because it resolves to a restricted IP' }, 'blocked'],
		[{ messages: ['connect ECONNREFUSED 127.0.0.1:1'] }, 'notSent'],
		[{ syscall: 'getaddrinfo' }, 'notSent'],
		[{ code: 'ECONNREFUSED', response: {} }, 'other'],
		[{ message: 'timeout of 300ms exceeded' }, 'timeout'],
		[{ message: 'socket hang up' }, 'connectionLost'],
		[{ message: 'aborted' }, 'connectionLost'],
		[{ message: 'the request was aborted' }, 'other'],
		[{ message: 1 }, 'other'],
		[null, 'other'],
	])('reads the error %j of Node.js, Axios or n8n as %s', (error, kind) => {
		expect({ kind: networkErrorKindOf(error) }).toEqual({ kind });
	});

	it.each([
		{ place: 'first', codes: ['ECONNREFUSED', 'EUNKNOWN'] },
		{ place: 'last', codes: ['EUNKNOWN', 'ECONNREFUSED'] },
	])('looks at the $place address that was tried', ({ codes }) => {
		const attempts = codes.map((code) => Object.assign(new Error('failed'), { code }));
		const error = new Error('no connection', { cause: new AggregateError(attempts) });

		expect({ kind: networkErrorKindOf(error) }).toEqual({ kind: 'notSent' });
	});

	it('looks at every address that was tried', () => {
		const attempt = Object.assign(new Error('timed out'), {
			code: 'ETIMEDOUT',
			syscall: 'connect',
		});
		const both = new AggregateError([attempt, attempt]);

		const kind = networkErrorKindOf(new Error('no connection', { cause: both }));

		expect({ kind }).toEqual({ kind: 'notSent' });
	});

	it('ends with causes that point at each other', () => {
		const loop: { code: string; cause?: unknown } = { code: 'EPIPE' };

		loop.cause = { cause: loop };

		expect(networkErrorKindOf(loop)).toBe('connectionLost');
	});
});
