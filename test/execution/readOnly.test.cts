import type { IHttpRequestMethods } from 'n8n-workflow';

import { firstJsonOf } from '../engine/itemLines.cts';
import { openEditor } from '../engine/listSearch.cts';
import { credentialsFor, runNode } from '../engine/node.cts';
import { callTool } from '../engine/toolCall.cts';
import { rejectionOf, type SeenError } from '../errors/thrownError.cts';
import { withAccounts } from '../fixtures/accounts.cts';
import { linesOfRequests } from '../fixtures/requests.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';
import { named, sync, writesOf } from '../nodes/account/syncCases.cts';

const create = {
	parameters: { resource: 'account', operation: 'create', externalId: 'a1', name: 'Acme' },
};

const READ_ONLY: SeenError = {
	class: 'NodeApiError',
	message: 'The credential is read-only, so nothing was written',
	description: "Choose a credential that may write, or turn 'Read Only' off in this one.",
	failure: undefined,
};

describe('a read-only credential', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty' });

	const credentials = ({ readOnly } = { readOnly: true }) => {
		const { vitallyApi } = credentialsFor(sandbox());

		return { vitallyApi: { ...vitallyApi, readOnly } };
	};

	it.each([
		{ what: 'an item', run: create },
		{ what: 'a table', run: { parameters: sync(), items: [named('a1')] } },
	])('sends no write of $what, and returns why', async ({ run }) => {
		const { error } = await runNode(run, { credentials: credentials() });

		expect(error?.message).toBe(`${READ_ONLY.message} [item 0]`);
		expect({ written: linesOfRequests({ requests: writesOf(sandbox()) }) }).toEqual({
			written: [],
		});
	});

	it('counts only requests that it sends in the summary of a Sync', async () => {
		await withAccounts('a1')(sandbox());
		const run = { parameters: sync(), items: ['a1', 'a2'].map(named) };

		const outcome = await runNode(run, { credentials: credentials() });

		expect(firstJsonOf(outcome)).toMatchObject({ unchanged: 1, failed: 1, requests: 3 });
	});

	it('sends no write of a tool', async () => {
		const calling = callTool(create, {}, credentials());

		expect(await rejectionOf(calling)).toEqual({
			...READ_ONLY,
			message: `${READ_ONLY.message} [item 0]`,
		});
		expect({ requests: linesOfRequests(sandbox()) }).toEqual({ requests: [] });
	});

	it('lets a dry run show what it would send', async () => {
		const parameters = { ...create.parameters, options: { dryRun: true } };

		const { error } = await runNode({ parameters }, { credentials: credentials() });

		expect({ error: error?.message }).toEqual({ error: undefined });
		expect({ requests: linesOfRequests(sandbox()) }).toEqual({ requests: [] });
	});

	it('sends reads', async () => {
		const parameters = { resource: 'account', operation: 'getAll' };

		const { error } = await runNode({ parameters }, { credentials: credentials() });

		expect({ error: error?.message }).toEqual({ error: undefined });
		expect(sandbox().requests.map(({ method }) => method)).toEqual(['GET']);
	});

	/** Sends as n8n's HTTP Request node does, with a credential of ours. */
	const sendWithHttpRequest = async (
		method: IHttpRequestMethods,
		credential: { readOnly: boolean },
	) => {
		const context = await openEditor({ parameters: {} }, credentials(credential));
		const uri = `${sandbox().url}/resources/accounts`;
		const body = method === 'GET' ? undefined : { externalId: 'x', name: 'X' };
		const options = { method, uri, body, json: true, simple: false };

		await context.helpers.requestWithAuthentication.call(context, 'vitallyApi', options);
	};

	it.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)(
		"rejects %s of n8n's HTTP Request node, which GET passes",
		async (method) => {
			expect(await rejectionOf(sendWithHttpRequest(method, { readOnly: true }))).toEqual(READ_ONLY);
			expect({ requests: linesOfRequests(sandbox()) }).toEqual({ requests: [] });

			await sendWithHttpRequest('GET', { readOnly: true });
			await sendWithHttpRequest(method, { readOnly: false });

			expect({ written: writesOf(sandbox()).map((request) => request.method) }).toEqual({
				written: [method],
			});
		},
	);
});
