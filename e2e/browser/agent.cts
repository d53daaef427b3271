import type { Session } from '../session.cts';
import type { Editor } from './editor.cts';
import { exampleWorkflow } from './example.cts';

/** Checks that the tools of an agent show which fields the model fills; between agent and tools are the reviews. */
export async function agent(editor: Editor, session: Session): Promise<void> {
	const { nodes, ...workflow } = await exampleWorkflow(session, 'agent-with-tools');
	const withoutNote = nodes.filter(({ name }) => name !== 'Read Me');

	await editor.openWorkflow(await session.addWorkflow({ ...workflow, nodes: withoutNote }));
	await editor.part('zoom-to-fit').click();
	await editor.picture('agent', { x: 320, y: 210, width: 900, height: 430 });

	await editor.openNode('create_task');
	await editor.part('ndv').getByText('Defined automatically by the').first().waitFor();
	// In the middle of the fields that the model fills.
	await editor.part('ndv').getByText('Assigned To', { exact: true }).scrollIntoViewIfNeeded();
	await editor.picture('agent-tool', await editor.parametersClip(670));
	await editor.closeNode();
}
