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

	/** Whether an entry point fails and sends requests with a credential for a domain. */
	const outcomeWith = async (domain: string, send: () => Promise<unknown>) => {
		allowedDomains = domain;
		const failure = await send().catch((error: unknown) => error);

		return { fails: failure !== undefined, sends: sandbox().requests.length > 0 };
	};

	it.each(Object.entries(ENTRY_POINTS))('serves no other domain: %s', async (_title, send) => {
		expect(await outcomeWith('hooks.example.com', send)).toEqual({ fails: true, sends: false });
	});

	it.each(Object.entries(ENTRY_POINTS))(
		'serves nothing without domains: %s',
		async (_title, send) => {
			expect(await outcomeWith('', send)).toEqual({ fails: true, sends: false });
		},
	);

	it.each(Object.entries(ENTRY_POINTS))('serves an allowed domain: %s', async (_title, send) => {
		expect(await outcomeWith('127.0.0.1', send)).toEqual({ fails: false, sends: true });
	});
});
