import { startSandbox, type Sandbox } from '../../sandbox/sandbox.cts';
import { credentialsFor, NODE, runNode } from '../engine/node.cts';
import { describeOperation } from '../engine/operationCases.cts';
import { ACCOUNTS } from '../fixtures/accounts.cts';
import { addConversation } from '../fixtures/conversations.cts';
import { byId } from '../fixtures/locators.cts';

const create = { resource: 'account', operation: 'create', externalId: 'a1', name: 'Acme' };
const accountsOf = (sandbox: Sandbox) => [...sandbox.state.accounts.all()];
const methodsOf = (sandbox: Sandbox) => sandbox.requests.map(({ method }) => method);

/** docs/internal/service.md, Limits; what may be sent again after a fault, and what not. */
describeOperation(
	'faults of single requests',
	[
		...(['resetAfter', 'truncated'] as const).map((kind) => ({
			name: `reads again after ${kind}`,
			given: (sandbox: Sandbox) => sandbox.faults.add({ kind, times: 2 }),
			parameters: { resource: 'account', operation: 'getAll', limit: 2 },
			returns: [{}, {}],
			then: (sandbox: Sandbox) => expect(sandbox.requests).toHaveLength(3),
		})),
		{
			name: 'updates again after 503',
			given: (sandbox) => sandbox.faults.add({ kind: 'status', status: 503, times: 1 }),
			parameters: {
				resource: 'account',
				operation: 'update',
				accountId: '={{ "acct-10001" }}',
				updateFields: { name: 'New' },
			},
			returns: [{ name: 'New' }],
			then: (sandbox) => expect(methodsOf(sandbox)).toEqual(['PUT', 'PUT']),
		},
		{
			name: 'explains a DELETE that finds nothing at its second try',
			given: (sandbox) => sandbox.faults.add({ kind: 'resetAfter', times: 1 }),
			parameters: {
				resource: 'account',
				operation: 'delete',
				accountId: 'acct-10001',
				confirmPermanentDelete: true,
			},
			throws: /'acct-10001', which is not[\s\S]*response was lost, may have deleted it/,
			then: (sandbox) => expect(methodsOf(sandbox)).toEqual(['DELETE', 'DELETE']),
		},
		{
			name: 'rejects a list whose page stays broken, and says nothing of records where none was read',
			given: (sandbox) =>
				sandbox.faults.add({
					kind: 'status',
					status: 502,
					on: { path: ACCOUNTS, nth: 1 },
					times: 99,
				}),
			parameters: { resource: 'account', operation: 'getAll', returnAll: true },
			throws: /^(?!.*after 0 records)(?!.*No short list)/s,
		},
	],
	{ seed: { accounts: 20 } },
);

describeOperation('creation of an account whose answer got lost', [
	{
		name: 'creates it when it is not there',
		given: (sandbox) =>
			sandbox.faults.add({ kind: 'resetBefore', on: { method: 'POST' }, times: 1 }),
		parameters: create,
		returns: [{ externalId: 'a1', name: 'Acme' }],
		then: (sandbox) => {
			expect(accountsOf(sandbox)).toHaveLength(1);
			expect(methodsOf(sandbox)).toEqual(['POST', 'GET', 'POST']);
		},
	},
	{
		name: 'never reports a success that did not happen',
		given: (sandbox) => sandbox.faults.add({ kind: 'resetBefore', on: { method: 'POST' } }),
		parameters: create,
		throws: /The connection to Vitally was lost before it responded/,
		then: (sandbox) => expect(accountsOf(sandbox)).toHaveLength(0),
	},
]);

describeOperation('messages that the service cannot distinguish from new ones', [
	{
		name: 'are not sent twice',
		given: (sandbox) => {
			addConversation(sandbox, 'c-1');
			sandbox.faults.add({ kind: 'resetAfter', on: { method: 'PUT' }, times: 1 });
		},
		parameters: {
			resource: 'conversation',
			operation: 'update',
			conversationId: byId('c-1'),
			messagesMode: 'json',
			messagesJson:
				'[{ "message": "<p>Hello</p>", "from": { "type": "user", "id": "u1" }, "to": [] }]',
		},
		throws: /The change may have been saved/,
		then: (sandbox) => {
			const [conversation] = [...sandbox.state.conversations.all()];
			expect(conversation.messages).toHaveLength(1);
		},
	},
]);

describe('the budget', () => {
	let sandbox: Sandbox;
	afterEach(async () => await sandbox.close());

	it('waits through a 429 and loses nothing, with any method', async () => {
		sandbox = await startSandbox({
			seed: 'empty',
			limits: { budget: 20, windowMs: 750, mode: 'tokenBucket' },
		});
		const items = Array.from({ length: 50 }, (_, index) => ({ id: `a${index}` }));
		const outcome = await runNode(
			{ parameters: { ...create, externalId: '={{ $json.id }}' }, items },
			{ credentials: credentialsFor(sandbox) },
		);
		expect(outcome.error).toBeUndefined();
		expect(outcome.items(NODE)).toHaveLength(50);
		expect(accountsOf(sandbox)).toHaveLength(50);
	});

	it.each(['soon', -1])(
		'sends nothing with a Max Wait in the credential that is no number of seconds: %j',
		async (maxWait) => {
			sandbox = await startSandbox({ seed: 'empty' });
			const { error } = await runNode(
				{ parameters: create },
				{ credentials: credentialsFor(sandbox, { maxWait }) },
			);
			expect(error?.message).toMatch(
				/'Max Wait' in the credential is not a number of seconds, 0 or more \[item 0\]$/,
			);
			expect(sandbox.requests).toEqual([]);
		},
	);
});
