import type { Sandbox } from '../../sandbox/sandbox.cts';
import { describeOperation } from '../engine/operationCases.cts';
import { ACCOUNTS, accountOf, byExternalId, given, trait } from './accountWorld.cts';

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
