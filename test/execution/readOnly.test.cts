import { titleOf, WAYS } from '../contract/endpoints.cts';
import { credentialsFor, NODE, runNode } from '../engine/node.cts';
import { callTool } from '../engine/toolCall.cts';
import { addAllResources } from '../fixtures/allResources.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';

const ways = WAYS.filter(({ call }) => call.type !== 'vitallyAnalytics').map(
	({ call, ...way }) => [titleOf({ call, ...way }), way.endpoint.method, call] as const,
);
const writes = ways.filter(([, method]) => method !== 'GET');
const reads = ways.filter(([, method]) => method === 'GET');

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

	it.each(writes)(
		'%s: sends nothing that writes, and returns why',
		async (_title, _method, call) => {
			const { error } = await runNode(call, { credentials: credentials() });
			expect(error?.message).toContain('The credential is read-only');
			await expect(callTool(call, {}, credentials())).rejects.toThrow(
				'The credential is read-only',
			);
			expect(written()).toEqual([]);
		},
	);

	it.each(reads)('%s: reads', async (_title, _method, call) => {
		const { error } = await runNode(call, { credentials: credentials() });
		expect(error).toBeUndefined();
	});

	const [[, , create]] = writes;

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
		['false', true],
		['', true],
	])('writes nothing when in doubt: %j', async (readOnly, isWritten) => {
		await runNode(create, { credentials: credentials(readOnly) });
		expect(written().length > 0).toBe(isWritten);
	});
});
