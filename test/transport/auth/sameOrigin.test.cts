import type { IHttpRequestOptions } from 'n8n-workflow';

import { assertCredentialOrigin } from '../../../nodes/Vitally/transport/auth/sameOrigin';

describe('onlyToCredentialHost', () => {
	const base = 'https://acme.rest.vitally.io';
	const sent = (options: object) => assertCredentialOrigin(options as IHttpRequestOptions, base);

	it('completes a request that has no address', () => {
		expect(sent({ url: '/resources/accounts' }).baseURL).toBe(base);
	});

	it('lets requests to the same host pass, in both forms that n8n uses', () => {
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
	])('refuses the key to %j', (options) => {
		expect(() => sent(options)).toThrow(/key of this credential is not sent to/);
	});
});
