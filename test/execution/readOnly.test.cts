import type { IHttpRequestMethods } from 'n8n-workflow';

import { openEditor } from '../engine/listSearch.cts';
import { credentialsFor, NODE, runNode } from '../engine/node.cts';
import { callTool } from '../engine/toolCall.cts';
import { withAccounts } from '../fixtures/accounts.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';
import { named, sync, writesOf } from '../nodes/account/syncCases.cts';

const create = {
	parameters: { resource: 'account', operation: 'create', externalId: 'a1', name: 'Acme' },
};

describe('a read-only credential', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty' });

	const credentials = (readOnly: unknown = true) => {
		const { vitallyApi } = credentialsFor(sandbox());

		return { vitallyApi: { ...vitallyApi, readOnly: readOnly as boolean } };
	};

	it.each([
		['an item', create],
		['a table', { parameters: sync(), items: [named('a1')] }],
	])('sends no write of %s, and returns why', async (_title, run) => {
		const { error } = await runNode(run, { credentials: credentials() });

		expect(error?.message).toContain('The credential is read-only');
		expect(writesOf(sandbox())).toEqual([]);
	});

	it('counts no request for a write that it does not send, and waits for none', async () => {
		await withAccounts('a1')(sandbox());
		const run = { parameters: sync(), items: ['a1', 'a2'].map(named) };
		const { items } = await runNode(run, { credentials: credentials() });

		expect(items(NODE)[0].json).toMatchObject({ unchanged: 1, failed: 1, requests: 2 });
	});

	it('sends no write of a tool', async () => {
		const calling = callTool(create, {}, credentials());

		await expect(calling).rejects.toThrow('The credential is read-only');
		expect(sandbox().requests).toEqual([]);
	});

	it('still reads, and shows what a dry run would send', async () => {
		const parameters = { ...create.parameters, options: { dryRun: true } };
		const list = { resource: 'account', operation: 'getAll' };

		for (const one of [parameters, list]) {
			const { error } = await runNode({ parameters: one }, { credentials: credentials() });

			expect(error).toBeUndefined();
		}

		expect(sandbox().requests.map(({ method }) => method)).toEqual(['GET']);
	});

	/** As n8n's HTTP Request node, with a credential of ours. */
	const sendWithHttpRequest = async (method: IHttpRequestMethods, readOnly: boolean) => {
		const context = await openEditor({ parameters: {} }, credentials(readOnly));
		const uri = `${sandbox().url}/resources/accounts`;
		const body = { externalId: 'x', name: 'X' };
		const options = { method, uri, json: true, simple: false, ...(method !== 'GET' && { body }) };

		await context.helpers.requestWithAuthentication.call(context, 'vitallyApi', options);
	};

	it.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)(
		"rejects %s of n8n's HTTP Request node, which GET passes",
		async (method) => {
			await expect(sendWithHttpRequest(method, true)).rejects.toThrow('read-only');
			expect(sandbox().requests).toEqual([]);

			await sendWithHttpRequest('GET', true);
			await sendWithHttpRequest(method, false);

			expect(writesOf(sandbox())).toHaveLength(1);
		},
	);
});
