import { errorOfCredential } from '../engine/credentialTest.cts';
import { loadColumns, loadOptions, searchList } from '../engine/listSearch.cts';
import { credentialsFor, runNode } from '../engine/node.cts';
import { PolledNode } from '../engine/poll.cts';
import { callTool } from '../engine/toolCall.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';

describe('a credential that n8n restricts to domains', () => {
	const sandbox = sandboxOfSuite();
	let allowedDomains: string;

	/** The fields that n8n adds to every credential. */
	const credentialFields = () => ({ allowedHttpRequestDomains: 'domains', allowedDomains });
	const credentials = () => credentialsFor(sandbox(), credentialFields());
	const getAccounts = { resource: 'account', operation: 'getAll' };
	const message = { resource: 'account', operation: 'upsert', accountId: 'a1', name: 'A' };
	const changedAccounts = { triggerOn: 'accountUpdated', watch: 'anyChange' };

	const editor = () => ({ ...sandbox(), credentialFields: credentialFields() });

	/** Everything that sends requests; each returns or throws an error, if there is one. */
	const ENTRY_POINTS: Record<string, () => Promise<unknown>> = {
		'a workflow': async () =>
			(await runNode({ parameters: getAccounts }, { credentials: credentials() })).error,
		'a tool of an AI agent': async () => {
			await callTool({ parameters: getAccounts }, {}, credentials());
		},
		'a workflow of Vitally Analytics': async () => {
			const run = { type: 'vitallyAnalytics', parameters: message };

			return (await runNode(run, { credentials: credentials() })).error;
		},
		'a poll of the trigger': async () =>
			await new PolledNode({
				parameters: changedAccounts,
				credentials: credentials(),
				workflow: `domains ${allowedDomains}`,
			}).activate(),
		'a list to choose from': async () => {
			await searchList(editor(), 'searchAccounts');
		},
		'the fields of a record': async () => {
			await loadOptions(editor(), 'getOutputFields', getAccounts);
		},
		'the fields to watch': async () => {
			await loadOptions(editor(), 'getWatchableFields', changedAccounts, 'vitallyTrigger');
		},
		'the columns of traits': async () => {
			await loadColumns(editor(), { resource: 'account', operation: 'create' });
		},
		'the test of the REST credential': async () =>
			await errorOfCredential('vitallyApi', credentials().vitallyApi),
		'the test of the Analytics credential': async () =>
			await errorOfCredential('vitallyAnalyticsApi', credentials().vitallyAnalyticsApi),
	};

	it.each(Object.entries(ENTRY_POINTS))(
		'serves an allowed domain, and no other one: %s',
		async (_title, send) => {
			allowedDomains = 'hooks.example.com';

			const failure = await send().catch((error: unknown) => error);

			expect({ failure }).not.toEqual({ failure: undefined });
			expect(sandbox().requests).toEqual([]);

			allowedDomains = '127.0.0.1';

			expect(await send()).toBeUndefined();
			expect(sandbox().requests).not.toEqual([]);
		},
	);
});
