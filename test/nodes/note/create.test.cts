import { describeOperation } from '../../engine/operationCases.cts';
import { traitRow } from '../../fixtures/accounts.cts';
import { addPeople } from '../../fixtures/customers.cts';
import { byEmail, byExternalId, byId } from '../../fixtures/locators.cts';
import { NOTES } from '../../fixtures/notes.cts';

const create = {
	resource: 'note',
	operation: 'create',
	accountId: byId('acc-1'),
	note: '<p>Agreed</p>',
	noteDate: '2026-03-01T10:00:00+02:00',
};
const created = {
	accountId: 'acc-1',
	note: '<p>Agreed</p>',
	noteDate: '2026-03-01T08:00:00.000Z',
};

describeOperation('note: create', [
	{
		name: 'sends only the fields that are set, the date in UTC',
		given: addPeople,
		parameters: create,
		sends: [{ method: 'POST', path: NOTES, body: created }],
		returns: [{ accountId: 'acc-1', note: '<p>Agreed</p>', tags: [] }],
		then: ({ requests }) => expect(requests).toHaveLength(1),
	},
	{
		name: 'has the time of the run as its date, unless another one is set',
		given: addPeople,
		parameters: { resource: 'note', operation: 'create', accountId: byId('acc-1'), note: 'Hello' },
		then: ({ requests }) => {
			const { noteDate } = requests[0].body as { noteDate: string };
			expect(Math.abs(Date.parse(noteDate) - Date.now())).toBeLessThan(60_000);
		},
	},
	{
		name: 'looks the email address of an author up once',
		given: addPeople,
		parameters: {
			...create,
			additionalFields: { authorId: byEmail('={{ $json.author }}') },
		},
		items: [{ author: 'lead@team.example' }, { author: ' LEAD@team.example ' }],
		sends: [
			{
				method: 'GET',
				path: '/resources/admins/search',
				query: { email: 'lead@team.example' },
			},
			{ method: 'POST', path: NOTES, body: { ...created, authorId: 'admin-1' } },
			{ method: 'POST', path: NOTES, body: { ...created, authorId: 'admin-1' } },
		],
	},
	{
		name: 'takes traits from rows and JSON together, each key once',
		given: addPeople,
		parameters: {
			...create,
			additionalFields: {
				traits: { trait: [traitRow('mood', 'string', 'good')] },
				traitsJson: '{ "mood": "bad" }',
			},
		},
		throws: "The trait 'mood' is given more than once",
		sends: [],
	},
	{
		name: 'is for an organization, also when an account was chosen first',
		given: addPeople,
		parameters: {
			...create,
			noteFor: 'organization',
			organizationId: byId('org-2'),
			additionalFields: { tags: ['a, b', 'c'] },
		},
		sends: [
			{
				method: 'POST',
				path: NOTES,
				body: {
					organizationId: 'org-2',
					note: created.note,
					noteDate: created.noteDate,
					tags: ['a, b', 'c'],
				},
			},
		],
	},
	{
		name: 'looks each external ID of an account up once',
		given: addPeople,
		parameters: { ...create, accountId: byExternalId('={{ $json.account }}') },
		items: [{ account: 'A1' }, { account: 'A2' }, { account: 'A1' }],
		returns: [{ accountId: 'acc-1' }, { accountId: 'acc-2' }, { accountId: 'acc-1' }],
		then: ({ requests }) =>
			expect(requests.filter(({ method }) => method === 'GET')).toHaveLength(2),
	},
	{
		name: 'reports the HTML that the service strips',
		given: addPeople,
		parameters: { ...create, note: '<h1>Call</h1><p class="x">Agreed</p>' },
		returns: [{ note: 'Call<p>Agreed</p>', strippedHtml: ['<h1>', '<p class>'] }],
	},
	...[
		['auto', '**Call** <name>', '<p><strong>Call</strong> &lt;name&gt;</p>'],
		['auto', '<p>**Call**</p>', '<p>**Call**</p>'],
		[
			'markdown',
			'# Call\n- a\n\n{{account.traits.a_b}}',
			'<p><strong>Call</strong></p><ul><li>a</li></ul><p>{{account.traits.a_b}}</p>',
		],
		['HTML', '**Call**', '**Call**'],
		['text', '*a*\n<b>', '<p>*a*<br>&lt;b&gt;</p>'],
	].map(([noteFormat, note, html]) => ({
		name: `takes the format ${noteFormat}: ${note}`,
		given: addPeople,
		parameters: { ...create, noteFormat, note: '={{ $json.note }}' },
		items: [{ note }],
		sends: [{ method: 'POST', path: NOTES, body: { ...created, note: html } }],
	})),
	{
		name: 'reports what it takes out of Markdown, and the service strips nothing more',
		given: addPeople,
		parameters: { ...create, note: 'A <h1>call</h1> <img src="x" onerror="y()">' },
		sends: [
			{
				method: 'POST',
				path: NOTES,
				body: { ...created, note: '<p>A call <img src="x"></p>' },
			},
		],
		returns: [{ note: '<p>A call <img src="x" /></p>', strippedHtml: ['<h1>', '<img onerror>'] }],
	},
	{
		name: 'refuses such Markdown when it is told to',
		given: addPeople,
		parameters: { ...create, note: 'A <h1>call</h1>', options: { htmlPolicy: 'reject' } },
		throws: /Vitally would strip HTML from the value of 'Note Text': <h1> \[item 0\]/,
		sends: [],
	},
	{
		name: 'refuses such HTML when it is told to',
		given: addPeople,
		parameters: {
			...create,
			note: '<h1>Call</h1><p class="x">Agreed</p>',
			options: { htmlPolicy: 'reject' },
		},
		throws: /Vitally would strip HTML from the value of 'Note Text': <h1>, <p class> \[item 0\]/,
		sends: [],
	},
	{
		name: 'hands trait variables on as they stand in a fixed field',
		given: addPeople,
		parameters: {
			...create,
			note: '<p>{{account.traits.vitally.custom.plan}} <b>now</b></p>',
			options: { dryRun: true },
		},
		returns: [
			{ body: { ...created, note: '<p>{{account.traits.vitally.custom.plan}} <b>now</b></p>' } },
		],
	},
	{
		name: 'hands trait variables on when an expression writes them as docs/traits.md says',
		given: addPeople,
		parameters: {
			...create,
			note: '=<p>{{ "{{account.traits.plan\\}}" }} since {{ $json.year }}</p>',
			options: { dryRun: true },
		},
		items: [{ year: 2020 }],
		returns: [{ body: { ...created, note: '<p>{{account.traits.plan}} since 2020</p>' } }],
	},
]);
