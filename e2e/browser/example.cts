import assert from 'node:assert/strict';

import { examples } from '../examples.cts';
import type { NewWorkflow, Session } from '../session.cts';
import type { Editor } from './editor.cts';

/** Returns an example from our folder, with the newest credential in its Vitally nodes. */
export async function exampleWorkflow(session: Session, id: string): Promise<NewWorkflow> {
	const credentials = await session.newestCredential();
	const file = examples().find((example) => example.id === id);

	assert.ok(file);

	const { name, connections } = file;
	const nodes = file.nodes.map((node) => ({
		...node,
		credentials: node.credentials?.vitallyApi && credentials,
	}));

	return { name, nodes, connections };
}

/** Opens an example workflow, and executes it on the canvas. */
export async function example(editor: Editor, session: Session): Promise<void> {
	const workflow = await exampleWorkflow(session, 'accounts-at-risk');

	await editor.openWorkflow(await session.addWorkflow(workflow));
	await editor.part('execute-workflow-button').click();
	const last = editor.part('canvas-node').filter({ hasText: 'Mark for Review' });

	await last.getByTestId('canvas-node-status-success').waitFor();
	await editor.part('execute-workflow-button').getByText('Execute workflow').waitFor();
	await editor.part('zoom-to-fit').click();
	// The button lies on the last row.
	await editor.part('zoom-out-button').click();
	await editor.picture('workflow', { x: 380, y: 155, width: 560, height: 545 });
}
