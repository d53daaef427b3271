import type { IHttpRequestOptions } from 'n8n-workflow';

import { assertCredentialOrigin, authorizationOf } from '../../nodes/Vitally/transport/auth';

describe('authorizationOf', () => {
	const header = `Basic ${btoa('sk_live_1:')}`;

	it.each([
		'sk_live_1',
		'  sk_live_1\n',
		header,
		` basic   ${btoa('sk_live_1:')} `,
		`Authorization: ${header}`,
	])('creates the same header of the REST key %j', (input) =>
		expect(authorizationOf('vitallyApi', input)).toBe(header),
	);

	it.each(['a1B2:c3==', ' a1B2:c3==\n', 'basic  a1B2:c3==', 'Authorization: Basic a1B2:c3=='])(
		'sends the Analytics key %j as it is',
		(input) => expect(authorizationOf('vitallyAnalyticsApi', input)).toBe('Basic a1B2:c3=='),
	);

	describe.each(['vitallyApi', 'vitallyAnalyticsApi'])('of %s', (type) => {
		it.each(['', '  ', 'Basic ', 'Basic', undefined, 42])('rejects %j as a key', (input) => {
			expect(() => authorizationOf(type, input)).toThrow(/'API Key' in the credential is empty/);
		});

		it.each(['sk live', 'sk\r\nX-Injected: 1', 'ключ', '“sk_live”'])(
			'rejects %j without quoting it',
			(input) => {
				expect(() => authorizationOf(type, input)).toThrow(/contains invalid characters/);
				expect(() => authorizationOf(type, input)).not.toThrow(input);
			},
		);
	});
});

describe('assertCredentialOrigin', () => {
	const base = 'https://acme.rest.vitally.io';
	const sent = (options: object) => assertCredentialOrigin(options as IHttpRequestOptions, base);

	it('completes a request that has no address', () => {
		expect(sent({ url: '/resources/accounts' }).baseURL).toBe(base);
	});

	it('accepts requests to the same host, in both forms that n8n uses', () => {
		expect(sent({ url: '/resources/accounts', baseURL: base }).baseURL).toBe(base);
		expect(sent({ url: `${base}/resources/accounts` }).url).toBe(`${base}/resources/accounts`);
		expect(sent({ uri: `${base}/resources/accounts` })).not.toHaveProperty('baseURL');
	});

	it('keeps the key from following a redirect to another host', () => {
		expect(sent({ url: '/x' }).sendCredentialsOnCrossOriginRedirect).toBe(false);
	});

	it.each([
		{ url: 'https://evil.com/resources/accounts' },
		{ uri: 'https://evil.com/resources/accounts' },
		{ url: '/resources', baseURL: 'https://evil.com' },
		{ uri: `${base}/resources`, url: 'https://evil.com/resources' },
		{ uri: '', url: 'https://evil.com/resources' },
		{ uri: 'https://evil.com/resources', url: `${base}/resources` },
		{ uri: `${base}/resources`, baseURL: 'https://evil.com' },
		{ url: '//evil.com/resources' },
		{ url: '\\\\evil.com\\resources' },
		{ url: `${base}@evil.com/` },
		{ url: 'http://acme.rest.vitally.io/resources' },
		{ url: 'https://acme.rest.vitally.io:8443/resources' },
		{ url: 'https://acme.rest.vitally.io.evil.com/' },
	])('rejects %j', (options) => {
		expect(() => sent(options)).toThrow(/key of this credential is not sent to/);
	});
});
