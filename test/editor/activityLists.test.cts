import { startSandbox, type Sandbox } from '../../sandbox/sandbox.cts';
import { scrollList } from '../engine/listSearch.cts';
import { addConversation } from '../fixtures/conversations.cts';
import { addNote } from '../fixtures/notes.cts';
import { row } from '../fixtures/records.cts';

describe('pick-lists of conversations, notes and note categories', () => {
	let sandbox: Sandbox;
	beforeAll(async () => {
		sandbox = await startSandbox({ seed: 'empty' });
		for (let index = 0; index < 230; index += 1) {
			const { id, ...times } = row(`r-${index}`, 1 + (index % 20));
			addConversation(sandbox, id, { ...times, externalId: `T${index}` });
			addNote(sandbox, id, { ...times, subject: index === 229 ? '' : `Call ${index}` });
			sandbox.state.noteCategories.insert({ id, ...times, name: `Category ${index}` });
		}
	});
	afterAll(async () => await sandbox.close());

	const scroll = async (method: string, filter?: string) =>
		await scrollList(sandbox, method, filter);

	it.each(['searchConversations', 'searchNotes', 'searchNoteCategories'])(
		'%s shows every record once',
		async (method) => {
			const shown = (await scroll(method)).map(({ value }) => String(value));
			expect(shown.sort()).toEqual([...sandbox.state.notes.all()].map(({ id }) => id).sort());
		},
	);

	it.each([
		['searchConversations', 'OF R-100', { name: 'Subject of r-100 (T100)', value: 'r-100' }],
		['searchConversations', 'T101', { name: 'Subject of r-101 (T101)', value: 'r-101' }],
		['searchNotes', 'call 102', { name: 'Call 102 (2026-01-01)', value: 'r-102' }],
		['searchNotes', 'r-229', { name: 'r-229 (2026-01-01)', value: 'r-229' }],
		['searchNoteCategories', 'category 103', { name: 'Category 103', value: 'r-103' }],
	])('%s finds %s', async (method, text, wanted) => {
		expect(await scroll(method, text)).toEqual([wanted]);
	});
});
