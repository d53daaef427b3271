import type { Sandbox } from '../../sandbox/sandbox.cts';
import { callerWith } from '../contract/callOperation.cts';
import { ENDPOINT_CALLS, titleOf, type EndpointCall } from '../contract/endpoints.cts';
import { firstOfEach } from '../contract/firstOfEach.cts';
import { throughRunner, throughTool } from '../engine/entryPoints.cts';
import { jsonOf } from '../engine/itemLines.cts';
import { credentialsFor, type NodeRun, runIn, runNode } from '../engine/node.cts';
import { describeOperation } from '../engine/operationCases.cts';
import { rejectionOf } from '../errors/thrownError.cts';
import { byExternalId, byId } from '../fixtures/locators.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';

/**
 * What a workflow reads from an item that failed. n8n recognizes an error item by JSON whose keys are exactly
 * `error`, `message` and `details`, and reduces the JSON of an item that also has an `error` object to its
 * title. The other entry points return the same (`entryPoints.test.cts`).
 */
describe('the item of an error', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty' });

	const REASON = 'externalId acct-10000 belongs to another account';
	const create: NodeRun = {
		parameters: {
			resource: 'account',
			operation: 'create',
			externalId: 'acct-10000',
			name: 'Acme',
			options: {},
		},
	};
	const message: NodeRun = {
		type: 'vitallyAnalytics',
		parameters: { resource: 'account', operation: 'upsert', accountId: 'acct-10000' },
	};
	const rejectNext = (status: number, body?: unknown) =>
		sandbox().faults.add({ kind: 'status', status, body, times: 1 });

	const itemOf = async (run: NodeRun) => {
		const outputs = await throughRunner(sandbox(), { ...run, onError: 'continueRegularOutput' });

		expect({ items: outputs.flat().length }).toEqual({ items: 1 });

		return outputs.flat()[0];
	};

	const batch: NodeRun = {
		...message,
		parameters: { ...message.parameters, options: { batch: true } },
	};

	it.each([
		{ what: 'a record', run: create, title: 'Vitally rejected this item' },
		{ what: 'a message', run: message, title: 'Vitally rejected the account message' },
		{ what: 'a batch', run: batch, title: 'Vitally rejected the account message' },
	])('contains why Vitally rejected $what', async ({ run, title }) => {
		rejectNext(400, { error: `${REASON}.` });

		const item = await itemOf(run);

		expect(item.json).toEqual({
			error: `${title}: ${REASON} [item 0]`,
			message: expect.stringMatching(/^Check the values .* \(HTTP 400, POST .*\)$/) as string,
			details: { httpCode: '400', vitallyMessage: REASON },
		});
		expect(item).not.toHaveProperty('error');
		expect(item.pairedItem).toEqual({ item: 0 });
	});

	const conversation: NodeRun = {
		parameters: {
			resource: 'conversation',
			operation: 'create',
			subject: 'S',
			messagesMode: 'json',
			messagesJson: '[{ "message": "Hello", "from": { "type": "user", "id": "u1" }, "to": [] }]',
		},
	};
	/** The response with which the service rejects a body (docs/internal/public-facts.md, 2). */
	const mustBeString = (instancePath: string) => ({
		error: {
			message: 'validation failed',
			errors: [{ instancePath, keyword: 'type', message: 'must be string' }],
		},
	});

	const REJECTED_FIELDS = [
		{ label: "'External ID'", run: create, path: '/externalId' },
		{
			label: "'Messages' 1, 'To' 2, 'User or Teammate'",
			run: conversation,
			path: '/messages/0/to/1/id',
		},
		{ label: "'Account External ID'", run: message, path: '/accountId' },
	];

	it.each(REJECTED_FIELDS)(
		'says by its label which field Vitally rejected: $label',
		async ({ label, run, path }) => {
			rejectNext(400, mustBeString(path));

			const { json } = await itemOf(run);

			expect(json.error).toMatch(`: ${label} must be string [item 0]`);
		},
	);

	it.each(REJECTED_FIELDS)(
		'says to a tool by its label which field Vitally rejected: $label',
		async ({ label, run, path }) => {
			rejectNext(400, mustBeString(path));

			const calling = throughTool(sandbox(), run);

			expect(await rejectionOf(calling)).toMatchObject({
				class: 'NodeApiError',
				message: expect.stringMatching(new RegExp(`: ${label} must be string \\[item 0\\]$`)),
			});
		},
	);

	const account = { resource: 'account', operation: 'get' };
	const note = {
		resource: 'note',
		operation: 'create',
		note: 'x',
		noteDate: '2026-03-01',
		accountId: byExternalId('nobody'),
	};
	const seats = { trait: [{ key: 'seats', type: 'number', numberValue: 'many' }] };
	const notThere = { httpCode: '404', vitallyMessage: expect.any(String) as string };

	it.each<{ what: string; field: string; run: NodeRun; details?: object }>([
		{
			what: 'an ID',
			field: 'Account',
			run: { parameters: { ...account, accountId: byId('..') } },
		},
		{
			what: 'a missing record',
			field: 'Account',
			run: { parameters: { ...account, accountId: byId('nobody') } },
			details: notThere,
		},
		{
			what: 'a missing External ID',
			field: 'Account',
			run: { parameters: note },
			details: { httpCode: '404' },
		},
		{
			what: 'a required text',
			field: 'Name',
			run: { parameters: { ...create.parameters, name: ' ' } },
		},
		{
			what: 'a trait',
			field: 'Trait: seats',
			run: { parameters: { ...create.parameters, traits: seats } },
		},
		{
			what: 'a choice',
			field: 'Specify Traits',
			run: { parameters: { ...create.parameters, traitsMode: 'xml' } },
		},
		{
			what: 'a message',
			field: 'Account External ID',
			run: { ...message, parameters: { ...message.parameters, accountId: ' ' } },
		},
	])('names the field of $what', async ({ field, run, details }) => {
		const { json } = await itemOf(run);

		expect({ columns: Object.keys(json) }).toEqual({ columns: ['error', 'message', 'details'] });
		expect({ error: json.error, details: json.details }).toEqual({
			error: expect.stringMatching(/ \[item 0\]$/) as string,
			details: { field, ...details },
		});
		expect({ message: json.message }).toEqual({ message: expect.stringMatching(/./) as string });
	});

	it('reaches the error output whole, with the fields of its input item', async () => {
		rejectNext(400, { error: REASON });

		const outcome = await runIn(sandbox(), {
			parameters: { ...create.parameters, externalId: '={{ $json.id }}' },
			items: [{ id: 'acct-10000', row: 1 }],
			onError: 'continueErrorOutput',
		});

		expect({ results: jsonOf(outcome) }).toEqual({ results: [] });
		expect(jsonOf(outcome, 1)).toEqual([
			{
				id: 'acct-10000',
				row: 1,
				error: `Vitally rejected this item: ${REASON} [item 0]`,
				message: expect.any(String) as string,
				details: { httpCode: '400', vitallyMessage: REASON },
			},
		]);
	});

	it('n8n recognizes it as an error where nothing else is known', async () => {
		const nowhere = { dataCenter: 'custom', baseUrl: 'http://127.0.0.1:1', apiKey: 'any-key' };

		const outcome = await runNode(
			{ parameters: { ...account, accountId: byId('a') }, onError: 'continueErrorOutput' },
			{ credentials: { vitallyApi: nowhere } },
		);

		expect({ results: jsonOf(outcome), errors: jsonOf(outcome, 1) }).toEqual({
			results: [],
			errors: [
				{
					error: expect.stringMatching(/ \[item 0\]$/) as string,
					message: expect.any(String) as string,
					details: {},
				},
			],
		});
	});
});

/** A call of each kind: the same operation of another resource reads its response with the same function. */
const CALLS = firstOfEach(ENDPOINT_CALLS, ({ call, endpoint: { method, path } }) =>
	[call.type, call.parameters.operation, method, path.split('/').length].join(' '),
).map((endpointCall) => ({ title: titleOf(endpointCall), endpointCall }));

/** Other changes return no record. */
const RETURNS_RECORD = /^(create|update|upsert|sync)$/;

describe('a response with the status 200', () => {
	const call = callerWith();

	const errorOf = async (endpointCall: EndpointCall, body: object) => {
		const prepare = ({ faults }: Sandbox) => faults.add({ kind: 'status', status: 200, body });

		const { outcome } = await call(endpointCall, {}, { prepare });

		return `${outcome.error?.message}\n${outcome.error?.description}`;
	};

	it.each(CALLS)(
		'a response with an error in it fails its item: $title',
		async ({ endpointCall }) => {
			const text = await errorOf(endpointCall, { error: 'No route to host' });

			expect(text).toMatch(
				/^Vitally or a proxy reported success, but returned an error instead of a record/,
			);
			expect(text).toMatch(/may be from a proxy instead of Vitally/);
			expect(text).toMatch(/Vitally says: "No route to host"/);

			// After a read, nothing may have been saved.
			const isOfRead = text.includes('(HTTP 200, GET');

			expect({ text, saysThatItMayBeSaved: text.includes('been saved') }).toEqual({
				text,
				saysThatItMayBeSaved: !isOfRead,
			});
		},
	);

	const RETURNING_RECORDS = CALLS.filter(({ endpointCall: { call, endpoint } }) => {
		const { type, parameters } = call;

		return endpoint.method === 'GET' || type || RETURNS_RECORD.test(parameters.operation);
	});

	it.each(RETURNING_RECORDS)('an empty object fails its item: $title', async (row) => {
		const text = await errorOf(row.endpointCall, {});

		expect(text).toMatch(
			/is not a Vitally record|is not a page|has no teammate|response to the change could not be read/,
		);
	});
});

/** The forms of the key: test/transport/errors. */
describe.each<NodeRun>([
	{ type: 'vitally', parameters: { resource: 'account', operation: 'get', accountId: 'acct-1' } },
	{
		type: 'vitallyAnalytics',
		parameters: { resource: 'account', operation: 'upsert', accountId: 'a1', name: 'A' },
	},
])('an error of the node $type', (run) => {
	const sandbox = sandboxOfSuite({ seed: 'empty' });

	it.each(
		(['bare', 'header'] as const).flatMap((entered) =>
			([undefined, 'continueRegularOutput', 'continueErrorOutput'] as const).map((onError) => ({
				entered,
				onError,
			})),
		),
	)(
		'contains nothing of a key that was entered as $entered, with On Error $onError',
		async ({ entered, onError }) => {
			const isAnalytics = run.type === 'vitallyAnalytics';
			const key = isAnalytics ? sandbox().analyticsKey : sandbox().apiKey;
			const sent = isAnalytics ? key : btoa(`${key}:`);
			const credentials = credentialsFor(sandbox());
			const credential = isAnalytics ? 'vitallyAnalyticsApi' : 'vitallyApi';
			if (entered === 'header') credentials[credential].apiKey = `Basic ${sent}`;

			const body = { error: `Not ${key}, Basic ${sent}` };

			sandbox().faults.add({ kind: 'status', status: 400, body });

			const outcome = await runNode({ ...run, onError }, { credentials });
			const shown = JSON.stringify([outcome.error, outcome.run]);

			// Twelve characters reveal the key.
			const revealed = [key, sent].filter((form) => shown.includes(form.slice(0, 12)));

			expect({ revealed, showsTheError: shown.includes('Basic') }).toEqual({
				revealed: [],
				showsTheError: true,
			});
		},
	);
});

/** Credentials contain these keys; the service keeps the old ones. */
const useRevokedKeys = (sandbox: Sandbox) =>
	Object.assign(sandbox, { apiKey: 'sk_live_revoked', analyticsKey: 'revoked' });

/** What test/transport/errors does not see: the two services give different advice. */
describeOperation('an error says how to get unstuck', [
	{
		name: 'advises to check a key that the REST API does not know',
		given: useRevokedKeys,
		parameters: { resource: 'account', operation: 'get', accountId: byId('acc-1') },
		throws: {
			message: 'Vitally does not accept the API key',
			description:
				'Check the API key in the credential. It may be revoked or regenerated, or belong to another workspace or data center. Vitally says: "Authorization is not valid". (HTTP 401, GET /resources/accounts/acc-1)',
			httpCode: '401',
			failure: { cause: 'credential-invalid' },
		},
	},
	{
		name: 'advises to use another key for one that the Analytics API does not know',
		given: useRevokedKeys,
		type: 'vitallyAnalytics',
		parameters: { resource: 'account', operation: 'upsert', accountId: 'A1' },
		throws: {
			message: 'Vitally does not accept the API key',
			description:
				'Copy the key from Settings → Integrations → Vitally Analytics API into the credential. It is not the key of the REST API. Vitally says: "Authorization is not valid". (HTTP 401, POST /analytics/v1/account)',
			httpCode: '401',
			failure: { cause: 'credential-invalid' },
		},
	},
]);
