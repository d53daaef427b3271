import type { Sandbox } from '../../../sandbox/sandbox.cts';
import { describeOperation } from '../../engine/operationCases.cts';
import { byExternalId, byId } from '../../fixtures/locators.cts';
import { addZoomNote, NOTES } from '../../fixtures/notes.cts';

describeOperation('note: delete', [
	{
		name: 'archives by the service id',
		given: addZoomNote,
		parameters: { resource: 'note', operation: 'delete', noteId: byId('n-1') },
		sends: [{ method: 'DELETE', path: `${NOTES}/n-1` }],
		returns: [{ deleted: true, id: 'n-1' }],
		then: ({ state }) => expect(state.notes.get('n-1')?.archivedAt).toBeTruthy(),
	},
	{
		name: 'finds the service id for an external one, which the path does not take',
		given: addZoomNote,
		parameters: {
			resource: 'note',
			operation: 'delete',
			noteId: byExternalId('N1'),
			options: { source: 'zoom' },
		},
		sends: [
			{ method: 'GET', path: `${NOTES}/N1`, query: { source: 'zoom' } },
			{ method: 'DELETE', path: `${NOTES}/n-1` },
		],
		returns: [{ deleted: true, id: 'n-1', externalId: 'N1' }],
	},
	{
		name: 'is done when its answer got lost, as far as the note was seen before',
		given: (sandbox) => {
			addZoomNote(sandbox);
			sandbox.faults.add({ kind: 'resetAfter', on: { method: 'DELETE' }, times: 1 });
		},
		parameters: {
			resource: 'note',
			operation: 'delete',
			noteId: byExternalId('N1'),
			options: { source: 'zoom' },
		},
		returns: [{ deleted: true, id: 'n-1', externalId: 'N1' }],
	},
	...(['resetBefore', 'resetAfter'] as const).map((kind) => ({
		name: `does not claim a note deleted that may never have been (${kind})`,
		given: ({ faults }: Sandbox) => faults.add({ kind, on: { method: 'DELETE' }, times: 1 }),
		parameters: { resource: 'note', operation: 'delete', noteId: byId('a-typo') },
		throws: /The note "a-typo" was not found[\s\S]*response was lost, may have deleted it/,
	})),
	{
		name: 'does not claim a note deleted that a broken service never found',
		given: ({ faults }: Sandbox) =>
			faults.add({ kind: 'status', status: 503, on: { method: 'DELETE' }, times: 1 }),
		parameters: { resource: 'note', operation: 'delete', noteId: byId('a-typo') },
		throws: /The note "a-typo" was not found/,
	},
]);
