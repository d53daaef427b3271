import assert from 'node:assert/strict';

import type { Sandbox } from '../../sandbox/sandbox.cts';
import { examples } from '../examples.cts';
import type { Session } from '../session.cts';
import type { Editor } from './editor.cts';

const APPLY = 'Apply Changes';

/** The example with an approval: plan, approve in n8n's form, apply; then a node that undoes what was applied. */
export async function approval(editor: Editor, session: Session, sandbox: Sandbox): Promise<void> {
	const { page } = editor;
	const accounts = () =>
		['acct-10000', 'acct-10002'].map((id) => {
			const { name, traits } = sandbox.state.accounts.byExternalId(id) ?? {};
			return [name, traits];
		});
	const before = accounts();
	await editor.openWorkflow(await session.addWorkflow(await endingWithApply(session)));
	const opened = page.context().waitForEvent('page');
	await editor.executeFrom('When clicking Execute workflow');
	const form = await opened;
	const change = form.getByText('Cobalt Robotics GmbH').first();
	// n8n answers nothing while the execution is stored as running; then people load the page again.
	await change.waitFor({ timeout: 10_000 }).catch(async () => await form.reload());
	await change.waitFor();
	assert.deepEqual(accounts(), before);
	await editor.pictureOf(form, 'approval', { width: 700, height: 600 });
	await form.getByText('Apply', { exact: true }).click();
	await form.getByRole('button').click();
	const apply = editor.part('canvas-node').filter({ hasText: APPLY });
	await apply.getByTestId('canvas-node-status-success').waitFor();
	await form.close();
	await editor.openNode(APPLY);
	await editor.showTable();
	await editor.shows('1 created, 2 applied, 0 unchanged, with');
	await editor.picture('apply-changes');
	await editor.closeNode();
	assert.notDeepEqual(accounts(), before);

	await apply.getByTestId('canvas-handle-plus').click();
	await editor.findVitally();
	await editor.addNode('Sync accounts - undo');
	await editor.execute();
	await editor.shows('Dry run: 2 would be restored.');
	assert.notDeepEqual(accounts(), before);
	await editor.turnOffDryRun();
	await editor.execute();
	await editor.showTable();
	await editor.shows('2 restored. 1 was created by the Sync and is still there');
	await editor.picture('undo-sync');
	assert.deepEqual(accounts(), before);
	await editor.closeNode();
}

/** The example without its last node, so that another one can be added. */
async function endingWithApply(session: Session) {
	const credentials = await session.newestCredential();
	const file = examples().find(({ id }) => id === 'approve-then-apply');
	assert.ok(file);
	const { name, connections } = file;
	delete connections[APPLY];
	const nodes = file.nodes
		.filter((node) => node.name !== 'Count Results')
		.map((node) => ({ ...node, ...(node.credentials && { credentials }) }));
	return { name, nodes, connections };
}
