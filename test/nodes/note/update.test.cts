import type { Sandbox } from '../../../sandbox/sandbox.cts';
import { describeOperation } from '../../engine/operationCases.cts';
import { byExternalId, byId } from '../../fixtures/locators.cts';
import { addNote, addTaggedNote, NOTES } from '../../fixtures/notes.cts';

const READ = { method: 'GET', path: `${NOTES}/n-1` };
const put = (body: object) => ({ method: 'PUT', path: `${NOTES}/n-1`, body });
const tagsOf = ({ state }: Sandbox) => state.notes.get('n-1')?.tags;

const update = { resource: 'note', operation: 'update', noteId: byId('n-1') };

describeOperation('note: update', [
	{
		name: 'keeps the tags of a plain update',
		given: addTaggedNote,
		parameters: { ...update, updateFields: { subject: 'New' } },
		sends: [READ, put({ subject: 'New', tags: ['call', 'renewal'] })],
		returns: [{ id: 'n-1', subject: 'New', tags: ['call', 'renewal'] }],
	},
	{
		name: 'takes Markdown, or another format that stands beside the text',
		given: addTaggedNote,
		parameters: {
			...update,
			tagsMode: 'replace',
			updateFields: { note: '**New**', noteFormat: '={{ $json.format }}' },
		},
		items: [{ format: 'auto' }, { format: 'text' }],
		sends: [
			put({ note: '<p><strong>New</strong></p>', tags: [] }),
			put({ note: '<p>**New**</p>', tags: [] }),
		],
	},
	{
		name: 'has nothing to update with a format alone',
		given: addTaggedNote,
		parameters: { ...update, updateFields: { noteFormat: 'text' } },
		throws: 'There is nothing to update',
		sends: [],
	},
	{
		name: 'reads only the tags in a dry run that keeps them',
		given: addTaggedNote,
		parameters: { ...update, updateFields: { subject: 'New' }, options: { dryRun: true } },
		sends: [READ],
		returns: [{ method: 'PUT', body: { subject: 'New', tags: ['call', 'renewal'] } }],
	},
	{
		name: 'refuses an unknown Tags Mode before anything is looked up',
		given: addTaggedNote,
		parameters: {
			...update,
			updateFields: { accountId: byExternalId('A2') },
			tagsMode: 'merge',
		},
		throws: /The value "merge" of 'Tags Mode' is unknown/,
		sends: [],
	},
	{
		name: 'adds tags, each once',
		given: addTaggedNote,
		parameters: { ...update, tagsMode: 'add', tags: 'renewal, risk, risk' },
		sends: [READ, put({ tags: ['call', 'renewal', 'risk'] })],
	},
	{
		name: 'removes tags',
		given: addTaggedNote,
		parameters: { ...update, tagsMode: 'remove', tags: ['call', 'nothing'] },
		sends: [READ, put({ tags: ['renewal'] })],
	},
	{
		name: 'replaces tags without a read',
		given: addTaggedNote,
		parameters: { ...update, tagsMode: 'replace', tags: 'risk' },
		sends: [put({ tags: ['risk'] })],
	},
	{
		name: 'removes all tags when they are replaced by none',
		given: addTaggedNote,
		parameters: { ...update, tagsMode: 'replace', tags: '' },
		sends: [put({ tags: [] })],
	},
	{
		name: 'reads once for an external ID, and puts where it read',
		given: (sandbox) => {
			addTaggedNote(sandbox);
			addNote(sandbox, 'n-2', { externalId: 'N2', source: 'zoom', tags: ['call'] });
		},
		parameters: {
			...update,
			noteId: byExternalId('N2'),
			tagsMode: 'add',
			tags: 'risk',
			options: { source: 'zoom' },
		},
		sends: [
			{ method: 'GET', path: `${NOTES}/N2`, query: { source: 'zoom' } },
			{
				method: 'PUT',
				path: `${NOTES}/N2`,
				query: { source: 'zoom' },
				body: { tags: ['call', 'risk'] },
			},
		],
	},
	{
		name: 'loses no tag when two items touch the same note',
		given: addTaggedNote,
		parameters: { ...update, tagsMode: 'add', tags: '={{ $json.tag }}' },
		items: [{ tag: 'a' }, { tag: 'b' }, { tag: 'c' }],
		then: (sandbox) => expect(tagsOf(sandbox)).toEqual(['call', 'renewal', 'a', 'b', 'c']),
	},
	{
		name: 'loses no tag when one item names the note by its ID and another by its external ID',
		given: (sandbox) => {
			addTaggedNote(sandbox);
			// Both have read before the first one writes.
			sandbox.faults.add({ kind: 'delay', ms: 40, on: { method: 'PUT' } });
		},
		parameters: {
			...update,
			noteId: { __rl: true, mode: '={{ $json.mode }}', value: '={{ $json.id }}' },
			tagsMode: 'add',
			tags: '={{ $json.tag }}',
		},
		items: [
			{ mode: 'id', id: 'n-1', tag: 'a' },
			{ mode: 'externalId', id: 'N1', tag: 'b' },
			{ mode: 'list', id: 'n-1', tag: 'c' },
			{ mode: 'externalId', id: 'N1', tag: 'd' },
		],
		then: (sandbox) =>
			expect(tagsOf(sandbox)?.sort()).toEqual(['a', 'b', 'c', 'call', 'd', 'renewal']),
	},
	{
		name: 'refuses to update a note that is shown without its tags',
		given: ({ faults }) =>
			faults.add({ kind: 'status', status: 200, body: { id: 'n-1' }, on: { method: 'GET' } }),
		parameters: { ...update, updateFields: { subject: 'New' } },
		throws: /Vitally shows the note without its tags[^]*'Replace'/,
		sends: [READ],
	},
	{
		name: 'takes null for no tags',
		given: (sandbox) => {
			addTaggedNote(sandbox);
			sandbox.faults.add({
				kind: 'status',
				status: 200,
				body: { id: 'n-1', tags: null },
				on: { method: 'GET' },
			});
		},
		parameters: { ...update, tagsMode: 'add', tags: 'a' },
		sends: [READ, put({ tags: ['a'] })],
	},
	{
		name: 'refuses such HTML before it reads',
		given: addTaggedNote,
		parameters: {
			...update,
			updateFields: { note: '<table></table>' },
			options: { htmlPolicy: 'reject' },
		},
		throws: "Vitally would strip HTML from the value of 'Note Text': <table>",
		sends: [],
	},
	{
		name: 'refuses an update of nothing',
		parameters: { ...update, tagsMode: 'add', tags: '' },
		throws: 'There is nothing to update',
		sends: [],
	},
]);
