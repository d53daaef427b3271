import { rateLimitKey } from '../../nodes/Vitally/transport/client';

describe('What requests of one key have in common', () => {
	const keyOf = (apiKey: string, subdomain = 'acme', type = 'vitallyApi') =>
		rateLimitKey(type, { apiKey, subdomain, dataCenter: 'us' });
	const key = keyOf('sk_live_secret');

	it.each([
		' sk_live_secret ',
		`Basic ${btoa('sk_live_secret:')}`,
		`Authorization: Basic ${btoa('sk_live_secret:')}`,
	])('is the same for %j', (apiKey) => expect(keyOf(apiKey)).toBe(key));

	it('differs by key, host and API', () => {
		const keys = [
			key,
			keyOf('sk_live_other'),
			keyOf('sk_live_secret', 'other'),
			keyOf('sk_live_secret', 'acme', 'vitallyAnalyticsApi'),
		];
		expect(new Set(keys).size).toBe(keys.length);
	});

	it('does not show the key', () => expect(key).toMatch(/^[\da-f]{64}$/));
});
