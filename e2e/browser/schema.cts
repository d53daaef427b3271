import { sequence, type Session } from '../session.cts';
import type { Editor } from './editor.cts';

/** Checks that a node that never ran already shows the fields that it will pass to the next node. */
export async function schema(editor: Editor, session: Session): Promise<void> {
	const type = 'n8n-nodes-vitally.vitally';
	const credentials = await session.newestCredential();
	const workflow = sequence('A note for every account', [
		{
			name: 'List Accounts',
			type,
			parameters: { resource: 'account', operation: 'getAll' },
			credentials,
		},
		{
			name: 'Write a Note',
			type,
			parameters: { resource: 'note', operation: 'create' },
			credentials,
		},
	]);

	await editor.openWorkflow(await session.addWorkflow(workflow));
	await editor.openNode('Write a Note');
	const input = editor.part('ndv-input-panel');

	await input.getByText('healthScore', { exact: true }).waitFor();
	await editor.picture('output-schema', await editor.withoutOutput());
	await editor.closeNode();
}
