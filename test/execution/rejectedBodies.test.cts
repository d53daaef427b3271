import type { IDataObject } from 'n8n-workflow';

import { throughTool } from '../engine/entryPoints.cts';
import { searchList } from '../engine/listSearch.cts';
import { credentialsFor, NODE, runNode, type NodeRun } from '../engine/node.cts';
import { PolledNode } from '../engine/poll.cts';
import { withAccounts } from '../fixtures/accounts.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';
import { sync } from '../nodes/account/syncCases.cts';

/** An error of ajv, as the service returns them (docs/internal/public-facts.md, 2). */
const mustBe = (type: string, instancePath: string) => ({
	instancePath,
	schemaPath: `#/properties${instancePath}/type`,
	keyword: 'type',
	params: { type },
	message: `must be ${type}`,
});
const unknownField = (additionalProperty: string, instancePath = '') => ({
	instancePath,
	schemaPath: '#/additionalProperties',
	keyword: 'additionalProperties',
	params: { additionalProperty },
	message: 'must NOT have additional properties',
});
const missingField = (missingProperty: string) => ({
	instancePath: '',
	schemaPath: '#/required',
	keyword: 'required',
	params: { missingProperty },
	message: `must have required property '${missingProperty}'`,
});
const rejection = (...errors: object[]) => ({ error: { message: 'validation failed', errors } });

const account: NodeRun = {
	parameters: { resource: 'account', operation: 'create', externalId: 'a1', name: 'A' },
};
const message = { message: 'Hello', from: { type: 'user', id: 'u1' }, to: [] };
const conversation: NodeRun = {
	parameters: {
		...{ resource: 'conversation', operation: 'create', subject: 'S' },
		...{ messagesMode: 'json', messagesJson: JSON.stringify([message]) },
	},
};
const userMessage: NodeRun = {
	type: 'vitallyAnalytics',
	parameters: { resource: 'user', operation: 'upsert', userId: 'u1', accountId: 'a1' },
};

describe('a rejected item', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty' });
	const rejectWith = (body: unknown, path = '/') =>
		sandbox().faults.add({ kind: 'status', status: 400, body, on: { path } });
	const credentials = () => credentialsFor(sandbox());

	it.each<[string, NodeRun, object]>([
		["'External ID' must be string", account, rejection(mustBe('string', '/externalId'))],
		["the trait 'plan' must be number", account, rejection(mustBe('number', '/traits/plan'))],
		['accountOwnerId must be string', account, rejection(mustBe('string', '/accountOwnerId'))],
		['must NOT have additional properties: colour', account, rejection(unknownField('colour'))],
		["must have required property 'Name'", account, rejection(missingField('name'))],
		[
			"'External ID' must be string; 'Name' must be string",
			account,
			rejection(mustBe('string', '/externalId'), mustBe('string', '/name')),
		],
		[
			"'Messages' 1, 'From' must be string",
			conversation,
			rejection(mustBe('string', '/messages/0/from/id')),
		],
		[
			"'Messages' 1, 'To' 2, 'User or Teammate' must be string",
			conversation,
			rejection(mustBe('string', '/messages/0/to/1/id')),
		],
		[
			"must NOT have additional properties: 'Messages' 1, colour",
			conversation,
			rejection(unknownField('colour', '/messages/0')),
		],
		["'User External ID' must be string", userMessage, rejection(mustBe('string', '/userId'))],
		['No such plan', account, { error: 'No such plan.' }],
		['No such plan', account, { message: 'No such plan.' }],
	])('is told why: %s', async (reason, run, body) => {
		rejectWith(body);
		const { error } = await runNode(run, { credentials: credentials() });
		const what = run === userMessage ? 'the user message' : 'this item';
		expect(error?.message).toBe(`Vitally rejected ${what}: ${reason} [item 0]`);
	});

	it('is told by the labels of the fields as a tool too', async () => {
		rejectWith(rejection(mustBe('string', '/externalId')));
		await expect(throughTool(sandbox(), account)).rejects.toThrow(
			"Vitally rejected this item: 'External ID' must be string",
		);
	});

	it('is told by the sandbox in this form', async () => {
		const messagesJson = JSON.stringify([{ ...message, colour: 'red' }]);
		const run = { parameters: { ...conversation.parameters, messagesJson } };
		const { error } = await runNode(run, { credentials: credentials() });
		expect(error?.message).toBe(
			"Vitally rejected this item: must NOT have additional properties: 'Messages' 1, colour [item 0]",
		);
	});

	it('has the reason in the report of a Sync', async () => {
		await withAccounts('a1')(sandbox());
		const on = { method: 'PUT' };
		const body = rejection(mustBe('string', '/name'));
		sandbox().faults.add({ kind: 'status', status: 400, body, on, times: 1 });
		const items = [
			{ id: 'a1', name: 'New' },
			{ id: 'a2', name: 'Other' },
		];
		const outcome = await runNode({ parameters: sync(), items }, { credentials: credentials() });
		const [{ json }] = outcome.items(NODE);
		expect((json.failures as IDataObject[])[0]).toMatchObject({
			reason: "Vitally rejected this item: 'Name' must be string",
			description: expect.stringMatching(/^Check the values of this item .*PUT/),
		});
	});

	const limitRejected = rejection(mustBe('integer', '/limit'));

	it('has the reason in a poll and in a list to choose from', async () => {
		rejectWith(limitRejected);
		const poll = new PolledNode({
			parameters: { triggerOn: 'accountUpdated', watch: 'anyChange' },
			credentials: credentials(),
			workflow: 'rejected',
		});
		const reason = 'Vitally rejected this item: limit must be integer';
		await expect(poll.activate()).rejects.toThrow(reason);
		await expect(searchList(sandbox(), 'searchAccounts')).rejects.toThrow(reason);
	});
});
