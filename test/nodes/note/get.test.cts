import { describeOperation } from '../../engine/operationCases.cts';
import { byExternalId, byId } from '../../fixtures/locators.cts';
import { addNote, addZoomNote, NOTES } from '../../fixtures/notes.cts';

describeOperation('note: get', [
	{
		name: 'returns ten fields',
		given: addZoomNote,
		parameters: { resource: 'note', operation: 'get', noteId: byId('n-1') },
		sends: [{ method: 'GET', path: `${NOTES}/n-1` }],
		returns: [{ id: 'n-1', externalId: 'N1', tags: ['call', 'renewal'], accountId: 'acc-1' }],
	},
	{
		name: 'returns everything, by external ID and source',
		given: addZoomNote,
		parameters: {
			resource: 'note',
			operation: 'get',
			noteId: byExternalId('N1'),
			output: 'raw',
			options: { source: 'Zoom' },
		},
		sends: [{ method: 'GET', path: `${NOTES}/N1`, query: { source: 'Zoom' } }],
		returns: [{ id: 'n-1', account: { name: 'Account 1' }, users: [] }],
	},
	{
		name: 'returns the HTML as Markdown',
		given: (sandbox) => {
			addZoomNote(sandbox);
			addNote(sandbox, 'n-2', { note: '<p>Hi <b>you</b></p><ul><li>a</li><li>b</li></ul>' });
		},
		parameters: {
			resource: 'note',
			operation: 'get',
			noteId: byId('n-2'),
			options: { asMarkdown: true },
		},
		returns: [{ id: 'n-2', note: 'Hi **you**\n\n- a\n- b' }],
	},
	{
		name: 'names the note that is not there, and the source that may be missing',
		parameters: { resource: 'note', operation: 'get', noteId: byExternalId('nobody') },
		throws: /The note "nobody" was not found \[item 0\][^]*'Source'/,
	},
]);
