import type { IHttpRequestOptions } from 'n8n-workflow';

import {
	assertCredentialOrigin,
	analyticsAuthorization,
	restAuthorization,
} from '../../../nodes/Vitally/transport/auth/authorization';

describe('restAuthorization', () => {
	const header = `Basic ${btoa('sk_live_1:')}`;

	it.each([
		'sk_live_1',
		'  sk_live_1\n',
		header,
		` basic   ${btoa('sk_live_1:')} `,
		`Authorization: ${header}`,
		`authorization:${header}`,
	])('makes the same header of %j', (input) => {
		expect(restAuthorization(input).toLowerCase()).toBe(header.toLowerCase());
	});

	it.each(['', '  ', 'Basic ', 'Basic', undefined, null, 42])('rejects %j as a key', (input) => {
		expect(() => restAuthorization(input)).toThrow(/'API Key' in the credential is empty/);
	});

	it.each(['sk live', 'sk\r\nX-Injected: 1', 'ключ', '“sk_live”'])(
		'rejects %j without quoting it',
		(input) => {
			expect(() => restAuthorization(input)).toThrow(/contains invalid characters/);
			expect(() => restAuthorization(input)).not.toThrow(input);
		},
	);
});

describe('analyticsAuthorization', () => {
	it.each([
		'a1B2:c3==',
		' a1B2:c3==\n',
		'Basic a1B2:c3==',
		'basic  a1B2:c3==',
		'Authorization: Basic a1B2:c3==',
	])('sends the key of %j as it is', (input) => {
		expect(analyticsAuthorization(input)).toBe('Basic a1B2:c3==');
	});

	it.each(['', 'Basic ', undefined, null, 42])('rejects %j as a key', (input) => {
		expect(() => analyticsAuthorization(input)).toThrow(/'API Key' in the credential is empty/);
	});

	it.each(['a b', 'a\r\nX-Injected: 1', 'ключ'])('rejects %j without quoting it', (input) => {
		expect(() => analyticsAuthorization(input)).toThrow(/contains invalid characters/);
		expect(() => analyticsAuthorization(input)).not.toThrow(input);
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
