import { describeOperation } from '../../engine/operationCases.cts';
import { addPeople } from '../../fixtures/customers.cts';
import { byId } from '../../fixtures/locators.cts';
import { addNote, addTaggedNote, NOTES } from '../../fixtures/notes.cts';

const put = (body: object) => ({ method: 'PUT', path: `${NOTES}/n-1`, body });

const upsert = {
	externalId: 'N1',
	accountId: byId('acc-1'),
	note: '<p>New</p>',
	noteDate: '2026-03-01',
};
const fields = { accountId: 'acc-1', note: '<p>New</p>', noteDate: '2026-03-01T00:00:00.000Z' };

describeOperation('note: upsert', [
	{
		name: 'updates the note that is there and keeps its tags',
		given: addTaggedNote,
		parameters: upsert,
		sends: [{ method: 'GET', path: `${NOTES}/N1` }, put({ ...fields, tags: ['call', 'renewal'] })],
		returns: [{ id: 'n-1', note: '<p>New</p>', tags: ['call', 'renewal'], created: false }],
	},
	{
		name: 'accepts Markdown',
		given: addTaggedNote,
		parameters: { ...upsert, note: '- a\n- b' },
		returns: [{ id: 'n-1', note: '<ul><li>a</li><li>b</li></ul>', created: false }],
	},
	{
		name: 'sets the tags that the item names',
		given: addTaggedNote,
		parameters: { ...upsert, additionalFields: { tags: 'risk' } },
		returns: [{ tags: ['risk'], created: false }],
	},
	{
		name: 'creates one that is not there',
		given: addTaggedNote,
		parameters: { ...upsert, externalId: 'N2', additionalFields: { tags: 'risk' } },
		sends: [
			{ method: 'GET', path: `${NOTES}/N2` },
			{ method: 'POST', path: NOTES, body: { externalId: 'N2', ...fields, tags: ['risk'] } },
		],
		returns: [{ externalId: 'N2', created: true }],
	},
	{
		name: 'looks among the notes of the integration',
		given: (sandbox) => {
			addTaggedNote(sandbox);
			addNote(sandbox, 'n-2', { externalId: 'N2', source: 'zoom' });
		},
		parameters: { ...upsert, externalId: 'N3', options: { source: 'zoom' } },
		then: ({ requests }) =>
			expect(requests.filter(({ method }) => method === 'GET')).toMatchObject([
				{ path: `${NOTES}/N3`, query: { source: 'zoom' } },
			]),
		returns: [{ created: true }],
	},
	{
		name: 'creates one note from two items, and the second keeps the tags of the first',
		given: addPeople,
		parameters: { ...upsert, additionalFields: { tags: '={{ $json.tags }}' } },
		items: [{ tags: 'a' }, {}],
		returns: [{ created: true }, { created: false, tags: ['a'] }],
		then: ({ state }) => expect(state.notes.size).toBe(1),
	},
]);
