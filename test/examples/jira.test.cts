import type { IDataObject } from 'n8n-workflow';

import { createAccount } from '../../sandbox/state/accounts.cts';
import { runWorkflow } from '../engine/engine.cts';
import { credentialsFor } from '../engine/node.cts';
import { addCustomObject } from '../fixtures/customObjects.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';
import { readExample, runExample } from './example.cts';
import { startedWith } from './replaced.cts';

describe('jira-issues-to-custom-objects.json', () => {
	const sandbox = sandboxOfSuite();
	beforeEach(() => addCustomObject(sandbox(), 'obj-jira', 'Jira Issues'));
	afterEach(() => expect(sandbox().contractRefusals()).toEqual([]));

	/** As Jira sends it, with the fields that matter here. */
	const issue = (id: string, fields: IDataObject) => ({
		webhookEvent: 'jira:issue_updated',
		issue: {
			id,
			key: `SUP-${id}`,
			fields: {
				summary: 'Export stops',
				status: { name: 'Open' },
				issuetype: { name: 'Bug' },
				priority: { name: 'High' },
				customfield_10050: 'acct-1 ',
				...fields,
			},
		},
	});
	const started = (...events: IDataObject[]) =>
		startedWith(readExample('jira-issues-to-custom-objects.json'), 'Jira Trigger', events);
	const instance = (id: string) => sandbox().state.instances.byExternalId(`jira-${id}`);

	it('creates one instance for each issue with a customer, and follows its changes', async () => {
		const { state } = sandbox();
		const account = createAccount(state, { externalId: 'acct-1', name: 'Harbor' }, 'refuse');
		const before = state.instances.size;
		const nameless = issue('12', { customfield_10050: null });
		await runExample(sandbox(), started(issue('11', {}), nameless));
		expect(instance('11')).toMatchObject({
			name: 'SUP-11: Export stops',
			customObjectId: 'obj-jira',
			customerId: account.id,
			traits: {
				'vitally.custom.key': 'SUP-11',
				'vitally.custom.status': 'Open',
				'vitally.custom.type': 'Bug',
				'vitally.custom.priority': 'High',
			},
		});

		const done = { status: { name: 'Done' }, priority: null };
		const outcome = await runExample(sandbox(), started(issue('11', done), issue('11', done)));
		const created = outcome.items('Create or Update Issue').map(({ json }) => json.created);
		expect(created).toEqual([false, false]);
		expect(instance('11')?.traits).toMatchObject({
			'vitally.custom.status': 'Done',
			'vitally.custom.priority': 'High',
		});
		expect(state.instances.size).toBe(before + 1);
	});

	it('names an account that Vitally does not know', async () => {
		const event = issue('11', { customfield_10050: 'acct-9' });
		const credentials = credentialsFor(sandbox());
		const { error } = await runWorkflow(started(event), { credentials });
		expect(error?.message).toContain('acct-9');
		expect(instance('11')).toBeUndefined();
	});
});
