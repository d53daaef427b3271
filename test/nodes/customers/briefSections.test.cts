import type { IDataObject } from 'n8n-workflow';

import { briefFields } from '../../../nodes/Vitally/resources/customers/briefFields';
import {
	SECTIONS_OF_ACCOUNT,
	SECTIONS_OF_ORGANIZATION,
	sectionFields,
} from '../../../nodes/Vitally/resources/customers/briefSections';
import { buildBrief } from '../../../nodes/Vitally/resources/customers/buildBrief';

const SECTIONS = [...SECTIONS_OF_ACCOUNT, ...SECTIONS_OF_ORGANIZATION];

/** What a brief shows of a section whose list is these records. */
function shownOf(
	name: string,
	records: IDataObject[],
	{ isWhole = true, customer = {} }: { isWhole?: boolean; customer?: IDataObject } = {},
): IDataObject {
	const section = SECTIONS.find((candidate) => candidate.name === name);
	if (!section) throw new Error(`A brief has no section ${name}`);

	return sectionFields(section, { records, isWhole }, customer);
}

/** The values of a field in the records that are shown. */
const valuesOf = (shown: IDataObject, section: string, field: string) =>
	(shown[section] as IDataObject[]).map((record) => record[field]);

describe('the open tasks of a brief', () => {
	it('come by due date, those without one last', () => {
		const dueDates = [null, '2026-03-02', '2026-03-01', ''];

		const shown = shownOf(
			'openTasks',
			dueDates.map((dueDate) => ({ dueDate, completedAt: null })),
		);

		expect(valuesOf(shown, 'openTasks', 'dueDate')).toEqual(['2026-03-01', '2026-03-02', null, '']);
	});

	it.each([
		{ what: 'null', fields: { completedAt: null } },
		{ what: 'empty', fields: { completedAt: '' } },
		{ what: 'not shown by Vitally', fields: {} },
	])('include one whose completion is $what', ({ fields }) => {
		const shown = shownOf('openTasks', [{ name: 'Open', ...fields }]);

		expect(valuesOf(shown, 'openTasks', 'name')).toEqual(['Open']);
	});

	it('have none that is completed', () => {
		const completed = { name: 'Done', completedAt: '2026-03-01T10:00:00.000Z' };

		const shown = shownOf('openTasks', [completed, { name: 'Open', completedAt: null }]);

		expect(valuesOf(shown, 'openTasks', 'name')).toEqual(['Open']);
	});

	const task = {
		name: 'Call',
		dueDate: '2026-03-01T00:00:00.000Z',
		assignedTo: { name: 'Lead', email: 'lead@team.example' },
		id: 't-1',
	};

	it.each([
		{ field: 'name', shown: 'Call' },
		{ field: 'dueDate', shown: '2026-03-01' },
		{ field: 'assignedTo', shown: 'Lead' },
		{ field: 'id', shown: 't-1' },
	])('show their $field as $shown', ({ field, shown }) => {
		expect(valuesOf(shownOf('openTasks', [task]), 'openTasks', field)).toEqual([shown]);
	});

	it('show no other fields', () => {
		const [shown] = shownOf('openTasks', [{ ...task, tags: ['a'] }]).openTasks as IDataObject[];

		expect(Object.keys(shown)).toEqual(['name', 'dueDate', 'assignedTo', 'id']);
	});

	it.each([
		{ when: 'five are open', open: 5, isWhole: true, moreOpenTasks: false },
		{ when: 'six are open', open: 6, isWhole: true, moreOpenTasks: true },
		{ when: 'the list has more pages', open: 1, isWhole: false, moreOpenTasks: true },
	])('say whether there are others where $when', ({ open, isWhole, moreOpenTasks }) => {
		const tasks = Array.from({ length: open }, () => ({ name: 'Call' }));
		const shown = shownOf('openTasks', tasks, { isWhole });

		expect({ moreOpenTasks: shown.moreOpenTasks }).toEqual({ moreOpenTasks });
	});

	it('come as the first five', () => {
		const tasks = ['1', '2', '3', '4', '5', '6'].map((day) => ({ dueDate: `2026-03-0${day}` }));

		expect(valuesOf(shownOf('openTasks', tasks), 'openTasks', 'dueDate')).toEqual(
			tasks.slice(0, 5).map(({ dueDate }) => dueDate),
		);
	});
});

describe('the accounts of the brief of an organization', () => {
	it('come by health, the lowest first, then those without a score, then churned ones', () => {
		const churnedAt = '2026-01-01T00:00:00.000Z';

		const shown = shownOf('accounts', [
			{ name: 'churned', healthScore: 1, churnedAt },
			{ name: 'without a score', healthScore: null },
			{ name: 'at 8', healthScore: 8 },
			{ name: 'at 0', healthScore: 0 },
		]);

		expect(valuesOf(shown, 'accounts', 'name')).toEqual([
			'at 0',
			'at 8',
			'without a score',
			'churned',
		]);
	});

	it.each([
		{ by: 'the organization', accountsCount: 9, listed: 7, accountsNotShown: 4 },
		{ by: 'the list, which is newer', accountsCount: 6, listed: 7, accountsNotShown: 2 },
		{ by: 'the list alone', accountsCount: null, listed: 7, accountsNotShown: 2 },
		{ by: 'a list that is shown as a whole', accountsCount: null, listed: 3, accountsNotShown: 0 },
	])('count those that are not shown, by $by', ({ listed, accountsNotShown, ...customer }) => {
		const accounts = Array.from({ length: listed }, () => ({ name: 'Acme' }));

		const shown = shownOf('accounts', accounts, { customer });

		expect({ accountsNotShown: shown.accountsNotShown }).toEqual({ accountsNotShown });
	});
});

it('the last notes of a brief are the three with the newest dates, whenever they were created', () => {
	const notes = ['2026-03-01', '2026-03-04', '2026-03-02', '2026-03-03'].map((noteDate, index) => ({
		noteDate,
		createdAt: `2026-04-0${9 - index}T00:00:00.000Z`,
	}));

	expect(valuesOf(shownOf('lastNotes', notes), 'lastNotes', 'noteDate')).toEqual([
		'2026-03-04',
		'2026-03-03',
		'2026-03-02',
	]);
});

it('the last notes of a brief have those without a date last', () => {
	const notes = [{}, { noteDate: null }, { noteDate: '2026-03-01' }, { noteDate: '' }];

	expect(valuesOf(shownOf('lastNotes', notes), 'lastNotes', 'noteDate')[0]).toBe('2026-03-01');
});

describe('the last NPS responses of a brief', () => {
	const responses = [
		{ score: 0, respondedAt: '2026-03-01T10:00:00.000Z' },
		{ score: null, respondedAt: '2026-03-03T10:00:00.000Z' },
		{ score: 9, respondedAt: '2026-03-02T10:00:00.000Z', feedback: 'Great' },
		// A field without a value may be missing.
		{ respondedAt: '2026-03-04T10:00:00.000Z' },
	];
	const shown = shownOf('lastNpsResponses', responses);
	const valuesIn = (field: string) => valuesOf(shown, 'lastNpsResponses', field);

	it('have a score, which may be 0', () => {
		expect(valuesIn('score')).toEqual([9, 0]);
	});

	it('come by their answers, the newest first', () => {
		expect(valuesIn('respondedAt')).toEqual(['2026-03-02', '2026-03-01']);
	});

	it('have the feedback, null where there is none', () => {
		expect(valuesIn('feedback')).toEqual(['Great', null]);
	});
});

it('the last conversations of a brief come as Vitally sorts them', () => {
	const conversations = [
		{ subject: 'Second', updatedAt: '2026-03-01T10:00:00.000Z', status: 'open' },
		{ subject: 'First', updatedAt: '2026-03-02T10:00:00.000Z', status: 'closed' },
	];

	expect(shownOf('lastConversations', conversations).lastConversations).toEqual([
		{ updatedAt: '2026-03-01', subject: 'Second', status: 'open' },
		{ updatedAt: '2026-03-02', subject: 'First', status: 'closed' },
	]);
});

/** A text that is longer than a brief. */
const LONG = 'x'.repeat(5_000);

describe('a brief', () => {
	const none = { notRead: [], notComplete: [] };
	const briefOf = (record: IDataObject, csm: IDataObject = {}) => buildBrief(record, csm, none);

	it.each([
		{ by: 'its name', segment: { id: 'seg-1', name: 'Enterprise' }, shown: 'Enterprise' },
		{ by: 'its ID where it has no name', segment: { id: 'seg-2' }, shown: 'seg-2' },
	])('shows a segment by $by', ({ segment, shown }) => {
		expect(briefOf({ segments: [segment] }).segments).toEqual([shown]);
	});

	it.each([
		{ what: 'one with a value', trait: { plan: 'gold' }, columns: ['traits.plan'] },
		{ what: 'one that is 0', trait: { seats: 0 }, columns: ['traits.seats'] },
		{ what: 'one that is false', trait: { live: false }, columns: ['traits.live'] },
		{ what: 'none that is empty', trait: { tier: '' }, columns: [] },
		{ what: 'none that is null', trait: { tier: null }, columns: [] },
		{ what: 'none that is a field of the brief', trait: { mrr: 100 }, columns: [] },
		{ what: 'none of a date that is a field', trait: { trialEndDate: '2026-03-01' }, columns: [] },
	])('shows among the traits $what', ({ trait, columns }) => {
		const brief = briefOf({ traits: trait });

		expect(Object.keys(brief).filter((name) => name.startsWith('traits.'))).toEqual(columns);
	});

	it.each(['nextRenewalDate', 'churnedAt'])('shows the day of the time in %s', (field) => {
		expect(briefOf({ [field]: '2026-03-31T10:00:00.000Z' })[field]).toBe('2026-03-31');
	});

	it.each(['nextRenewalDate', 'churnedAt', 'mrr', 'healthScore'])(
		'shows null for %s where it is not known',
		(field) => expect({ [field]: briefOf({})[field] }).toEqual({ [field]: null }),
	);

	/** Where a brief has what is of no use when it is cut, by the name of the field. */
	const WITH_TEXT = {
		id: (id: string) => briefOf({ name: LONG, id }).id,
		externalId: (externalId: string) => briefOf({ name: LONG, externalId }).externalId,
		csmId: (csmId: string) => briefOf({ name: LONG }, { csmId }).csmId,
		csmEmail: (csmEmail: string) => briefOf({ name: LONG }, { csmEmail }).csmEmail,
		email: (email: string) => {
			const keyRole = { keyRole: { label: 'CSM' }, vitallyUser: { id: 'u-1', email } };
			const [role] = briefOf({ name: LONG, keyRoles: [keyRole] }).keyRoles as IDataObject[];

			return role.email;
		},
		url: (url: string) => buildBrief({ name: LONG }, {}, { ...none, url }).url,
	};

	it.each(Object.entries(WITH_TEXT))('cuts no %s of 198 characters', (_field, shownOf) => {
		expect(shownOf('y'.repeat(198))).toBe('y'.repeat(198));
	});

	it.each(Object.entries(WITH_TEXT))('leaves out a longer %s', (_field, shownOf) => {
		expect(shownOf('y'.repeat(199)) ?? 'left out').toBe('left out');
	});

	it.each(['notRead', 'notComplete'])(
		'cuts no name of a part in %s, however short the other texts have to be',
		(field) => {
			const lastNotes = Array.from({ length: 100 }, () => ({ note: LONG }));
			const brief = buildBrief({}, {}, { ...none, [field]: ['customObjectInstances'], lastNotes });

			expect({ [field]: brief[field], lastNote: (brief.lastNotes as IDataObject[])[0] }).toEqual({
				[field]: ['customObjectInstances'],
				lastNote: { note: 'xxxxxxx…' },
			});
		},
	);

	it('cuts a longer name', () => {
		expect(briefOf({ name: LONG }).name).toBe(`${'x'.repeat(295)}…`);
	});
});

describe('the fields of a record in a brief', () => {
	it.each([
		{ form: 'a time in UTC', value: '2026-03-01T10:00:00.000Z', shown: '2026-03-01' },
		{ form: 'a time without a zone', value: '2026-03-01T10:00:00.000', shown: '2026-03-01' },
		{ form: 'a time without seconds', value: '2026-03-01T10:00', shown: '2026-03-01' },
		{ form: 'a day', value: '2026-03-01', shown: '2026-03-01' },
		{
			form: 'a time in another zone, whose day may be another one',
			value: '2026-03-01T23:00:00-05:00',
			shown: '2026-03-01T23:00:00-05:00',
		},
		{ form: 'a text that begins with a day', value: '2026-03-01: call', shown: '2026-03-01: call' },
		{ form: 'the number 0', value: 0, shown: 0 },
		{ form: 'nothing', value: undefined, shown: null },
	])('show $form as $shown', ({ value, shown }) => {
		expect(briefFields({ subject: value }, ['subject'])).toEqual({ subject: shown });
	});

	it.each([
		{ form: 'a teammate', value: { name: 'Lead', email: 'lead@team.example' }, shown: 'Lead' },
		{ form: 'nobody', value: null, shown: null },
		{ form: 'the ID of a teammate', value: 'admin-1', shown: null },
	])('show $form to whom a task is assigned as $shown', ({ value, shown }) => {
		expect(briefFields({ assignedTo: value }, ['assignedTo'])).toEqual({ assignedTo: shown });
	});

	it.each([
		{ form: 'HTML', value: '<p>a <b>b</b></p>', shown: 'a **b**' },
		{ form: 'an image', value: '<p>a <img alt="Chart" src="//x"></p>', shown: 'a Chart' },
		{ form: 'nothing', value: null, shown: null },
		{
			form: 'HTML that is cut in a tag',
			value: `<p>${'x'.repeat(19_990)}</p><img src="y">`,
			shown: 'x'.repeat(19_990),
		},
	])('show the note of $form as Markdown', ({ value, shown }) => {
		expect(briefFields({ note: value }, ['note'])).toEqual({ note: shown });
	});
});
