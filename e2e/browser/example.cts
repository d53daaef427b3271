import assert from 'node:assert/strict';

import { examples } from '../examples.cts';
import type { Session } from '../session.cts';
import type { Editor } from './editor.cts';

/** Opens an example workflow from our folder, and executes it on the canvas. */
export async function example(editor: Editor, session: Session): Promise<void> {
	const credentials = await session.newestCredential();
	const file = examples().find(({ id }) => id === 'accounts-at-risk');

	assert.ok(file);

	const { name, connections } = file;
	const nodes = file.nodes.map((node) => ({
		...node,
		credentials: node.credentials && credentials,
	}));

	await editor.openWorkflow(await session.addWorkflow({ name, nodes, connections }));
	await editor.part('execute-workflow-button').click();
	const last = editor.part('canvas-node').filter({ hasText: 'Mark for Review' });

	await last.getByTestId('canvas-node-status-success').waitFor();
	await editor.part('execute-workflow-button').getByText('Execute workflow').waitFor();
	await editor.part('zoom-to-fit').click();
	await editor.picture('workflow');
}
