import type { Sandbox } from '../../../sandbox/sandbox.cts';
import { describeOperation } from '../../engine/operationCases.cts';
import { ACCOUNTS, traitRow, withAccounts } from '../../fixtures/accounts.cts';

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
					traitRow('vitally.custom.nextStep', 'string', ''),
					traitRow('seats', 'number', '12'),
					traitRow('free', 'number', 0),
					traitRow('live', 'boolean', false),
					traitRow('start', 'date', '2026-03-01T23:30:00+02:00'),
					traitRow('call', 'dateTime', '2026-03-01T10:00:00+02:00'),
					traitRow('products', 'multiSelect', 'core, api'),
				],
			},
			options: { emptyValues: 'send' },
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
		name: 'refuses a value that does not fit its type, before anything is sent',
		parameters: {
			resource: 'account',
			operation: 'create',
			externalId: 'a1',
			name: 'Acme',
			traits: { trait: [traitRow('seats', 'number', 'many')] },
		},
		throws: /"many" of 'Trait: seats' is not a number \[item 0\]/,
		sends: [],
	},
	{
		name: 'refuses an empty external ID',
		parameters: { resource: 'account', operation: 'create', externalId: ' ', name: 'Acme' },
		throws: "The field 'External ID' is empty",
		sends: [],
	},
	{
		name: 'says of a known external ID that it is taken, and how to go on',
		given: withAccounts('a1'),
		parameters: { resource: 'account', operation: 'create', externalId: 'a1', name: 'Acme' },
		throws: /The external ID "a1" belongs to another account already[^]*'Create or Update'/,
	},
	...(['resetBefore', 'resetAfter'] as const).map((kind) => ({
		name: `takes another's account for none of its own after a lost answer: ${kind}`,
		given: async (sandbox: Sandbox) => {
			await withAccounts('a1')(sandbox);
			sandbox.faults.add({ kind, on: { method: 'POST' }, times: 1 });
		},
		parameters: { resource: 'account', operation: 'create', externalId: 'a1', name: 'New Ltd.' },
		throws: /The external ID "a1" belongs to another account already/,
	})),
	{
		name: 'finds its own account after a lost answer',
		given: (sandbox) =>
			sandbox.faults.add({ kind: 'resetAfter', on: { method: 'POST' }, times: 1 }),
		parameters: { resource: 'account', operation: 'create', externalId: 'a1', name: 'New Ltd.' },
		returns: [{ externalId: 'a1', name: 'New Ltd.' }],
		then: (sandbox) =>
			expect(sandbox.requests.filter(({ method }) => method === 'POST')).toHaveLength(1),
	},
	{
		name: 'leaves in doubt what became of a creation when the look-up fails too',
		given: (sandbox) => {
			sandbox.faults.add({ kind: 'resetAfter', on: { method: 'POST' }, times: 1 });
			sandbox.faults.add({ kind: 'status', status: 500, on: { method: 'GET' } });
		},
		parameters: { resource: 'account', operation: 'create', externalId: 'a1', name: 'New Ltd.' },
		throws: /may have been saved/,
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
		returns: [{ dryRun: true, method: 'POST', body: { externalId: 'a1', name: 'Acme' } }],
	},
]);
