import { createServer, type RequestListener } from 'node:http';

import type { IDataObject } from 'n8n-workflow';

import { authorizationOf } from '../../nodes/Vitally/transport/auth';
import { listen } from '../engine/listen.cts';
import { openEditor } from '../engine/listSearch.cts';

const KEY = 'sk_live_secret';
const HOST = 'http://vitally.test';
const PLACES = [
	'http://other.example/landed',
	'//other.example/landed',
	'http://n8n:password@other.example/landed',
	'http://deeper.vitally.test/landed',
	'http://vitally.test:8080/landed',
	'http://example/landed',
	'/landed',
];
const METHODS = ['GET', 'POST', 'DELETE'];
const STATUSES = [301, 303, 307];
const TYPES = { vitally: 'vitallyApi', vitallyAnalytics: 'vitallyAnalyticsApi' };

/** Headers that a caller may add: n8n's engines send a second key everywhere, and trust `Host`. */
const HEADERS = [
	{},
	{ Authorization: 'of the caller' },
	{ AUTHORIZATION: 'of the caller' },
	{ Host: 'other.example' },
];

/** Each with another credential and header than the one before. */
const REDIRECTS = METHODS.flatMap((method) =>
	STATUSES.flatMap((status) => PLACES.map((to) => ({ method, status, to }))),
).map((redirect, index) => ({
	...redirect,
	type: (['vitally', 'vitallyAnalytics'] as const)[index % 2],
	headers: HEADERS[index % 4],
}));

/** How n8n's HTTP Request node asks its helper to follow redirects, and how its other nodes do. */
const HELPERS = {
	requestWithAuthentication: ({ url, ...options }: IDataObject) => ({
		...options,
		uri: url,
		followRedirect: true,
		followAllRedirects: true,
	}),
	httpRequestWithAuthentication: (options: IDataObject) => options,
};

describe('the key of a credential', () => {
	let proxy: string;
	let received: Array<{ url: URL; authorization?: string }>;

	/** A proxy in front of all hosts. */
	const answer: RequestListener = (request, response) => {
		const url = new URL(request.url ?? '', HOST);

		received.push({ url, authorization: request.headers.authorization });
		request.resume();
		const { to: location, status = '200' } = Object.fromEntries(url.searchParams);

		response.writeHead(Number(status), location ? { location } : {}).end();
	};

	const server = createServer(answer);

	beforeAll(async () => {
		proxy = await listen(server);
	});

	afterAll(() => {
		server.closeAllConnections();
		server.close();
	});

	const contextOf = async (type: keyof typeof TYPES) => {
		const fields = { apiKey: KEY, dataCenter: 'custom', baseUrl: HOST };

		return await openEditor({ type, parameters: {} }, { [TYPES[type]]: fields });
	};

	it.each(Object.entries(HELPERS))(
		`follows none of ${REDIRECTS.length} redirects through %s`,
		async (helper, optionsOf) => {
			received = [];
			const contexts = {
				vitally: await contextOf('vitally'),
				vitallyAnalytics: await contextOf('vitallyAnalytics'),
			};

			for (const { method, status, to, type, headers } of REDIRECTS) {
				const query = new URLSearchParams({ status: `${status}`, to }).toString();
				const options = optionsOf({
					method,
					url: `${HOST}/resources?${query}`,
					headers: { ...headers },
					proxy,
					sendCredentialsOnCrossOriginRedirect: true,
				});
				const context = contexts[type];
				const send = context.helpers[helper as keyof typeof HELPERS];

				await send.call(context, TYPES[type], options as never).catch(() => {});
			}

			// Once each, without the header of the caller.
			const keys = Object.values(TYPES).map((type) => authorizationOf(type, KEY));
			const signed = received.filter(({ authorization = '' }) => keys.includes(authorization));
			const elsewhere = signed.filter(({ url }) => url.origin !== HOST || !url.search);

			expect({ keySentElsewhere: elsewhere.map(({ url }) => url.href) }).toEqual({
				keySentElsewhere: [],
			});
			expect({ requests: received.length, withKey: signed.length }).toEqual({
				requests: REDIRECTS.length,
				withKey: REDIRECTS.length,
			});
		},
	);
});
