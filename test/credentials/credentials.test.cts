import { NodeHelpers } from 'n8n-workflow';

import { VitallyAnalyticsApi } from '../../credentials/VitallyAnalyticsApi.credentials';
import { VitallyApi } from '../../credentials/VitallyApi.credentials';
import { errorOfCredential } from '../engine/credentialTest.cts';
import { credentialsFor } from '../engine/node.cts';
import { pick } from '../fixtures/pick.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';

/** What is compared in place of an error where the test of a credential has none. */
const PASSED = 'the credential passes';

const CHECK = "check 'Data Center' and the fields below it";
const REST_REDIRECTS = `This address redirects elsewhere, which the Vitally REST API does not do: ${CHECK}`;
const NOT_REST = `This address is not the Vitally REST API: ${CHECK}`;
const REST_KEY =
	'Vitally does not accept this API key: it may be revoked, or belong to another workspace or data center';
const ANALYTICS_REDIRECTS = `This address redirects elsewhere, which the Vitally Analytics API does not do: ${CHECK}`;
const NOT_ANALYTICS = `This address is not the Vitally Analytics API: ${CHECK}`;
const ANALYTICS_KEY =
	'Vitally does not accept this API key: it may be revoked, or be the key of the Vitally REST API, which is a different one';
const NO_SUBDOMAIN = "The value of 'Subdomain' in the credential is not a subdomain such as 'acme'";

describe('the test of the REST credential', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty' });

	const test = async (fields: object = {}) =>
		(await errorOfCredential('vitallyApi', {
			...credentialsFor(sandbox()).vitallyApi,
			...fields,
		})) ?? PASSED;

	it('reads one account with a good key, and writes nothing', async () => {
		expect({ says: await test() }).toEqual({ says: PASSED });
		expect(pick(sandbox().requests, 'method', 'path', 'query', 'status')).toEqual([
			{ method: 'GET', path: '/resources/accounts', query: { limit: '1' }, status: 200 },
		]);
	});

	it('accepts the ready-made header and an address with a slash at its end', async () => {
		const header = `Basic ${btoa(`${sandbox().apiKey}:`)}`;

		expect({ says: await test({ apiKey: header, baseUrl: `${sandbox().url}/` }) }).toEqual({
			says: PASSED,
		});
		expect(pick(sandbox().requests, 'authorization', 'status')).toEqual([
			{ authorization: 'rest', status: 200 },
		]);
	});

	it.each(['wrong', 'sandbox_analytics_key'])('rejects a bad key: %s', async (apiKey) => {
		expect({ says: await test({ apiKey }) }).toEqual({ says: REST_KEY });
	});

	it.each([
		{ status: 301, says: REST_REDIRECTS },
		{ status: 302, says: REST_REDIRECTS },
		{ status: 303, says: REST_REDIRECTS },
		{ status: 307, says: REST_REDIRECTS },
		{ status: 308, says: REST_REDIRECTS },
		{ status: 403, says: 'This API key is not allowed to read accounts' },
		{ status: 404, says: NOT_REST },
		{ status: 429, says: 'Too Many Requests' },
		{ status: 500, says: 'Internal Server Error' },
	])('rejects an address that returns $status', async ({ status, says }) => {
		const headers = { location: `${sandbox().url}/elsewhere` };

		sandbox().faults.add({ kind: 'status', status, headers, body: {} });

		expect({ says: await test(), requests: sandbox().requests.length }).toEqual({
			says,
			requests: 1,
		});
	});

	it.each(['<html>Welcome</html>', '\n <!doctype html>', {}])(
		'rejects a host that answers 200 with %j',
		async (body) => {
			sandbox().faults.add({ kind: 'status', status: 200, body });

			expect({ says: await test() }).toEqual({ says: NOT_REST });
		},
	);

	it.each([
		{
			fields: { maxWait: -5 },
			says: "The value -5 of 'Max Wait (Seconds)' in the credential is not a number of 0 or more",
		},
		{ fields: { baseUrl: 'http://127.0.0.1:1' }, says: 'ECONNREFUSED' },
		{ fields: { dataCenter: 'us', subdomain: 'evil.com' }, says: NO_SUBDOMAIN },
		{ fields: { apiKey: '' }, says: "The field 'API Key' in the credential is empty" },
	])('rejects $fields before anything is sent', async ({ fields, says }) => {
		expect({ says: await test(fields), requests: sandbox().requests.length }).toEqual({
			says,
			requests: 0,
		});
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
		expect({ says: await test() }).toEqual({ says: PASSED });
		expect(pick(sandbox().requests, 'method', 'path', 'authorization', 'status', 'body')).toEqual([
			{
				method: 'POST',
				path: '/analytics/v1/account',
				authorization: 'analytics',
				status: 400,
				// It has no account.
				body: { messageId: 'n8n-credential-test' },
			},
		]);
		expect({ accounts: sandbox().state.accounts.size }).toEqual({ accounts: 0 });
	});

	it('passes with a pasted header, and while account messages are blocked', async () => {
		sandbox().blockedMessages.add('account');

		expect({ says: await test({ apiKey: `Basic ${sandbox().analyticsKey}` }) }).toEqual({
			says: PASSED,
		});
		expect(pick(sandbox().requests, 'authorization', 'status')).toEqual([
			{ authorization: 'analytics', status: 400 },
		]);
	});

	it.each(['wrong', 'sk_live_sandbox'])('rejects a bad key: %s', async (apiKey) => {
		expect({ says: await test({ apiKey }) }).toEqual({ says: ANALYTICS_KEY });
	});

	it.each([
		{ status: 301, says: ANALYTICS_REDIRECTS },
		{ status: 302, says: ANALYTICS_REDIRECTS },
		{ status: 303, says: ANALYTICS_REDIRECTS },
		{ status: 307, says: ANALYTICS_REDIRECTS },
		{ status: 308, says: ANALYTICS_REDIRECTS },
		{ status: 403, says: 'This API key is not allowed to send messages' },
		{ status: 404, says: NOT_ANALYTICS },
		{ status: 429, says: 'Too Many Requests' },
		{ status: 500, says: 'Internal Server Error' },
		{ status: 503, says: 'Service Unavailable' },
	])('rejects an address that returns $status', async ({ status, says }) => {
		const headers = { location: `${sandbox().url}/elsewhere` };

		sandbox().faults.add({ kind: 'status', status, headers, body: {} });

		expect({ says: await test(), requests: sandbox().requests.length }).toEqual({
			says,
			requests: 1,
		});
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

			expect({ says: await test() }).toEqual({ says: NOT_ANALYTICS });
		},
	);

	it.each([
		{ fields: { baseUrl: 'http://127.0.0.1:1' }, says: 'ECONNREFUSED' },
		{
			fields: { dataCenter: 'eu', baseUrl: '' },
			says: 'Vitally publishes no address of its Analytics API in the EU data center',
		},
		{ fields: { dataCenter: 'us', subdomain: 'evil.com' }, says: NO_SUBDOMAIN },
		{ fields: { apiKey: '' }, says: "The field 'API Key' in the credential is empty" },
	])('rejects $fields before anything is sent', async ({ fields, says }) => {
		expect({ says: await test(fields), requests: sandbox().requests.length }).toEqual({
			says,
			requests: 0,
		});
	});
});

describe('the fields of a credential', () => {
	const credentials = { rest: new VitallyApi(), analytics: new VitallyAnalyticsApi() };

	it.each([
		{ api: 'rest', dataCenter: 'us', shown: ['subdomain', 'readOnly'] },
		{ api: 'rest', dataCenter: 'eu', shown: ['subdomain', 'readOnly'] },
		{ api: 'rest', dataCenter: 'custom', shown: ['subdomain', 'baseUrl', 'readOnly'] },
		{ api: 'analytics', dataCenter: 'us', shown: ['subdomain'] },
		{ api: 'analytics', dataCenter: 'eu', shown: ['euNotice', 'baseUrl'] },
		{ api: 'analytics', dataCenter: 'custom', shown: ['baseUrl'] },
	] as const)('contain for $api in the data center $dataCenter $shown', (fields) => {
		const { api, dataCenter, shown } = fields;
		const names = credentials[api].properties
			.filter((field) => NodeHelpers.displayParameter({ dataCenter }, field, null, null))
			.map(({ name }) => name);

		expect({ names }).toEqual({ names: ['apiKey', 'dataCenter', ...shown, 'maxWait'] });
	});

	it.each([
		{ api: 'rest', field: 'apiKey', isRequired: true },
		{ api: 'rest', field: 'baseUrl', isRequired: true },
		{ api: 'analytics', field: 'apiKey', isRequired: true },
		{ api: 'analytics', field: 'baseUrl', isRequired: true },
	] as const)('require for $api the field $field', ({ api, field, isRequired }) => {
		const found = credentials[api].properties.find(({ name }) => name === field);

		expect({ isRequired: found?.required ?? false }).toEqual({ isRequired });
	});

	it.each([
		{ name: 'the US, where it makes the address', dataCenter: 'us', isRequired: true },
		{ name: 'the EU, where it makes links alone', dataCenter: 'eu', isRequired: false },
	])('require the subdomain for $name: $isRequired', ({ dataCenter, isRequired }) => {
		const found = credentials.rest.properties.find(
			(field) =>
				field.name === 'subdomain' &&
				NodeHelpers.displayParameter({ dataCenter }, field, null, null),
		);

		expect({ isRequired: found?.required ?? false }).toEqual({ isRequired });
	});

	it.each(Object.entries(credentials))('hide the key of %s', (_api, { properties }) => {
		const key = properties.find(({ name }) => name === 'apiKey');

		expect({ isPassword: key?.typeOptions?.password }).toEqual({ isPassword: true });
	});

	const DATA_CENTERS = [
		{ value: 'us', description: 'Your Vitally address ends in vitally.io' },
		{ value: 'eu', description: 'Your Vitally address ends in vitally-eu.io' },
		{ value: 'custom', description: 'A proxy or test server' },
	];

	it.each(Object.entries(credentials))(
		'say for %s how to tell the data centers apart',
		(_api, { properties }) => {
			const options = properties.find(({ name }) => name === 'dataCenter')?.options ?? [];

			expect(pick(options, 'value', 'description')).toEqual(DATA_CENTERS);
		},
	);

	it.each([
		{
			api: 'rest',
			field: 'apiKey',
			hint: 'In Vitally: Settings → Integrations → Vitally REST API',
			description: "The secret token; the 'Basic …' header works too",
		},
		{
			api: 'rest',
			field: 'baseUrl',
			hint: undefined,
			description: "The URL before '/resources'. Your API key is sent to this address.",
		},
		{
			api: 'rest',
			field: 'readOnly',
			hint: undefined,
			description:
				'Whether to block requests that change data in Vitally, for example in tools of an AI agent. Dry runs work.',
		},
		{
			api: 'analytics',
			field: 'apiKey',
			hint: 'In Vitally: Settings → Integrations → Vitally Analytics API',
			description: 'The key of the Analytics API, which is not that of the REST API',
		},
		{
			api: 'analytics',
			field: 'baseUrl',
			hint: undefined,
			description: "The URL before '/analytics'. Your API key is sent to this address.",
		},
	] as const)('say for $api what belongs into $field', ({ api, field, hint, description }) => {
		const found = credentials[api].properties.find(({ name }) => name === field);

		expect({ hint: found?.hint, description: found?.description }).toEqual({ hint, description });
	});

	it.each([
		{ name: 'in the US', dataCenter: 'us', hint: 'acme for https://acme.vitally.io' },
		{ name: 'in the EU', dataCenter: 'eu', hint: 'Only for links to records' },
		{ name: 'at a custom address', dataCenter: 'custom', hint: 'Only for links to records' },
	])('say what the subdomain is for $name', ({ dataCenter, hint }) => {
		const shown = credentials.rest.properties.filter(
			(field) =>
				field.name === 'subdomain' &&
				NodeHelpers.displayParameter({ dataCenter }, field, null, null),
		);

		expect({ hints: shown.map((field) => field.hint) }).toEqual({ hints: [hint] });
	});

	it.each(Object.entries(credentials))(
		'accept for %s no wait below 0 seconds',
		(_api, { properties }) => {
			const maxWait = properties.find(({ name }) => name === 'maxWait');

			expect({ minValue: maxWait?.typeOptions?.minValue }).toEqual({ minValue: 0 });
		},
	);

	it('begin with a credential that may write', () => {
		const readOnly = credentials.rest.properties.find(({ name }) => name === 'readOnly');

		expect({ readOnly: readOnly?.default }).toEqual({ readOnly: false });
	});

	it.each([new VitallyApi(), new VitallyAnalyticsApi()])(
		'begin with the data center of the US and a wait of 300 seconds: $name',
		({ properties }) => {
			const { dataCenter, maxWait } = Object.fromEntries(
				properties.map((field) => [field.name, field.default]),
			);

			expect({ dataCenter, maxWait }).toEqual({ dataCenter: 'us', maxWait: 300 });
		},
	);
});
