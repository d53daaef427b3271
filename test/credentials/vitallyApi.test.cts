import { refusalOfCredential } from '../engine/credentialTest.cts';
import { credentialsFor } from '../engine/node.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';

describe('the test of the REST credential', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty' });

	const test = async (fields: object = {}) =>
		await refusalOfCredential('vitallyApi', { ...credentialsFor(sandbox()).vitallyApi, ...fields });

	it('reads one account with a good key, and writes nothing', async () => {
		expect(await test()).toBeUndefined();
		expect(sandbox().requests).toMatchObject([
			{ method: 'GET', path: '/resources/accounts', query: { limit: '1' }, status: 200 },
		]);
	});

	it('takes the ready-made header and an address with a slash at its end', async () => {
		const header = `Basic ${btoa(`${sandbox().apiKey}:`)}`;
		expect(await test({ apiKey: header, baseUrl: `${sandbox().url}/` })).toBeUndefined();
		expect(sandbox().requests).toMatchObject([{ authorization: 'rest', status: 200 }]);
	});

	it.each(['wrong', 'sandbox_analytics_key'])('tells a bad key: %s', async (apiKey) => {
		expect(await test({ apiKey })).toMatch(/does not accept this API key/);
	});

	it.each([
		[302, /redirects elsewhere/],
		[404, /is not the Vitally REST API/],
	])('tells an address that answers %i', async (status, text) => {
		const headers = { location: `${sandbox().url}/elsewhere` };
		sandbox().faults.add({ kind: 'status', status, headers, body: {} });
		expect(await test()).toMatch(text);
		expect(sandbox().requests).toHaveLength(1);
	});

	it.each([
		[{ baseUrl: 'http://127.0.0.1:1' }, /ECONNREFUSED/],
		[{ baseUrl: 'nowhere' }, /'Base URL' in the credential is not a web address/],
		[{ dataCenter: 'us', subdomain: 'evil.com' }, /'Subdomain' in the credential/],
		[{ apiKey: '' }, /'API Key' in the credential is empty/],
	])('tells %j before anything is sent', async (fields, text) => {
		expect(await test(fields)).toMatch(text);
		expect(sandbox().requests).toHaveLength(0);
	});
});
