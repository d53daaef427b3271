import type { IHttpRequestOptions } from 'n8n-workflow';

import {
	appAddressOf,
	assertCredentialOrigin,
	baseUrlOf,
	originOptions,
} from '../../nodes/Vitally/transport/address';
import {
	assertWritable,
	authenticateWith,
	authorizationOf,
	readCredential,
	workspaceOf,
} from '../../nodes/Vitally/transport/auth';
import { errorOf, resultOf, type SeenError } from '../errors/thrownError.cts';

const REST = 'vitallyApi';
const ANALYTICS = 'vitallyAnalyticsApi';

const credentialError = (message: string, description: string): SeenError => ({
	class: 'VitallyError',
	message,
	description,
	facts: {},
});
const NOT_A_BASE_URL = credentialError(
	"The value of 'Base URL' in the credential is not a web address such as https://proxy.example.com",
	"Enter the URL before '/resources', without a user name, query or fragment.",
);

describe('the base URL of a workspace in the US', () => {
	it.each([
		{ api: REST, dataCenter: 'us', baseUrl: 'https://a-1.rest.vitally.io' },
		{ api: REST, dataCenter: undefined, baseUrl: 'https://a-1.rest.vitally.io' },
		{ api: ANALYTICS, dataCenter: 'us', baseUrl: 'https://a-1.api.vitally.io' },
		{ api: ANALYTICS, dataCenter: undefined, baseUrl: 'https://a-1.api.vitally.io' },
	])('belongs to $api with the data center $dataCenter: $baseUrl', (fields) => {
		const { api, dataCenter, baseUrl } = fields;

		const found = resultOf(() => baseUrlOf(api, { dataCenter, subdomain: 'a-1' }));

		expect({ baseUrl: found }).toEqual({ baseUrl });
	});

	it.each([
		' acme ',
		'ACME',
		'acme.vitally.io',
		'acme.rest.vitally.io',
		'http://acme.vitally.io/',
		'https://acme.vitally.io/x/y?z=1#f',
		'https://acme.vitally.io?tab=home',
		'acme.vitally.io#/home',
		'https://acme.api.vitally.io/analytics/v1',
	])('understands the subdomain %j as acme', (subdomain) => {
		expect({ baseUrl: resultOf(() => baseUrlOf(REST, { subdomain })) }).toEqual({
			baseUrl: 'https://acme.rest.vitally.io',
		});
	});

	// The key is sent to the host that is built from the subdomain: none of these may pass.
	const HOSTILE: unknown[] = [
		'',
		' ',
		undefined,
		['acme', 'evil.com'],
		'-acme',
		'acme-',
		'ac me',
		'.vitally.io',
		'a'.repeat(64),
		'xn--acme',
		'аcme',
		'acme.evil.com',
		'acme.vitally.io.evil.com',
		'//evil.com',
		'evil.com/acme.vitally.io',
		'https://acme:pass@evil.com/',
		'acme.vitally.io:8443',
		'acme\r\nHost: evil.com',
		'acme%2eevil.com',
		'acme\\evil.com',
		'acme.other.vitally.io',
		'ftp://acme.vitally.io',
		'achttps://me',
		'https://https://acme.vitally.io',
		// The hosts of all workspaces.
		'https://rest.vitally.io',
		'api.vitally.io',
	];

	it.each(
		[REST, ANALYTICS].flatMap((api) =>
			HOSTILE.map((subdomain) => ({
				api,
				subdomain,
				shown: JSON.stringify(subdomain)?.slice(0, 60),
			})),
		),
	)('rejects the subdomain $shown for $api and names the field', ({ api, subdomain }) => {
		const isEntered = typeof subdomain === 'string' && subdomain.trim() !== '';
		const fault = isEntered ? "is not a subdomain such as 'acme'" : 'is empty';

		const what = isEntered ? 'The value of' : 'The field';

		expect(errorOf(() => baseUrlOf(api, { subdomain }))).toEqual(
			credentialError(
				`${what} 'Subdomain' in the credential ${fault}`,
				"Enter the part before '.vitally.io' in your Vitally URL, e.g. 'acme' for https://acme.vitally.io. For the EU data center or another address choose it under 'Data Center'.",
			),
		);
	});
});

describe('the pages of a workspace', () => {
	it.each([
		{
			credential: 'a subdomain in the US',
			fields: { subdomain: 'Acme' },
			address: { appHost: 'acme.vitally.io', appUrl: 'https://acme.vitally.io' },
		},
		{
			credential: 'a subdomain in the EU',
			fields: { dataCenter: 'eu', subdomain: 'acme' },
			address: { appHost: 'acme.vitally-eu.io', appUrl: 'https://acme.vitally-eu.io' },
		},
		{
			credential: 'a subdomain and a custom address, which may be in the US',
			fields: { dataCenter: 'custom', subdomain: 'acme' },
			address: { appHost: 'acme.vitally.io', appUrl: 'https://acme.vitally.io' },
		},
		{
			credential: 'an address in the EU as subdomain, and a custom address',
			fields: { dataCenter: 'custom', subdomain: 'https://acme.vitally-eu.io/home' },
			address: { appHost: 'acme.vitally-eu.io', appUrl: 'https://acme.vitally-eu.io' },
		},
	])('have the address of the workspace with $credential', ({ fields, address }) => {
		expect(resultOf(() => appAddressOf(fields))).toEqual(address);
	});

	it.each([
		{ dataCenter: 'the EU', fields: { dataCenter: 'eu', subdomain: '' }, host: 'vitally-eu.io' },
		{
			dataCenter: 'a custom address',
			fields: { dataCenter: 'custom', baseUrl: 'https://proxy.example.com' },
			host: undefined,
		},
	])('have the host $host without a subdomain, with $dataCenter', ({ fields, host }) => {
		expect(resultOf(() => appAddressOf(fields))).toEqual(
			host === undefined ? {} : { appHost: host },
		);
	});
});

it('the base URL rejects an address of the EU as a subdomain of the US, and the error says what to choose', () => {
	expect(errorOf(() => baseUrlOf(REST, { subdomain: 'https://acme.vitally-eu.io' }))).toEqual(
		credentialError(
			"The value of 'Subdomain' in the credential is an address of the EU data center: acme.vitally-eu.io",
			"Choose EU as 'Data Center' in the credential.",
		),
	);
});

describe('the base URL of a workspace elsewhere', () => {
	it('stays the same for all workspaces in the EU, whatever the other fields contain', () => {
		const fields = { dataCenter: 'eu', subdomain: 'evil.com', baseUrl: 'https://evil.com' };

		expect({ baseUrl: resultOf(() => baseUrlOf(REST, fields)) }).toEqual({
			baseUrl: 'https://rest.vitally-eu.io',
		});
	});

	it("needs 'Base URL' for the Analytics API in the EU, because Vitally publishes none", () => {
		expect(errorOf(() => baseUrlOf(ANALYTICS, { dataCenter: 'eu', subdomain: 'acme' }))).toEqual(
			credentialError(
				'Vitally publishes no address of its Analytics API in the EU data center',
				"Ask Vitally support for the address and enter it under 'Base URL' in the credential.",
			),
		);
	});

	it("takes 'Base URL' for the Analytics API in the EU", () => {
		const entered = { dataCenter: 'eu', baseUrl: 'https://eu.example.com/' };

		expect({ baseUrl: resultOf(() => baseUrlOf(ANALYTICS, entered)) }).toEqual({
			baseUrl: 'https://eu.example.com',
		});
	});

	it("rejects a 'Base URL' of the Analytics API in the EU that is no address", () => {
		expect(errorOf(() => baseUrlOf(ANALYTICS, { dataCenter: 'eu', baseUrl: 'x' }))).toEqual(
			NOT_A_BASE_URL,
		);
	});

	it.each(
		[REST, ANALYTICS].flatMap((api) =>
			['mars', '', null].map((dataCenter) => ({ api, dataCenter })),
		),
	)('rejects the unknown data center $dataCenter for $api', ({ api, dataCenter }) => {
		expect(errorOf(() => baseUrlOf(api, { dataCenter, subdomain: 'acme' }))).toEqual(
			credentialError(
				"The value of 'Data Center' in the credential is unknown",
				'Open the credential and choose US, EU or Custom.',
			),
		);
	});

	it.each([
		{ entered: 'http://127.0.0.1:4010', baseUrl: 'http://127.0.0.1:4010' },
		{ entered: 'http://127.0.0.1:4010/', baseUrl: 'http://127.0.0.1:4010' },
		{ entered: 'http://localhost:4010//', baseUrl: 'http://localhost:4010' },
		{ entered: 'https://proxy.example.com/vitally', baseUrl: 'https://proxy.example.com/vitally' },
		{ entered: 'https://proxy.example.com/vitally/', baseUrl: 'https://proxy.example.com/vitally' },
		{
			entered: 'https://proxy.example.com/vitally///',
			baseUrl: 'https://proxy.example.com/vitally',
		},
		{ entered: ' https://proxy.example.com\n', baseUrl: 'https://proxy.example.com' },
		{ entered: 'HTTPS://Proxy.Example.com', baseUrl: 'https://proxy.example.com' },
		{ entered: 'https://proxy.example.com:8443', baseUrl: 'https://proxy.example.com:8443' },
		{ entered: 'https://proxy.example.com:443', baseUrl: 'https://proxy.example.com' },
	])("becomes $baseUrl where 'Base URL' is $entered", ({ entered, baseUrl }) => {
		const fields = { dataCenter: 'custom', baseUrl: entered };

		expect({
			ofRest: resultOf(() => baseUrlOf(REST, fields)),
			ofAnalytics: resultOf(() => baseUrlOf(ANALYTICS, fields)),
		}).toEqual({ ofRest: baseUrl, ofAnalytics: baseUrl });
	});

	const PRIVATE = [
		'localhost',
		'sandbox',
		'proxy.internal',
		'10.1.2.3',
		'172.16.0.1',
		'172.20.0.1',
		'172.31.0.1',
	];
	const MORE_PRIVATE = [
		'192.168.1.1',
		'169.254.1.1',
		'[::1]',
		'[fd12::1]',
		'[fe80::1]',
		'[fe9f::1]',
		'[feaf::1]',
		'[febf::1]',
		'[fc00::1]',
	];
	const RESERVED_NAMES = ['a.localhost', 'a.local', 'a.lan', 'a.test', 'a.home.arpa', '127.0.0.1'];

	it.each([...PRIVATE, ...MORE_PRIVATE, ...RESERVED_NAMES])(
		'accepts http for the private host %s',
		(host) => {
			const fields = { dataCenter: 'custom', baseUrl: `http://${host}:4010` };

			expect({ baseUrl: resultOf(() => baseUrlOf(REST, fields)) }).toEqual({
				baseUrl: `http://${host}:4010`,
			});
		},
	);

	const PUBLIC = ['proxy.example.com', 'acme.rest.vitally.io', '8.8.8.8', '172.32.0.1', '11.0.0.1'];
	const LIKE_PRIVATE = [
		'172.15.0.1',
		'192.169.1.1',
		'169.253.1.1',
		'10.evil.com',
		'127.0.0.1.evil.com',
		'localhost.evil.com',
		'[2001:db8::1]',
		'[fe7f::1]',
		'[fec0::1]',
		'[fbff::1]',
		'[fe00::1]',
		'[::2]',
	];

	it.each([...PUBLIC, ...LIKE_PRIVATE])('rejects http for the public host %s', (host) => {
		const fields = { dataCenter: 'custom', baseUrl: `http://${host}` };

		expect(errorOf(() => baseUrlOf(REST, fields))).toEqual(
			credentialError(
				"The 'Base URL' in the credential starts with http://, so the API key would be sent unencrypted",
				`Enter it with https://. Only an address in your own network, such as localhost, may start with http://, and ${host} is not in it.`,
			),
		);
	});

	it.each([...PUBLIC, ...LIKE_PRIVATE])('accepts https for the public host %s', (host) => {
		const fields = { dataCenter: 'custom', baseUrl: `https://${host}` };

		expect({ baseUrl: resultOf(() => baseUrlOf(REST, fields)) }).toEqual({
			baseUrl: `https://${host}`,
		});
	});

	it.each([
		'',
		undefined,
		42,
		'gateway.example.com',
		'ftp://gateway.example.com',
		'https://user:pass@gateway.example.com',
		'https:gateway.example.com',
		'https://proxy.example.com?x=1',
		'https://proxy.example.com/#x',
		'https:\\\\evil.com',
		'https://gateway.example.com\n/x',
	])('rejects the custom URL %j', (baseUrl) => {
		const fields = { dataCenter: 'custom', baseUrl };

		expect(errorOf(() => baseUrlOf(REST, fields))).toEqual(NOT_A_BASE_URL);
		expect(errorOf(() => baseUrlOf(ANALYTICS, fields))).toEqual(NOT_A_BASE_URL);
	});
});

describe('authorizationOf', () => {
	const header = `Basic ${btoa('sk_live_1:')}`;

	it.each([
		'sk_live_1',
		'  sk_live_1\n',
		header,
		` basic   ${btoa('sk_live_1:')} `,
		`BASIC\t${btoa('sk_live_1:')}`,
		`Authorization: ${header}`,
		`Authorization:${header}`,
		`authorization:   ${header}`,
		`AUTHORIZATION:\t${header}`,
		'Authorization: sk_live_1',
		'Authorization:sk_live_1',
	])('creates the same header of the REST key %j', (input) =>
		expect({ header: resultOf(() => authorizationOf(REST, input)) }).toEqual({ header }),
	);

	it.each([
		'a1B2:c3==',
		' a1B2:c3==\n',
		'basic  a1B2:c3==',
		'Authorization: Basic a1B2:c3==',
		'Authorization:Basic a1B2:c3==',
		'authorization:a1B2:c3==',
	])('sends the Analytics key a1B2:c3== where %j is entered', (input) =>
		expect({ header: resultOf(() => authorizationOf(ANALYTICS, input)) }).toEqual({
			header: 'Basic a1B2:c3==',
		}),
	);

	it.each(['a"b', 'sk_basic', 'basic_sk', 'x-authorization:1'])(
		'reads no header in the REST key %j',
		(key) =>
			expect({ header: resultOf(() => authorizationOf(REST, key)) }).toEqual({
				header: `Basic ${btoa(`${key}:`)}`,
			}),
	);

	describe.each([REST, ANALYTICS])('the key of %s', (type) => {
		it.each(['', '  ', 'Basic ', 'Basic', undefined, 42])(
			'counts as empty when it is %j',
			(input) => {
				const api = type === REST ? 'Vitally REST API' : 'Vitally Analytics API';

				expect(errorOf(() => authorizationOf(type, input))).toEqual(
					credentialError(
						"The field 'API Key' in the credential is empty",
						`Copy the key from Settings, Integrations, ${api} in Vitally.`,
					),
				);
			},
		);

		it.each([
			'sk live',
			'sk\r\nX-Injected: 1',
			'ключ',
			'“sk_live”',
			'"sk_live',
			'sk_live"',
			"Basic 'sk'",
		])('causes an error that does not quote it when it is %j', (input) => {
			expect(errorOf(() => authorizationOf(type, input))).toEqual(
				credentialError(
					"The value of 'API Key' in the credential contains invalid characters",
					'Copy the key again, without spaces, line breaks or quotation marks around it.',
				),
			);
		});
	});
});

describe('a request that is signed', () => {
	const authorization = `Basic ${btoa('sk_live_1:')}`;

	it.each(['X-HTTP-Method-Override', 'x-http-method', 'X-Method-Override'])(
		'contains no %s, by which a read could become a write',
		async (header) => {
			const credentials = { apiKey: 'sk_live_1', subdomain: 'acme' };
			const headers = { [header]: 'DELETE', accept: 'application/json' };
			const signed = await authenticateWith(REST)(credentials, { url: '/resources', headers });

			expect(Object.keys(signed.headers ?? {})).toEqual(['accept', 'authorization']);
		},
	);

	it('contains the key, and no header that would send it elsewhere', async () => {
		const headers = { Host: 'evil.com', AUTHORIZATION: 'other', accept: 'application/json' };
		const credentials = { apiKey: 'sk_live_1', subdomain: 'acme' };
		const signed = await authenticateWith(REST)(credentials, { url: '/resources', headers });

		expect(signed.headers).toEqual({ accept: 'application/json', authorization });
	});

	it("contains the key also where the credential is not for n8n's HTTP Request node", async () => {
		const none = { apiKey: 'sk_live_1', subdomain: 'acme', allowedHttpRequestDomains: 'none' };
		const signed = await authenticateWith(REST)(none, { url: '/resources' });

		expect(signed.headers).toEqual({ authorization });
		expect(signed).not.toHaveProperty('allowedDomains');
	});

	it('takes one look at a credential, however many n8n signs with it', async () => {
		let looks = 0;
		const credentials = {
			subdomain: 'acme',
			get apiKey() {
				looks++;

				return 'sk_live_1';
			},
		};
		const sign = authenticateWith(REST);

		const signed = [
			await sign(credentials, { url: '/resources/1' }),
			await sign(credentials, { url: '/resources/2' }),
		];

		expect(signed.map(({ headers }) => headers)).toEqual([{ authorization }, { authorization }]);

		expect({ looks }).toEqual({ looks: 1 });
	});
});

describe('the name of a workspace', () => {
	const nameOf = (baseUrl: string) => workspaceOf({ baseUrl });

	it.each([
		{ other: 'host', baseUrl: 'https://other.rest.vitally.io' },
		{ other: 'port', baseUrl: 'https://acme.rest.vitally.io:8443' },
	])('differs for another $other', ({ baseUrl }) => {
		const names = { ofOne: nameOf('https://acme.rest.vitally.io'), ofOther: nameOf(baseUrl) };

		expect(names).toEqual({
			ofOne: 'acme.rest.vitally.io',
			ofOther: baseUrl.slice('https://'.length),
		});
	});

	it('stays the same for another path of a proxy, which does not belong to the host', () => {
		expect(nameOf('https://proxy.example.com/vitally')).toBe('proxy.example.com');
	});
});

describe("'Max Wait'", () => {
	const read = (maxWait: unknown) =>
		readCredential(REST, { apiKey: 'sk', subdomain: 'acme', maxWait } as never).maxWaitMs;

	it.each([
		{ entered: 'missing', maxWait: undefined, ms: 300_000 },
		{ entered: 'an empty text', maxWait: '', ms: 300_000 },
		{ entered: 'null', maxWait: null, ms: 300_000 },
		{ entered: 'the number 0', maxWait: 0, ms: 0 },
		{ entered: 'the text 2.5', maxWait: '2.5', ms: 2_500 },
	])('allows $ms ms when it is $entered', ({ maxWait, ms }) => {
		expect({ maxWaitMs: read(maxWait) }).toEqual({ maxWaitMs: ms });
	});

	it.each([-1, 'soon', true])('fails as %j', (maxWait) => {
		expect(errorOf(() => read(maxWait))).toEqual(
			credentialError(
				`The value ${JSON.stringify(maxWait)} of 'Max Wait (Seconds)' in the credential is not a number of 0 or more`,
				"Open the credential and enter the seconds to wait for Vitally's rate limit, such as 300.",
			),
		);
	});
});

describe("'Read Only'", () => {
	it.each([
		{ request: 'a GET', method: 'GET', value: 'true', readOnly: true },
		{ request: 'a GET in small letters', method: 'get', value: 'true', readOnly: true },
		{
			request: 'a request without a method, which is a GET',
			method: undefined,
			value: 'true',
			readOnly: true,
		},
		{ request: 'a POST', method: 'POST', value: 'false', readOnly: false },
		{ request: 'a PUT', method: 'PUT', value: 'false', readOnly: false },
		{ request: 'a DELETE', method: 'DELETE', value: 'false', readOnly: false },
		{ request: 'a PUT', method: 'PUT', value: 'the text "false"', readOnly: 'false' },
	])('allows $request where it is $value', ({ method, readOnly }) => {
		const send = () => assertWritable({ readOnly } as never, method as never);

		expect({ refusal: resultOf(send) }).toEqual({ refusal: undefined });
	});

	it.each([
		{ method: 'POST', readOnly: true },
		{ method: 'PUT', readOnly: true },
		{ method: 'DELETE', readOnly: true },
		{ method: 'PATCH', readOnly: true },
		{ method: 'PUT', readOnly: 'true' },
		{ method: 'DELETE', readOnly: '={{ unknown }}' },
		{ method: 'POST', readOnly: undefined },
		{ method: 'PUT', readOnly: null },
		{ method: 'PUT', readOnly: '' },
		{ method: 'PUT', readOnly: 0 },
	])('rejects a $method where it is $readOnly', ({ method, readOnly }) => {
		expect(errorOf(() => assertWritable({ readOnly } as never, method as never))).toEqual(
			credentialError(
				'The credential is read-only, so nothing was written',
				"Choose a credential that may write, or turn 'Read Only' off in this one.",
			),
		);
	});

	it('allows a write of the Analytics API, which does not have this switch', () => {
		expect({ refusal: resultOf(() => assertWritable({}, 'POST')) }).toEqual({
			refusal: undefined,
		});
	});
});

describe('assertCredentialOrigin', () => {
	const base = 'https://acme.rest.vitally.io';

	const sent = (request: object) => {
		const options = request as IHttpRequestOptions;

		assertCredentialOrigin(options, base);

		return { ...options, ...originOptions(options, base) };
	};

	/** What an error calls an address that clients read in several ways. */
	const UNREADABLE = 'an address in this form';

	const notSentTo = (host: string) =>
		credentialError(
			`The key of this credential is not sent to ${host}`,
			`The credential is for ${base}. Use that address, or a credential for the other one.`,
		);

	it('completes a request that has no address, and lets it follow no redirect', () => {
		expect(sent({ url: '/resources/accounts' })).toEqual({
			url: '/resources/accounts',
			baseURL: base,
			disableFollowRedirect: true,
			followRedirect: false,
			followAllRedirects: false,
		});
	});

	it.each([
		{ name: 'a path', request: { url: '/resources/accounts', baseURL: base }, baseURL: base },
		{
			name: 'a path whose base is empty',
			request: { url: '/resources/accounts', baseURL: '' },
			baseURL: base,
		},
		{
			name: 'a whole address whose base is empty',
			request: { url: `${base}/resources/accounts`, baseURL: '' },
			baseURL: base,
		},
		{ name: 'a whole address', request: { url: `${base}/resources/accounts` }, baseURL: base },
		{
			name: 'a whole address with a query',
			request: { url: `${base}/resources/accounts?email=a@b.com&name=Zoë B` },
			baseURL: base,
		},
		{
			name: "the form of n8n's HTTP Request node, which needs no base",
			request: { uri: `${base}/resources/accounts` },
			baseURL: undefined,
		},
	])('accepts a request to the same host in $name', ({ request, baseURL }) => {
		expect({ baseURL: resultOf(() => sent(request).baseURL) }).toEqual({ baseURL });
	});

	it.each([` ${base}/resources `, '/resources?a=http://b', 'resources?a=b:c'])(
		'accepts the address %j as it is',
		(url) => expect({ url: resultOf(() => sent({ url }).url) }).toEqual({ url }),
	);

	it.each([
		{ options: { url: 'https://evil.com/resources/accounts' }, host: 'evil.com' },
		{ options: { uri: 'https://evil.com/resources/accounts' }, host: 'evil.com' },
		{ options: { url: '/resources', baseURL: 'https://evil.com' }, host: 'evil.com' },
		{ options: { uri: `${base}/resources`, url: 'https://evil.com/resources' }, host: 'evil.com' },
		{ options: { uri: `${base}/resources`, baseURL: 'https://evil.com' }, host: 'evil.com' },
		{ options: { url: '//evil.com/resources' }, host: 'evil.com' },
		{ options: { url: '\\\\evil.com\\resources' }, host: 'evil.com' },
		{ options: { url: `${base}@evil.com/` }, host: UNREADABLE },
		// Some clients read these as a path of the base URL, others as an address.
		{ options: { url: 'http:evil.com/resources' }, host: UNREADABLE },
		{ options: { uri: 'http:/evil.com/resources' }, host: UNREADABLE },
		{ options: { uri: 'https:evil.com/resources' }, host: UNREADABLE },
		{ options: { uri: ' ht\ntps:evil.com/resources' }, host: UNREADABLE },
		{ options: { uri: 'https:///evil.com/resources' }, host: UNREADABLE },
		{ options: { uri: 'https:resources/accounts' }, host: UNREADABLE },
		{ options: { url: '/\n/evil.com/resources' }, host: 'evil.com' },
		{ options: { url: '/\t/evil.com/resources' }, host: 'evil.com' },
		{ options: { url: '/\\evil.com/resources' }, host: 'evil.com' },
		{ options: { url: '/resources', baseURL: '/resources' }, host: UNREADABLE },
		{ options: { url: '/resources', baseURL: 'https:evil.com' }, host: UNREADABLE },
		{ options: { url: 'http://acme.rest.vitally.io/resources' }, host: 'acme.rest.vitally.io' },
		{
			options: { url: 'https://acme.rest.vitally.io:8443/resources' },
			host: 'acme.rest.vitally.io:8443',
		},
		{
			options: { url: 'https://acme.rest.vitally.io.evil.com/' },
			host: 'acme.rest.vitally.io.evil.com',
		},
	])('rejects $options', ({ options, host }) => {
		expect(errorOf(() => sent(options))).toEqual(notSentTo(host));
	});
});
