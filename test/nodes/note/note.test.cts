import type { Sandbox } from '../../../sandbox/sandbox.cts';
import { describeOperation } from '../../engine/operationCases.cts';
import { lessThan } from '../../fixtures/bounds.cts';
import { addPeople } from '../../fixtures/customers.cts';
import { withFault } from '../../fixtures/faults.cts';
import { byExternalId, byId, byName } from '../../fixtures/locators.cts';
import { addNote, addTaggedNote, addZoomNote, NOTES } from '../../fixtures/notes.cts';
import { DELETE, GET, POST, PUT } from '../../fixtures/requests.cts';
import { TAG_CASES } from '../../fixtures/tagCases.cts';

function addNoteWithImage(sandbox: Sandbox): void {
	addPeople(sandbox);
	addNote(sandbox, 'n-2', {
		note: '<p>Seats <img alt="Chart" src="https://x.example/?seats=3"></p>',
	});
}

describeOperation('note: get', [
	{
		name: 'returns the HTML as Markdown',
		given: (sandbox) => {
			addZoomNote(sandbox);
			addNote(sandbox, 'n-2', { note: '<p>Hi <b>you</b></p><ul><li>a</li><li>b</li></ul>' });
		},
		parameters: { noteId: byId('n-2'), options: { asMarkdown: true } },
		returns: [{ id: 'n-2', note: 'Hi **you**\n\n- a\n- b' }],
	},
	{
		name: 'returns the images of the HTML as Markdown in a workflow',
		given: addNoteWithImage,
		parameters: { noteId: byId('n-2'), options: { asMarkdown: true } },
		returns: [{ id: 'n-2', note: 'Seats ![Chart](https://x.example/?seats=3)' }],
	},
	{
		name: 'returns Markdown without images to a model',
		given: addNoteWithImage,
		parameters: { noteId: byId('n-2'), options: { asMarkdown: true } },
		isTool: true,
		returns: [{ id: 'n-2', note: 'Seats Chart' }],
	},
	{
		name: 'returns a note without text as it is',
		given: (sandbox) => {
			addZoomNote(sandbox);
			addNote(sandbox, 'n-2', { note: null as never });
		},
		parameters: { noteId: byId('n-2'), options: { asMarkdown: true } },
		// The document promises a text; an item with onError is not compared with it.
		onError: 'continueRegularOutput',
		returns: [{ id: 'n-2', note: null }],
	},
]);

const create = {
	accountId: byId('acc-1'),
	note: '<p>Agreed</p>',
	noteDate: '2026-03-01T10:00:00+02:00',
};
const created = { accountId: 'acc-1', note: '<p>Agreed</p>', noteDate: '2026-03-01T08:00:00.000Z' };

describeOperation('note: create', [
	{
		name: 'returns no list of removed HTML where there was none',
		given: addPeople,
		parameters: { accountId: byId('acc-1'), note: 'Hello' },
		returns: [
			expect.not.objectContaining({ strippedHtml: expect.anything() as unknown }) as object,
		],
	},
	{
		name: 'has the time of the run as its date, unless another one is set',
		given: addPeople,
		parameters: { accountId: byId('acc-1'), note: 'Hello' },
		then: ({ requests }) => {
			const { noteDate } = requests[0].body as { noteDate: string };

			expect({ msFromNow: Math.abs(Date.parse(noteDate) - Date.now()) }).toEqual({
				msFromNow: lessThan(60_000),
			});
		},
	},
	{
		name: 'belongs to an organization, also when an account was chosen first',
		given: addPeople,
		parameters: { ...create, noteFor: 'organization', organizationId: byId('org-2') },
		sends: [POST(NOTES, { ...created, accountId: undefined, organizationId: 'org-2' })],
	},
	{
		name: 'replaces and reports the HTML that the service strips',
		given: addPeople,
		parameters: { ...create, note: '<h1>Call</h1><p class="x">Agreed</p>' },
		returns: [{ note: '<strong>Call</strong><p>Agreed</p>', strippedHtml: ['<h1>', '<p class>'] }],
	},
	{
		name: 'accepts text in the format that is chosen',
		given: addPeople,
		parameters: { ...create, noteFormat: 'TEXT', note: '={{ $json.note }}' },
		items: [{ note: '*a*\n<b>' }],
		sends: [POST(NOTES, { ...created, note: '<p>*a*<br>&lt;b&gt;</p>' })],
	},
	{
		name: 'rejects such HTML when an option is set',
		given: addPeople,
		parameters: { ...create, note: 'A <h1>call</h1>', options: { htmlPolicy: 'reject' } },
		throws: {
			message: "'Note Text' contains HTML that Vitally does not support: ‹h1>",
			description:
				"Use only the tags a, img, p, div, br, ul, ol, nl, li, b, u, i, strong, em and code. Links may have href, name and target, images src, alt, width and height. Or choose 'Send and Report' in 'Unsupported HTML' under 'Options'.",
		},
		sends: [],
	},
	...[
		{ place: 'in a fixed field', note: '<p>{{account.traits.plan}} <b>now</b></p>' },
		{
			place: 'in the expression of docs/traits.md',
			note: '=<p>{{ "{{account.traits.plan\\}}" }} <b>{{ $json.when }}</b></p>',
		},
	].map(({ place, note }) => ({
		name: `keeps trait variables ${place}`,
		given: addPeople,
		parameters: { ...create, note, options: { dryRun: true } },
		items: [{ when: 'now' }],
		returns: [{ body: { ...created, note: '<p>{{account.traits.plan}} <b>now</b></p>' } }],
	})),
]);

const put = (body: object) => PUT(`${NOTES}/n-1`, body);
const update = { noteId: byId('n-1') };

describeOperation('note: update', [
	{
		name: 'accepts Markdown where the format is not chosen',
		given: addTaggedNote,
		parameters: {
			...update,
			tagsMode: 'replace',
			updateFields: { note: '**New**', noteFormat: 'auto' },
		},
		sends: [put({ note: '<p><strong>New</strong></p>', tags: [] })],
	},
	{
		name: 'accepts text in the format that an expression chooses',
		given: addTaggedNote,
		parameters: {
			...update,
			tagsMode: 'replace',
			updateFields: { note: '**New**', noteFormat: '={{ $json.format }}' },
		},
		items: [{ format: 'text' }],
		sends: [put({ note: '<p>**New**</p>', tags: [] })],
	},
	...[
		{ field: 'accountId', blank: byId('') },
		{ field: 'organizationId', blank: byId('') },
		{ field: 'note', blank: '' },
		{ field: 'noteDate', blank: '' },
	].map(({ field, blank }) => ({
		name: `sends no ${field} where it is blank, because nothing clears it`,
		given: addTaggedNote,
		parameters: {
			...update,
			updateFields: { [field]: blank, subject: 'New' },
			options: { emptyValues: 'clear' },
		},
		then: ({ requests }: Sandbox) =>
			expect(requests.at(-1)?.body).toEqual({ subject: 'New', tags: ['call', 'renewal'] }),
	})),
	{
		name: 'removes no tag where an expression returns nothing',
		given: addTaggedNote,
		parameters: { ...update, tagsMode: 'replace', tags: '={{ $json.tags }}' },
		throws: {
			message: "'Tag Names' has no value, so nothing was changed",
			description:
				"Check the expression. To remove all tags, leave 'Tag Names' empty, or let the expression return an empty list.",
		},
		sends: [],
	},
	{
		name: 'removes all tags without a read, also with nothing else to update',
		given: addTaggedNote,
		parameters: { ...update, tagsMode: 'replace', tags: '' },
		sends: [put({ tags: [] })],
	},
	{
		name: 'reads once for an External ID, and puts where it read',
		given: addZoomNote,
		parameters: {
			noteId: byExternalId('N1'),
			tagsMode: 'add',
			tags: 'risk',
			options: { source: 'zoom' },
		},
		sends: [
			GET(`${NOTES}/N1`, { source: 'zoom' }),
			PUT(`${NOTES}/n-1`, { tags: ['call', 'renewal', 'risk'] }, { source: 'zoom' }),
		],
	},
	{
		name: 'replaces all tags of the note that an External ID names, by its Vitally ID',
		given: addZoomNote,
		parameters: {
			noteId: byExternalId('N1'),
			tagsMode: 'replace',
			tags: 'risk',
			options: { source: 'zoom' },
		},
		sends: [
			GET(`${NOTES}/N1`, { source: 'zoom' }),
			PUT(`${NOTES}/n-1`, { tags: ['risk'] }, { source: 'zoom' }),
		],
	},
	{
		name: 'adds a tag to a note whose tags are shown as null',
		given: (sandbox) => {
			addTaggedNote(sandbox);
			sandbox.faults.add({
				kind: 'shown',
				as: (record) => ({ ...record, tags: null }),
				on: { method: 'GET' },
			});
		},
		parameters: { ...update, tagsMode: 'add', tags: 'risk' },
		then: ({ requests }) => expect(requests.at(-1)?.body).toEqual({ tags: ['risk'] }),
	},
	{
		name: 'does not update a note that is shown without its tags',
		given: ({ faults }) =>
			faults.add({ kind: 'status', status: 200, body: { id: 'n-1' }, on: { method: 'GET' } }),
		parameters: { ...update, updateFields: { subject: 'New' } },
		throws: {
			message: 'Vitally returned the note without its tags, so the other tags would be lost',
			description: "Set 'Tags' to 'Replace All', and enter all tags that the note should have.",
		},
		sends: [GET(`${NOTES}/n-1`)],
	},
]);

describeOperation(
	'note: update',
	TAG_CASES.map(({ name, before, mode, entered, after }) => ({
		name,
		given: (sandbox) => {
			addPeople(sandbox);
			addNote(sandbox, 'n-1', { tags: before });
		},
		parameters: {
			...update,
			tagsMode: mode,
			tags: entered,
			updateFields: { subject: 'New' },
		},
		then: ({ state }) => expect({ tags: state.notes.get('n-1')?.tags }).toEqual({ tags: after }),
	})),
);

describeOperation('note: delete', [
	{
		name: 'finds the service id for an external one, which the path does not accept',
		given: addZoomNote,
		parameters: { noteId: byExternalId('N1'), options: { source: 'zoom' } },
		sends: [GET(`${NOTES}/N1`, { source: 'zoom' }), DELETE(`${NOTES}/n-1`)],
		returns: [{ deleted: true, id: 'n-1', externalId: 'N1' }],
	},
	{
		name: 'succeeds when its response was lost, because the note was read before',
		given: withFault(addZoomNote, { kind: 'resetAfter', on: { method: 'DELETE' }, times: 1 }),
		parameters: { noteId: byExternalId('N1'), options: { source: 'zoom' } },
		returns: [{ deleted: true, id: 'n-1', externalId: 'N1' }],
	},
]);

const upsert = {
	externalId: 'N1',
	accountId: byId('acc-1'),
	note: '<p>New</p>',
	noteDate: '2026-03-01',
};

describeOperation('note: upsert', [
	{
		name: 'accepts Markdown',
		given: addTaggedNote,
		parameters: { ...upsert, note: '- a\n- b' },
		returns: [{ note: '<ul><li>a</li><li>b</li></ul>', created: false }],
	},
	{
		name: 'creates no second note beside one that is not from the source that is named',
		given: addTaggedNote,
		parameters: { ...upsert, options: { source: 'zoom' } },
		throws: {
			message: 'The note with the External ID "N1" is not from the integration "zoom"',
			description:
				"Check 'Source' under 'Options'. To change the note, which has the ID \"n-1\", remove 'Source'.",
		},
		sends: [GET(`${NOTES}/N1`, { source: 'zoom' }), GET(`${NOTES}/N1`)],
	},
	{
		name: 'sets the tags that the item names',
		given: addTaggedNote,
		parameters: { ...upsert, tags: 'risk' },
		returns: [{ tags: ['risk'], created: false }],
	},
	{
		name: 'removes all tags for an empty list',
		given: addTaggedNote,
		parameters: { ...upsert, tags: '={{ [] }}' },
		returns: [{ tags: [], created: false }],
	},
	...[
		{ what: 'left empty', entered: '' },
		{ what: 'an expression that returns nothing', entered: '={{ $json.none }}' },
	].map(({ what, entered }) => ({
		name: `keeps the tags where the field is ${what}`,
		given: addTaggedNote,
		parameters: { ...upsert, tags: entered },
		returns: [{ tags: ['call', 'renewal'], created: false }],
	})),
]);

describeOperation(
	'note: getAll',
	[
		{
			what: 'those with a tag in whatever letters, with blanks around it',
			filters: { tag: ' Renewal ' },
			ids: ['risk and renewal', 'RENEWAL, of the category'],
		},
		{ what: 'none for a part of a tag', filters: { tag: 'renew' }, ids: [] },
		{
			what: 'those of a category',
			filters: { category: byId('call') },
			ids: ['RENEWAL, of the category'],
		},
		{
			what: 'none for a category and a tag that no note has both',
			filters: { category: byName('call'), tag: 'risk' },
			ids: [],
		},
	].map(({ what, filters, ids }) => ({
		name: `returns ${what}`,
		given: (sandbox) => {
			addPeople(sandbox);
			addNote(sandbox, 'renewal talk', { tags: ['renewal talk', 'risk'] });
			addNote(sandbox, 'risk and renewal', { tags: ['risk', 'renewal'] });
			addNote(sandbox, 'RENEWAL, of the category', { tags: ['RENEWAL'], categoryId: 'call' });
		},
		parameters: { filters },
		returns: ids.map((id) => ({ id })),
	})),
);
