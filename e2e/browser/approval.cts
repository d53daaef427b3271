import assert from 'node:assert/strict';

import type { INode, INodeParameters } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox/sandbox.cts';
import type { NewWorkflow, Session } from '../session.cts';
import type { Editor } from './editor.cts';
import { exampleWorkflow } from './example.cts';

const APPLY = 'Apply Changes';

/** Checks the example with an approval: plan, approve in n8n's form, apply; then a node that undoes what was applied. */
export async function approval(editor: Editor, session: Session, sandbox: Sandbox): Promise<void> {
	const { page } = editor;
	const accounts = () =>
		['acct-10000', 'acct-10002'].map((id) => {
			const { name, traits } = sandbox.state.accounts.byExternalId(id) ?? {};

			return [name, traits];
		});
	const before = accounts();

	await editor.openWorkflow(await session.addWorkflow(await exampleThatEndsWithApply(session)));

	const openForm = async () => {
		const opened = page.context().waitForEvent('page');

		await editor.executeFrom('When clicking Execute workflow');

		return await opened;
	};

	// n8n sometimes opens no form, though the workflow waits for it; then people stop it and execute it again.
	const form = await openForm().catch(async () => {
		await editor.part('stop-execution-button').click();
		await editor.part('stop-execution-button').waitFor({ state: 'hidden' });

		return await openForm();
	});
	const change = form.getByText('Cobalt Robotics GmbH').first();

	// n8n answers nothing while the execution is stored as running; then people load the page again.
	await change.waitFor({ timeout: 10_000 }).catch(async () => await form.reload());
	await change.waitFor();
	await form.getByText('Left out. renewal: similar to Next Renewal Date').waitFor();
	assert.deepEqual(accounts(), before);

	await form.getByText('Apply', { exact: true }).click();
	await form.getByRole('button').click();
	const apply = editor.part('canvas-node').filter({ hasText: APPLY });

	await apply.getByTestId('canvas-node-status-success').waitFor();
	await form.close();
	await editor.openNode(APPLY);
	await editor.showTable();
	await editor.shows('1 created, 2 applied, 0 unchanged, with');
	await editor.picture('apply-changes', await editor.withoutInputUntil('row'));
	await editor.closeNode();
	assert.notDeepEqual(accounts(), before);

	await apply.getByTestId('canvas-handle-plus').click();
	await editor.findVitally();
	await editor.addNode('Undo a sync of accounts');
	await editor.execute();
	await editor.shows('Dry run: 2 would be restored.');
	assert.notDeepEqual(accounts(), before);

	await editor.turnOffDryRun();
	await editor.execute();
	await editor.showTable();
	await editor.shows('2 restored. 1 was created by the Sync and is still there');
	await editor.picture('undo-sync', await editor.withoutInputUntil('row'));
	assert.deepEqual(accounts(), before);

	await editor.closeNode();
}

/** Maps the rows of the example by the names of their columns, of which one is no trait, and not by hand. */
function mapParameters({ name, parameters }: INode, byNames: INodeParameters): INodeParameters {
	if (name === 'Preview Changes') return { ...parameters, ...byNames };
	if (name !== 'Enter Customers') return parameters;

	const jsonOutput = String(parameters.jsonOutput)
		.replaceAll('"company"', '"name"')
		.replaceAll('"seats"', '"renewal": "2027-03-01", "seats"');

	return { ...parameters, jsonOutput };
}

/** Returns the example without its last node, so that another node can be added. */
async function exampleThatEndsWithApply(session: Session): Promise<NewWorkflow> {
	const { nodes, connections, name } = await exampleWorkflow(session, 'approve-then-apply');
	const csvExample = await exampleWorkflow(session, 'csv-to-accounts');
	const preview = csvExample.nodes.find((node) => node.name === 'Preview Changes');

	assert.ok(preview);

	const { traitsMode, traitsMapper } = preview.parameters;

	delete connections[APPLY];
	const withApplyAtTheEnd = nodes
		.filter((node) => node.name !== 'Count Results')
		.map((node) => ({ ...node, parameters: mapParameters(node, { traitsMode, traitsMapper }) }));

	return { name, nodes: withApplyAtTheEnd, connections };
}
