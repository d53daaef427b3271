import { titleOf } from '../contract/endpoints.cts';
import { runWorkflow, type WorkflowFile } from '../engine/engine.cts';
import { credentialsFor, NODE, runNode } from '../engine/node.cts';
import { callTool } from '../engine/toolCall.cts';
import { addAllResources } from '../fixtures/allResources.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';
import { CALLS } from './kinds.cts';

const writes = CALLS.filter(
	({ call, endpoint }) => call.type !== 'vitallyAnalytics' && endpoint.method !== 'GET',
).map((one) => [titleOf(one), one.call] as const);

describe('a read-only credential', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty' });
	beforeEach(() => {
		addAllResources(sandbox());
	});

	const credentials = (readOnly: unknown = true) => {
		const { vitallyApi } = credentialsFor(sandbox());
		return { vitallyApi: { ...vitallyApi, readOnly: readOnly as boolean } };
	};
	const written = () => sandbox().requests.filter(({ method }) => method !== 'GET');

	it.each(writes)('%s: sends nothing that writes, and returns why', async (_title, call) => {
		const { error } = await runNode(call, { credentials: credentials() });
		expect(error?.message).toContain('The credential is read-only');
		expect(written()).toEqual([]);
		// A tool has no input items, which an undo reads.
		if (call.items) return;
		await expect(callTool(call, {}, credentials())).rejects.toThrow('The credential is read-only');
		expect(written()).toEqual([]);
	});

	const [[, create]] = writes;

	it('still shows what a dry run would send', async () => {
		const dry = { ...create, parameters: { ...create.parameters, options: { dryRun: true } } };
		const { error, items } = await runNode(dry, { credentials: credentials() });
		expect(error).toBeUndefined();
		expect(items(NODE)).toHaveLength(1);
		expect(written()).toEqual([]);
	});

	it.each([
		['true', false],
		['yes', false],
		[1, false],
		[0, false],
		[[], false],
		['false', true],
		['', true],
	])('writes nothing when in doubt: %j', async (readOnly, isWritten) => {
		await runNode(create, { credentials: credentials(readOnly) });
		expect(written().length > 0).toBe(isWritten);
	});

	const sendWithHttpRequest = async (method: string, readOnly: boolean) => {
		const { url } = sandbox();
		const file: WorkflowFile = {
			name: 'HTTP Request',
			nodes: [
				{
					id: 'request',
					name: NODE,
					type: 'n8n-nodes-base.httpRequest',
					typeVersion: 4.2,
					position: [0, 0],
					parameters: {
						method,
						url: `${url}/resources/accounts`,
						authentication: 'predefinedCredentialType',
						nodeCredentialType: 'vitallyApi',
						...(method !== 'GET' && {
							sendBody: true,
							specifyBody: 'json',
							jsonBody: '{ "externalId": "x", "name": "X" }',
						}),
					},
					credentials: { vitallyApi: { id: 'sandbox', name: 'Sandbox' } },
				},
			],
			connections: {},
		};
		return await runWorkflow(file, { credentials: credentials(readOnly) });
	};

	it.each(['POST', 'PUT', 'PATCH', 'DELETE'])(
		"rejects %s of n8n's HTTP Request node, which GET passes",
		async (method) => {
			const { error } = await sendWithHttpRequest(method, true);
			expect(`${error?.message} ${error?.description}`).toContain('read-only');
			expect(sandbox().requests).toEqual([]);
			expect((await sendWithHttpRequest('GET', true)).error).toBeUndefined();
			await sendWithHttpRequest(method, false);
			expect(written()).toHaveLength(1);
		},
	);
});
