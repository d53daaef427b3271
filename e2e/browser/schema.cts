import type { Session } from '../session.cts';
import type { Editor } from './editor.cts';

/** A node that never ran already shows the fields it will pass to the next one. */
export async function schema(editor: Editor, session: Session): Promise<void> {
	const [credential] = await session.rest<Array<{ id: string; name: string }>>(
		'GET',
		'/rest/credentials',
	);
	const vitally = (name: string, x: number, parameters: object) => ({
		id: name,
		name,
		type: 'n8n-nodes-vitally.vitally',
		typeVersion: 1,
		position: [x, 0] as [number, number],
		parameters: { ...parameters },
		credentials: { vitallyApi: credential },
	});
	const id = await session.addWorkflow({
		name: 'A note for every account',
		nodes: [
			vitally('List Accounts', 0, { resource: 'account', operation: 'getAll' }),
			vitally('Write a Note', 220, { resource: 'note', operation: 'create' }),
		],
		connections: {
			'List Accounts': { main: [[{ node: 'Write a Note', type: 'main', index: 0 }]] },
		},
	});
	await editor.openWorkflow(id);
	await editor.openNode('Write a Note');
	const input = editor.part('ndv-input-panel');
	await input.getByText('healthScore', { exact: true }).waitFor();
	await editor.picture('output-schema');
	await editor.closeNode();
}
