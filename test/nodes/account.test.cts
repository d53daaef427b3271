import type { Sandbox } from '../../sandbox/sandbox.cts';
import { describeOperation } from '../engine/operationCases.cts';

const ACCOUNTS = '/resources/accounts';

const accountOf = (sandbox: Sandbox, externalId: string) =>
	[...sandbox.state.accounts.all()].find((account) => account.externalId === externalId);

/** Accounts by their external ids, the first one the oldest. */
const given =
	(...externalIds: string[]) =>
	async (sandbox: Sandbox) => {
		for (const externalId of externalIds) {
			await call(sandbox, 'POST', ACCOUNTS, { externalId, name: `Name of ${externalId}` });
		}
	};

async function call(sandbox: Sandbox, method: string, path: string, body: object) {
	const response = await fetch(`${sandbox.url}${path}`, {
		method,
		headers: {
			authorization: `Basic ${btoa(`${sandbox.apiKey}:`)}`,
			'content-type': 'application/json',
		},
		body: JSON.stringify(body),
	});
	expect(response.status).toBeLessThan(300);
}

const trait = (key: string, type: string, value: unknown) => ({
	key,
	type,
	[`${type}Value`]: value,
});
const byExternalId = (value: unknown) => ({ __rl: true, mode: 'externalId', value });

describeOperation('account: create', [
	{
		name: 'sends only the fields that are set',
		parameters: { resource: 'account', operation: 'create', externalId: 'a1', name: 'Acme' },
		sends: [{ method: 'POST', path: ACCOUNTS, body: { externalId: 'a1', name: 'Acme' } }],
		returns: [{ externalId: 'a1', name: 'Acme' }],
	},
	{
		name: 'sends each trait in the JSON that gives it its type, dotted keys in one piece',
		parameters: {
			resource: 'account',
			operation: 'create',
			externalId: 'a1',
			name: 'Acme',
			traits: {
				trait: [
					trait('vitally.custom.nextStep', 'string', ''),
					trait('seats', 'number', '12'),
					trait('free', 'number', 0),
					trait('live', 'boolean', false),
					trait('start', 'date', '2026-03-01T23:30:00+02:00'),
					trait('call', 'dateTime', '2026-03-01T10:00:00+02:00'),
					trait('products', 'multiSelect', 'core, api'),
				],
			},
		},
		sends: [
			{
				method: 'POST',
				path: ACCOUNTS,
				body: {
					externalId: 'a1',
					name: 'Acme',
					traits: {
						'vitally.custom.nextStep': '',
						seats: 12,
						free: 0,
						live: false,
						start: '2026-03-01T00:00:00.000Z',
						call: '2026-03-01T08:00:00.000Z',
						products: ['core', 'api'],
					},
				},
			},
		],
	},
	{
		name: 'takes traits as JSON',
		parameters: {
			resource: 'account',
			operation: 'create',
			externalId: 'a1',
			name: 'Acme',
			traitsMode: 'json',
			traitsJson: '{ "a.b": 0, "list": [], "none": null }',
		},
		sends: [
			{
				method: 'POST',
				path: ACCOUNTS,
				body: { externalId: 'a1', name: 'Acme', traits: { 'a.b': 0, list: [], none: null } },
			},
		],
	},
	{
		name: 'refuses a value that does not fit its type, before anything is sent',
		parameters: {
			resource: 'account',
			operation: 'create',
			externalId: 'a1',
			name: 'Acme',
			traits: { trait: [trait('seats', 'number', 'many')] },
		},
		refuses: /"many" of 'Trait: seats' is not a number \[item 0\]/,
		sends: [],
	},
	{
		name: 'refuses an empty external ID',
		parameters: { resource: 'account', operation: 'create', externalId: ' ', name: 'Acme' },
		refuses: "The field 'External ID' is empty",
		sends: [],
	},
	{
		name: 'hands on what the service says about a known external ID',
		given: given('a1'),
		parameters: { resource: 'account', operation: 'create', externalId: 'a1', name: 'Acme' },
		refuses: /refused the values of this item[^]*Vitally says: ".*a1.*"/,
	},
	{
		name: 'shows the request in a dry run and sends nothing',
		parameters: {
			resource: 'account',
			operation: 'create',
			externalId: 'a1',
			name: 'Acme',
			options: { dryRun: true },
		},
		sends: [],
		returns: [{ method: 'POST', query: {}, body: { externalId: 'a1', name: 'Acme' } }],
	},
]);

describeOperation('account: upsert', [
	{
		name: 'updates an account that is there',
		given: given('a1'),
		parameters: { resource: 'account', operation: 'upsert', externalId: 'a1', name: 'New' },
		sends: [{ method: 'PUT', path: `${ACCOUNTS}/a1`, body: { name: 'New' } }],
		returns: [{ externalId: 'a1', name: 'New', created: false }],
	},
	{
		name: 'creates one that is not',
		parameters: { resource: 'account', operation: 'upsert', externalId: 'a/1', name: 'New' },
		sends: [
			{ method: 'PUT', path: `${ACCOUNTS}/a%2F1`, body: { name: 'New' } },
			{ method: 'POST', path: ACCOUNTS, body: { externalId: 'a/1', name: 'New' } },
		],
		returns: [{ externalId: 'a/1', name: 'New', created: true }],
	},
	{
		name: 'falls back to the update when somebody else creates the account in between',
		given: async (sandbox) => {
			await given('a1')(sandbox);
			sandbox.faults.add({ kind: 'status', status: 404, on: { method: 'PUT' }, times: 1 });
		},
		parameters: { resource: 'account', operation: 'upsert', externalId: 'a1', name: 'New' },
		returns: [{ externalId: 'a1', name: 'New', created: false }],
		then: (sandbox) => expect([...sandbox.state.accounts.all()]).toHaveLength(1),
	},
	{
		name: 'creates one account from two items of the same external ID',
		parameters: {
			resource: 'account',
			operation: 'upsert',
			externalId: 'a1',
			name: '={{ $json.name }}',
		},
		items: [{ name: 'First' }, { name: 'Second' }],
		returns: [
			{ name: 'First', created: true },
			{ name: 'Second', created: false },
		],
		then: (sandbox) => expect(accountOf(sandbox, 'a1')).toMatchObject({ name: 'Second' }),
	},
	{
		name: 'refuses with the text of the creation when the values are at fault',
		given: (sandbox) =>
			sandbox.faults.add({
				kind: 'status',
				status: 400,
				body: { error: 'name is too long' },
				on: { method: 'POST' },
			}),
		parameters: { resource: 'account', operation: 'upsert', externalId: 'a1', name: 'New' },
		refuses: 'name is too long',
	},
]);

describeOperation('account: get', [
	{
		name: 'returns ten fields, or all',
		given: given('a1'),
		parameters: {
			resource: 'account',
			operation: 'get',
			accountId: byExternalId('a1'),
			simple: true,
		},
		sends: [{ method: 'GET', path: `${ACCOUNTS}/a1` }],
		returns: [{ externalId: 'a1', healthScore: null }],
	},
	{
		name: 'names the account that is not there',
		parameters: { resource: 'account', operation: 'get', accountId: byExternalId('nobody') },
		refuses: /The account "nobody" was not found \[item 0\]/,
	},
	{
		name: 'refuses an answer that is no record',
		given: async (sandbox) => {
			await given('a1')(sandbox);
			sandbox.faults.add({ kind: 'notJson' });
		},
		parameters: { resource: 'account', operation: 'get', accountId: byExternalId('a1') },
		refuses: 'The answer is not a Vitally record',
	},
]);

describeOperation('account: getAll', [
	{
		name: 'returns exactly as many as the limit says, in one page when it can',
		given: given('a1', 'a2', 'a3'),
		parameters: { resource: 'account', operation: 'getAll', limit: 2 },
		sends: [{ method: 'GET', path: ACCOUNTS, query: { limit: '2', sortBy: 'updatedAt' } }],
		returns: [{ externalId: 'a3' }, { externalId: 'a2' }],
	},
	{
		name: 'sorts by creation when everything is wanted, because that stays complete',
		given: given('a1', 'a2'),
		parameters: { resource: 'account', operation: 'getAll', returnAll: true },
		sends: [{ method: 'GET', path: ACCOUNTS, query: { limit: '100', sortBy: 'createdAt' } }],
		returns: [{ externalId: 'a2' }, { externalId: 'a1' }],
	},
	{
		name: 'filters by status at the service',
		given: given('a1'),
		parameters: {
			resource: 'account',
			operation: 'getAll',
			filters: { status: 'churned' },
			options: { sortBy: 'createdAt' },
		},
		sends: [
			{
				method: 'GET',
				path: ACCOUNTS,
				query: { limit: '50', sortBy: 'createdAt', status: 'churned' },
			},
		],
		returns: [],
	},
	{
		name: 'filters by name here, in upper or lower case',
		given: given('a1', 'b1', 'A2'),
		parameters: {
			resource: 'account',
			operation: 'getAll',
			filters: { nameContains: 'of A' },
			options: { sortBy: 'createdAt' },
		},
		returns: [{ externalId: 'A2' }, { externalId: 'a1' }],
	},
	{
		name: 'takes empty filters for none, as an AI model sends them',
		given: given('a1'),
		parameters: {
			resource: 'account',
			operation: 'getAll',
			filters: { status: '', createdAfter: '', updatedAfter: null, nameContains: '' },
		},
		returns: [{ externalId: 'a1' }],
	},
	{
		name: 'refuses a limit that is none',
		parameters: { resource: 'account', operation: 'getAll', limit: 0 },
		refuses: "The value of 'Limit' is not a whole number",
		sends: [],
	},
	{
		name: 'refuses a limit that n8n cannot take from one item',
		parameters: { resource: 'account', operation: 'getAll', limit: 100_001 },
		refuses: "The 'Limit' is above the 100000 records",
		sends: [],
	},
	...(['emptyPageWithCursor', 'missingResults', 'notJson'] as const).map((kind) => ({
		name: `refuses a list with the fault ${kind}`,
		given: async (sandbox: Sandbox) => {
			await given('a1', 'a2', 'a3')(sandbox);
			sandbox.faults.add({ kind });
		},
		parameters: { resource: 'account', operation: 'getAll', returnAll: true },
		refuses: /The list of Vitally .*No short list is returned/s,
	})),
]);

describeOperation(
	'account: getAll over pages',
	[
		{
			name: 'reads every account once',
			parameters: {
				resource: 'account',
				operation: 'getAll',
				returnAll: true,
				filters: { status: 'activeOrChurned' },
			},
			then: (sandbox) => expect(sandbox.requests).toHaveLength(3),
		},
		{
			name: 'refuses a cursor that comes back',
			given: (sandbox) => sandbox.faults.add({ kind: 'repeatCursor' }),
			parameters: { resource: 'account', operation: 'getAll', returnAll: true },
			refuses: /came back to a page that was read already.*No short list is returned/s,
		},
		{
			name: 'stops at the first account that is older than the window',
			parameters: {
				resource: 'account',
				operation: 'getAll',
				returnAll: true,
				filters: { createdAfter: '2100-01-01' },
			},
			returns: [],
			then: (sandbox) => expect(sandbox.requests).toHaveLength(1),
		},
	],
	{ seed: { accounts: 250 } },
);

describeOperation('account: update', [
	{
		name: 'sends what was added, null and empty values included, and keeps other traits',
		given: async (sandbox) => {
			await call(sandbox, 'POST', ACCOUNTS, {
				externalId: 'a1',
				name: 'Acme',
				traits: { kept: 1, 'gone.for.good': 2 },
			});
		},
		parameters: {
			resource: 'account',
			operation: 'update',
			accountId: byExternalId('a1'),
			updateFields: { organizationId: null },
			traits: { trait: [trait('empty', 'string', ''), trait('zero', 'number', 0)] },
			traitsToClear: ['gone.for.good'],
		},
		sends: [
			{
				method: 'PUT',
				path: `${ACCOUNTS}/a1`,
				body: { organizationId: null, traits: { empty: '', zero: 0, 'gone.for.good': null } },
			},
		],
		returns: [{ traits: { kept: 1, empty: '', zero: 0 } }],
		then: (sandbox) =>
			expect(accountOf(sandbox, 'a1')?.traits).toEqual({ kept: 1, empty: '', zero: 0 }),
	},
	{
		name: 'refuses an update of nothing',
		parameters: { resource: 'account', operation: 'update', accountId: byExternalId('a1') },
		refuses: 'There is nothing to update',
		sends: [],
	},
	{
		name: 'writes one account in the order of the items',
		given: given('a1'),
		parameters: {
			resource: 'account',
			operation: 'update',
			accountId: byExternalId('a1'),
			updateFields: { name: '={{ $json.name }}' },
		},
		items: Array.from({ length: 30 }, (_, index) => ({ name: `Name ${index}` })),
		then: (sandbox) => expect(accountOf(sandbox, 'a1')).toMatchObject({ name: 'Name 29' }),
	},
	{
		name: 'looks an organization up by its external ID, once for all items',
		given: given('a1'),
		parameters: {
			resource: 'account',
			operation: 'update',
			accountId: byExternalId('a1'),
			updateFields: { organizationId: byExternalId('nowhere') },
		},
		items: [{}, {}, {}],
		refuses: /no record with the external ID "nowhere" for 'Organization'/,
		sends: [{ method: 'GET', path: '/resources/organizations/nowhere' }],
	},
]);

describeOperation('account: delete', [
	{
		name: 'refuses without the confirmation',
		given: given('a1'),
		parameters: { resource: 'account', operation: 'delete', accountId: byExternalId('a1') },
		refuses: "'Confirm Permanent Delete' is off",
		sends: [],
	},
	{
		name: 'deletes with it, and says so',
		given: given('a1'),
		parameters: {
			resource: 'account',
			operation: 'delete',
			accountId: byExternalId('a1'),
			confirmPermanentDelete: true,
		},
		sends: [{ method: 'DELETE', path: `${ACCOUNTS}/a1` }],
		returns: [{ deleted: true, id: 'a1' }],
		then: (sandbox) => expect(accountOf(sandbox, 'a1')).toBeUndefined(),
	},
]);

describeOperation('account: getHealthScores', [
	{
		name: 'hands on what the service returns',
		given: given('a1'),
		parameters: {
			resource: 'account',
			operation: 'getHealthScores',
			accountId: byExternalId('a1'),
		},
		sends: [{ method: 'GET', path: `${ACCOUNTS}/a1/healthScores` }],
		returns: [{}],
	},
	...[
		{ body: [{ score: 1 }, { score: 2 }], returns: [{ score: 1 }, { score: 2 }] },
		{ body: '7', returns: [{ healthScores: 7 }] },
	].map(({ body, returns }) => ({
		name: `hands on ${JSON.stringify(body)}, since the document does not show the body`,
		given: (sandbox: Sandbox) => sandbox.faults.add({ kind: 'status', status: 200, body }),
		parameters: {
			resource: 'account',
			operation: 'getHealthScores',
			accountId: byExternalId('a1'),
		},
		returns,
	})),
]);
