import { VitallyAnalyticsApi } from '../../credentials/VitallyAnalyticsApi.credentials';
import { VitallyApi } from '../../credentials/VitallyApi.credentials';
import { errorOfCredential } from '../engine/credentialTest.cts';
import { credentialsFor } from '../engine/node.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';

/** What is compared in place of an error where the test of a credential has none. */
const PASSED = 'the credential passes';

describe('the test of the REST credential', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty' });

	const test = async (fields: object = {}) =>
		(await errorOfCredential('vitallyApi', {
			...credentialsFor(sandbox()).vitallyApi,
			...fields,
		})) ?? PASSED;

	it('reads one account with a good key, and writes nothing', async () => {
		expect(await test()).toBe(PASSED);
		expect(sandbox().requests).toMatchObject([
			{ method: 'GET', path: '/resources/accounts', query: { limit: '1' }, status: 200 },
		]);
	});

	it('accepts the ready-made header and an address with a slash at its end', async () => {
		const header = `Basic ${btoa(`${sandbox().apiKey}:`)}`;

		expect(await test({ apiKey: header, baseUrl: `${sandbox().url}/` })).toBe(PASSED);
		expect(sandbox().requests).toMatchObject([{ authorization: 'rest', status: 200 }]);
	});

	it.each(['wrong', 'sandbox_analytics_key'])('rejects a bad key: %s', async (apiKey) => {
		expect(await test({ apiKey })).toMatch(/does not accept this API key/);
	});

	it.each([
		{ status: 301, text: /redirects elsewhere/ },
		{ status: 302, text: /redirects elsewhere/ },
		{ status: 303, text: /redirects elsewhere/ },
		{ status: 307, text: /redirects elsewhere/ },
		{ status: 308, text: /redirects elsewhere/ },
		{ status: 403, text: /^This API key is not allowed to read accounts$/ },
		{ status: 404, text: /is not the Vitally REST API/ },
	])('rejects an address that returns $status', async ({ status, text }) => {
		const headers = { location: `${sandbox().url}/elsewhere` };

		sandbox().faults.add({ kind: 'status', status, headers, body: {} });

		expect(await test()).toMatch(text);
		expect({ requests: sandbox().requests.length }).toEqual({ requests: 1 });
	});

	it.each(['<html>Welcome</html>', '\n <!doctype html>', {}])(
		'rejects a host that answers 200 with %j',
		async (body) => {
			sandbox().faults.add({ kind: 'status', status: 200, body });

			expect(await test()).toMatch(/is not the Vitally REST API/);
		},
	);

	it.each([
		[{ maxWait: -5 }, /'Max Wait \(Seconds\)' in the credential is not a number of 0 or more/],
		[{ baseUrl: 'http://127.0.0.1:1' }, /ECONNREFUSED/],
		[{ dataCenter: 'us', subdomain: 'evil.com' }, /'Subdomain' in the credential/],
		[{ apiKey: '' }, /'API Key' in the credential is empty/],
	])('rejects %j before anything is sent', async (fields, text) => {
		expect(await test(fields)).toMatch(text);
		expect({ requests: sandbox().requests.length }).toEqual({ requests: 0 });
	});
});

describe('the test of the Analytics credential', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty' });

	const test = async (fields: object = {}) =>
		(await errorOfCredential('vitallyAnalyticsApi', {
			...credentialsFor(sandbox()).vitallyAnalyticsApi,
			...fields,
		})) ?? PASSED;

	it('passes with a good key and creates nothing', async () => {
		expect(await test()).toBe(PASSED);
		expect(sandbox().requests).toMatchObject([
			{ method: 'POST', path: '/analytics/v1/account', authorization: 'analytics', status: 400 },
		]);
		expect(sandbox().requests[0].body).not.toHaveProperty('accountId');
		expect(sandbox().state.accounts.size).toBe(0);
	});

	it('passes with a pasted header, and while account messages are blocked', async () => {
		sandbox().blockedMessages.add('account');

		expect(await test({ apiKey: `Basic ${sandbox().analyticsKey}` })).toBe(PASSED);
		expect(sandbox().requests).toMatchObject([{ authorization: 'analytics', status: 400 }]);
	});

	it.each(['wrong', 'sk_live_sandbox'])('rejects a bad key: %s', async (apiKey) => {
		expect(await test({ apiKey })).toMatch(/does not accept this API key/);
	});

	it.each([
		{ status: 403, text: /^This API key is not allowed to send messages$/ },
		{ status: 404, text: /not the Vitally Analytics/ },
	])('rejects an address that returns $status', async ({ status, text }) => {
		sandbox().faults.add({ kind: 'status', status, body: {}, times: 1 });

		expect(await test()).toMatch(text);
	});

	const PAGES = [
		'<html>Welcome</html>',
		'\n <!doctype html>',
		'\ufeff<html>',
		' <html>',
		'\t<html>',
		'\r\n<html>',
	];

	it.each(PAGES.flatMap((body) => [200, 400].map((status) => ({ status, body }))))(
		'rejects a host that answers $status with $body',
		async ({ status, body }) => {
			sandbox().faults.add({ kind: 'status', status, body, times: 1 });

			expect(await test()).toMatch(/not the Vitally Analytics/);
		},
	);

	it.each([
		{ fields: { baseUrl: 'http://127.0.0.1:1' }, text: /^ECONNREFUSED$/ },
		{ fields: { dataCenter: 'eu', baseUrl: '' }, text: /publishes no address/ },
		{ fields: { dataCenter: 'us', subdomain: 'evil.com' }, text: /'Subdomain'/ },
	])('rejects $fields before anything is sent', async ({ fields, text }) => {
		expect(await test(fields)).toMatch(text);
		expect(sandbox().requests).toEqual([]);
	});

	it.each([301, 302, 307, 403, 429, 500, 503])(
		'fails when the address returns %i',
		async (status) => {
			const headers = { location: `${sandbox().url}/elsewhere` };

			sandbox().faults.add({ kind: 'status', status, headers, body: {} });

			expect(await test()).not.toBe(PASSED);
			expect({ requests: sandbox().requests.length }).toEqual({ requests: 1 });
		},
	);
});

describe('the fields of a credential', () => {
	it.each([new VitallyApi(), new VitallyAnalyticsApi()])(
		'begin with the data center of the US and a wait of 300 seconds: $name',
		({ properties }) => {
			const defaults = Object.fromEntries(properties.map((field) => [field.name, field.default]));

			expect(defaults).toMatchObject({ dataCenter: 'us', maxWait: 300 });
		},
	);
});
