import type { Condition } from '../../../nodes/Vitally/operations/definition/resourceEvent';
import { conditionDetector } from '../../../nodes/Vitally/trigger/scan/detectors/conditionDetector';
import { fieldDetector } from '../../../nodes/Vitally/trigger/scan/detectors/fieldDetector';
import { watchedValue } from '../../../nodes/Vitally/trigger/scan/fields/watchedField';
import type {
	FeedConfig,
	FeedEvent,
	ListState,
	ServiceRecord,
} from '../../../nodes/Vitally/trigger/scan/types';
import { lessThan } from '../../fixtures/bounds.cts';
import { pick } from '../../fixtures/pick.cts';
import { configOf, eventsOf, eventsOfUnread, pollPages, row, timestampAt } from './poll.cts';

/** The value of a watched field before an event, where the event says that it is not known. */
const UNKNOWN = 'unknown';

const idsOf = (events: readonly FeedEvent[]) => events.map(({ record }) => record.id);

describe('an old record that the start has not read', () => {
	const gold = { id: 'id of Gold', name: 'Gold' };
	const condition = (is: Condition['is'], value = '') => ({
		triggerOn: 'accountUpdated',
		conditions: [{ field: 'score', is, value }],
	});

	it.each([
		{ name: 'a watched field', settings: { triggerOn: 'accountUpdated', watch: ['score'] } },
		{ name: 'a field that is set', settings: condition('isSet') },
		{ name: 'a field that becomes a value', settings: condition('becomes', '4') },
		{ name: 'a score below a limit', settings: condition('dropsBelow', '5') },
		{ name: 'a score above a limit', settings: condition('risesAbove', '3') },
		{ name: 'a segment', settings: { triggerOn: 'accountEnteredSegment' } },
	])('has an unknown value before with $name', ({ settings }) => {
		const [event] = eventsOfUnread(configOf(settings), { score: 4, segments: [gold] });

		expect({ isPreviousUnknown: event?.previousUnknown, previous: event?.previous?.score }).toEqual(
			{ isPreviousUnknown: true, previous: undefined },
		);
	});
});

describe('a condition', () => {
	const configFor = (is: string, value?: string, field = 'watched') =>
		configOf({ triggerOn: 'taskUpdated', conditions: [{ field, is: is as never, value }] });

	/** The value before each event, by the number of its poll. */
	const previousByPoll = (config: FeedConfig, values: unknown[]) => {
		const versions = values.map((watched) => ({ watched }));
		const previous: Record<number, unknown> = {};

		for (const [poll, events] of eventsOf(config, ...versions).entries()) {
			for (const event of events) {
				previous[poll] = event.previousUnknown ? UNKNOWN : event.previous?.watched;
			}
		}

		return previous;
	};

	/** The values before events, under what their polls find. */
	const namedPolls = (previous: Record<number, unknown>, values: unknown[]) =>
		Object.fromEntries(
			Object.entries(previous).map(([poll, valueBefore]) => [
				`value before the event of poll ${poll}, which finds ${JSON.stringify(values[Number(poll)])?.slice(0, 40)}`,
				valueBefore,
			]),
		);

	/** A text that is longer than what is remembered of a value. */
	const longText = 'word '.repeat(100).trim();
	const manyTags = Array.from({ length: 16 }, (_, index) => `a tag with some length ${index}`);
	const firstTag = manyTags[0];
	const otherTags = manyTags.slice(1);

	interface ConditionCase {
		name: string;
		is: string;
		value?: string;
		/** The watched field at the start, and at each poll after it. */
		values: unknown[];
		/** The value before each event, by the number of its poll. */
		previous: Record<number, unknown>;
	}

	it.each<ConditionCase>([
		{
			name: 'each drop is an event, also one from the limit itself',
			is: 'dropsBelow',
			value: '5',
			values: [5, 4.9, 3, 8, 1],
			previous: { 1: 5, 4: 8 },
		},
		{
			name: 'a number that was missing is no drop, unless it was above the limit before',
			is: 'dropsBelow',
			value: '5',
			values: [4, null, 3, 6, null, 2],
			previous: { 5: 6 },
		},
		...[
			{ is: 'isSet', values: ['gold', undefined, 'gold'] },
			{ is: 'becomes', value: 'gold', values: ['gold', undefined, 'gold'] },
			{ is: 'isCleared', values: ['gold', undefined, 'gold'] },
			{ is: 'isCleared', values: [null, undefined, null] },
			{ is: 'dropsBelow', value: '5', values: [4, undefined, 4] },
			{ is: 'risesAbove', value: '5', values: [6, undefined, 6] },
		].map((condition) => ({
			...condition,
			name: `a record that does not show ${condition.values[0]} for one poll has no event`,
			previous: {},
		})),
		{
			name: 'the first number is no drop',
			is: 'dropsBelow',
			value: '5',
			values: [null, 4, null, 6, 4],
			previous: { 4: 6 },
		},
		{
			name: 'text is a number where it reads as one',
			is: 'dropsBelow',
			value: '5',
			values: ['7', 'high', '4'],
			previous: { 2: 7 },
		},
		{
			name: 'zero is a number: a drop to it is an event, and so is the next one',
			is: 'dropsBelow',
			value: '5',
			values: [6, 0, 6, '0', 6],
			previous: { 1: 6, 3: 6 },
		},
		{
			name: 'zero is a number: a rise from it is an event',
			is: 'risesAbove',
			value: '0',
			values: [0, 1, 0, null, 2],
			previous: { 1: 0, 4: 0 },
		},
		{
			name: 'each rise is an event, also one from the limit itself',
			is: 'risesAbove',
			value: '5.0',
			values: [5, 5.1, 6, 5, null, 6],
			previous: { 1: 5, 5: 5 },
		},
		{
			name: 'a number is equal to its text',
			is: 'becomes',
			value: '5.0',
			values: [4, 5, '5', 5],
			previous: { 1: 4, 3: '5' },
		},
		{
			name: 'a number is not equal to a text that is no decimal number',
			is: 'becomes',
			value: '0x10',
			values: [1, 16],
			previous: {},
		},
		{
			name: 'text is equal whatever its case and blanks, also in a list',
			is: 'becomes',
			value: ' At Risk',
			values: ['at', 'AT RISK ', 'at risk', null, ['x', 'at risk']],
			previous: { 1: 'at', 4: null },
		},
		{
			name: 'text is equal in each form of Unicode',
			is: 'becomes',
			value: 'Café'.normalize('NFC'),
			values: ['x', 'Café'.normalize('NFD')],
			previous: { 1: 'x' },
		},
		{
			name: 'a boolean is equal to its word',
			is: 'becomes',
			value: 'TRUE',
			values: [false, true, 1, true],
			previous: { 1: false, 3: 1 },
		},
		{
			name: 'an object is equal to no text',
			is: 'becomes',
			value: '[object Object]',
			values: [null, {}, [{}]],
			previous: {},
		},
		{
			name: 'an object in a list is compared by its name',
			is: 'becomes',
			value: 'gold',
			values: [[{ name: 'At Risk' }], [{ name: 'At Risk' }, { name: 'Gold' }]],
			previous: { 1: [{ name: 'At Risk' }] },
		},
		{
			name: 'a list that is too long to remember is compared, and is unknown in the event',
			is: 'becomes',
			value: firstTag,
			values: [otherTags, manyTags, [firstTag, 'x'], otherTags],
			previous: { 1: UNKNOWN },
		},
		{
			name: 'a value that was in a long list before is no event',
			is: 'becomes',
			value: firstTag,
			values: [manyTags, [firstTag]],
			previous: {},
		},
		{
			name: 'long text is compared whole',
			is: 'becomes',
			value: longText,
			values: ['old', longText, longText],
			previous: { 1: 'old' },
		},
		{
			name: 'long text before the event is unknown',
			is: 'becomes',
			value: 'new',
			values: ['old', 'new', longText, 'new'],
			previous: { 1: 'old', 3: UNKNOWN },
		},
		{
			name: 'empty text and empty lists are not set',
			is: 'isSet',
			value: '',
			values: [null, longText, '', longText, [], [1]],
			previous: { 1: null, 3: '', 5: [] },
		},
		{
			name: 'empty text and empty lists are cleared',
			is: 'isCleared',
			value: '',
			values: [undefined, longText, '', longText, []],
			previous: { 2: UNKNOWN, 4: UNKNOWN },
		},
	])('$is follows its rule: $name', ({ is, value, values, previous }) => {
		const found = previousByPoll(configFor(is, value), values);

		expect(namedPolls(found, values)).toEqual(namedPolls(previous, values));
	});

	it.each([
		{ is: 'becomes', value: 'x', watched: 'x', events: [{ previous: { watched: null } }] },
		{ is: 'isCleared', value: '', watched: null, events: [] },
		{ is: 'dropsBelow', value: '5', watched: 4, events: [] },
	])(
		'$is compares the value $watched of a new record with an empty one',
		({ is, value, watched, events }) => {
			const found = eventsOf(configFor(is, value), null, { watched }).flat();

			expect(pick(found, 'previous')).toEqual(events);
		},
	);

	it('the first number of a record that is new since an empty list does not meet it', () => {
		const config = configFor('dropsBelow', '5');
		const { state } = pollPages([{ results: [] }], config, null);
		const page = { results: [row('new', 1, 300, { watched: 4 })] };

		expect({ events: idsOf(pollPages([page, page], config, state).events) }).toEqual({
			events: [],
		});
	});

	it('the first number of a record that is new since another condition does not meet it', () => {
		const config = configFor('dropsBelow', '5');
		const old = row('old', -10, -8, { watched: 4 });
		let { state } = pollPages([{ results: [old] }], configFor('isSet'), null);

		for (const created of [[], [], [row('new', 1, 300, { watched: 4 })]]) {
			const page = { results: [...created, old] };
			const poll = pollPages([page, page], config, state);

			expect({ events: idsOf(poll.events) }).toEqual({ events: [] });

			state = poll.state;
		}
	});

	describe('one of two conditions', () => {
		const conditions = ['a', 'b'].map((field) => ({ field, is: 'isSet' as const, value: '' }));
		const config = configOf({ triggerOn: 'taskUpdated', conditions });
		const changesOf = (...versions: ServiceRecord[]) =>
			pick(eventsOf(config, {}, ...versions).at(-1) ?? [], 'changedKeys', 'previous');

		it('shows its field alone where it alone is met', () => {
			expect(changesOf({ b: 1 })).toEqual([{ changedKeys: ['b'], previous: { b: null } }]);
		});

		it('shows its field where the other one is met already', () => {
			expect(changesOf({ b: 1 }, { a: 1, b: 2 })).toEqual([
				{ changedKeys: ['a'], previous: { a: null } },
			]);
		});

		it.each(['a', 'b'])(
			'knows that a record that is created with %s did not meet it before',
			(field) => {
				const [, events] = eventsOf(config, null, { [field]: 1 });

				expect(pick(events, 'changedKeys', 'previous', 'previousUnknown')).toEqual([
					{ changedKeys: [field], previous: { [field]: null } },
				]);
			},
		);

		it('causes one event with the other one where both are met at once', () => {
			expect(changesOf({ a: 1, b: 1 })).toEqual([
				{ changedKeys: ['a', 'b'], previous: { a: null, b: null } },
			]);
		});
	});

	it('names a field once where two conditions on it are met at once', () => {
		const conditions = [
			{ field: 'a', is: 'isSet' as const, value: '' },
			{ field: 'a', is: 'becomes' as const, value: 'gold' },
		];
		const config = configOf({ triggerOn: 'taskUpdated', conditions });
		const [, events] = eventsOf(config, {}, { a: 'gold' });

		expect({ events: events.map(({ changedKeys }) => changedKeys) }).toEqual({ events: [['a']] });
	});

	it.each([
		{ is: 'dropsBelow', watched: 4 },
		{ is: 'risesAbove', watched: 6 },
	] as const)(
		'$is has an unknown value before where the state has no number of the record',
		({ is, watched }) => {
			const detector = conditionDetector([{ field: 'watched', is, value: '5' }]);
			const version = { record: { watched }, id: 'a', timeMs: 1 };
			const { event } = detector.detect([[false, null]], version);

			expect(pick(event ? [event] : [], 'previous', 'previousUnknown')).toEqual([
				{ previous: {}, previousUnknown: true },
			]);
		},
	);

	it.each([
		{ name: 'another limit above the number', later: configFor('dropsBelow', '8'), events: [] },
		{
			name: 'another limit',
			later: configFor('dropsBelow', '6.9'),
			events: [{ previous: { watched: 7 } }],
		},
		{
			name: 'another kind of condition',
			later: configFor('becomes', '6.5'),
			events: [{ previousUnknown: true }],
		},
		{
			name: 'another field',
			later: configFor('dropsBelow', '5', 'other'),
			events: [{ previousUnknown: true }],
		},
	])('a change to $name keeps what is remembered to compare with', ({ later, events }) => {
		const settings = [configFor('dropsBelow', '5'), later];
		const polls = eventsOf(settings, { watched: 7, other: 4 }, { watched: 6.5, other: 4 });
		const found = polls[1].map(({ previous, previousUnknown }) =>
			previousUnknown ? { previousUnknown } : { previous },
		);

		expect(found).toEqual(events);
	});

	it.each([
		{ name: 'another value', later: configFor('becomes', 'gold') },
		{ name: 'another kind of condition', later: configFor('isSet') },
		{ name: 'another field', later: configFor('becomes', 'gold', 'other') },
	])('a change to $name learns anew whether a record meets it', ({ later }) => {
		const settings = [configFor('becomes', 'silver'), later];
		const start = { watched: 'silver', other: 'silver' };
		const polls = eventsOf(settings, start, { watched: 'gold', other: 'gold' });

		expect(pick(polls[1], 'previousUnknown')).toEqual([{ previousUnknown: true }]);
	});

	it.each(['traits.plan', 'watched'])('has an event where %s is cleared', (field) => {
		const withPlan = { watched: 'gold', traits: { plan: 'gold' } };
		// The service deletes a trait that is set to null.
		const without = { watched: null, traits: {} };
		const [, events] = eventsOf(configFor('isCleared', undefined, field), withPlan, without);

		expect(pick(events, 'changedKeys', 'previous')).toEqual([
			{ changedKeys: [field], previous: { [field]: 'gold' } },
		]);
	});
});

describe('segments', () => {
	const gold = { id: 'id of Gold', name: 'Gold' };
	const risk = { id: 'id of At Risk', name: 'At Risk' };
	const entered = 'accountEnteredSegment';
	const exited = 'accountExitedSegment';

	interface SegmentCase {
		name: string;
		triggerOn: string;
		/** ID or name of the chosen segment; any where there is none. */
		segment?: string;
		/** The segments of the record at the start, and at each poll after it. */
		lists: unknown[];
		/** The names in the events of each poll. */
		changes: Array<Array<{ added: string[]; removed: string[] }>>;
	}

	const changesOf = ({ triggerOn, segment, lists }: SegmentCase) => {
		const versions = lists.map((segments) => ({ segments }));

		return eventsOf(configOf({ triggerOn, segment }), ...versions).map((events) =>
			events.map(({ segmentsAdded = [], segmentsRemoved = [] }) => ({
				added: segmentsAdded,
				removed: segmentsRemoved,
			})),
		);
	};

	const namesOf = (names: string[]) =>
		names.length > 0 ? names.map((name) => `"${name}"`).join() : 'none';

	/** What polls report, under the segments that they find. */
	const namedLists = (changes: SegmentCase['changes'], lists: unknown[]) =>
		Object.fromEntries(
			changes.map((reported, poll) => {
				const found = JSON.stringify(lists[poll]).match(/(?<="name":")[^"]*/g) ?? ['none'];
				const texts = reported.map(
					({ added, removed }) => `added ${namesOf(added)}, removed ${namesOf(removed)}`,
				);

				return [`poll ${poll}, which finds ${found.join()}`, texts.join('; ') || 'nothing'];
			}),
		);

	it.each([
		{ time: 'before the start', createdAt: timestampAt(-9), before: 'unknown' },
		{ time: 'after the start', createdAt: timestampAt(290), before: 'none' },
		{ time: 'at a time that is not shown', createdAt: undefined, before: 'unknown' },
		{ time: 'at a time that is null', createdAt: null, before: 'unknown' },
	])(
		'count as $before before for a record that the start has not read, created $time',
		({ createdAt, before }) => {
			const [event] = eventsOfUnread(configOf({ triggerOn: entered }), {
				segments: [gold],
				createdAt,
			});

			expect({
				segmentsAdded: event.segmentsAdded,
				before: event.previousUnknown ? 'unknown' : 'none',
			}).toEqual({ segmentsAdded: ['Gold'], before });
		},
	);

	it.each<SegmentCase>([
		{
			name: 'each one that is entered, with the ones that are left',
			triggerOn: entered,
			lists: [[gold], [gold, risk], [risk], [gold]],
			changes: [
				[],
				[{ added: ['At Risk'], removed: [] }],
				[],
				[{ added: ['Gold'], removed: ['At Risk'] }],
			],
		},
		{
			name: 'each one that is left',
			triggerOn: exited,
			lists: [[gold], [gold, risk], [risk], []],
			changes: [[], [], [{ added: [], removed: ['Gold'] }], [{ added: [], removed: ['At Risk'] }]],
		},
		{
			name: 'one by its new name that was renamed before it was left',
			triggerOn: exited,
			lists: [[gold], [{ ...gold, name: 'Golden' }], []],
			changes: [[], [], [{ added: [], removed: ['Golden'] }]],
		},
		{
			name: 'the one with the chosen name, whatever its case',
			triggerOn: exited,
			segment: 'GOLD',
			lists: [[gold, risk], [gold], []],
			changes: [[], [], [{ added: [], removed: ['Gold'] }]],
		},
		{
			name: 'the one with the chosen ID',
			triggerOn: entered,
			segment: risk.id,
			lists: [[], [gold], [gold, risk]],
			changes: [[], [], [{ added: ['At Risk'], removed: [] }]],
		},
		{
			name: 'the chosen one that is entered together with another one',
			triggerOn: entered,
			segment: gold.id,
			lists: [[], [risk, gold]],
			changes: [[], [{ added: ['At Risk', 'Gold'], removed: [] }]],
		},
		{
			name: 'the chosen one that is left together with another one',
			triggerOn: exited,
			segment: gold.id,
			lists: [[risk, gold], []],
			changes: [[], [{ added: [], removed: ['At Risk', 'Gold'] }]],
		},
		{
			name: 'one whose name has blanks around it',
			triggerOn: entered,
			segment: 'gold',
			lists: [[], [{ id: 'g', name: ' GOLD ' }]],
			changes: [[], [{ added: [' GOLD '], removed: [] }]],
		},
		{
			// Without a list nothing is known, so what was known stays.
			name: 'none where the list was missing for a while',
			triggerOn: entered,
			lists: [[gold], null, [gold]],
			changes: [[], [], []],
		},
		{
			name: 'those that have only an ID or only a name',
			triggerOn: entered,
			lists: [[], [null, { id: 'a' }, { name: 'b' }]],
			changes: [[], [{ added: ['a', 'b'], removed: [] }]],
		},
		{
			name: 'nothing of a list with an entry in another form',
			triggerOn: exited,
			lists: [[gold], ['x'], [{}]],
			changes: [[], [], []],
		},
		{
			name: 'no entry into one that was renamed',
			triggerOn: entered,
			lists: [[gold], [{ ...gold, name: 'Golden' }]],
			changes: [[], []],
		},
		{
			name: 'no exit of one that was renamed',
			triggerOn: exited,
			lists: [[gold], [{ ...gold, name: 'Golden' }]],
			changes: [[], []],
		},
		...[entered, exited].map((triggerOn) => ({
			name: 'one with the name of the one that it replaces',
			triggerOn,
			lists: [[gold], [{ ...gold, id: 'id of another Gold' }]],
			changes: [[], [{ added: ['Gold'], removed: ['Gold'] }]],
		})),
	])('$triggerOn reports $name', (segmentCase) => {
		const { lists, changes } = segmentCase;

		expect(namedLists(changesOf(segmentCase), lists)).toEqual(namedLists(changes, lists));
	});

	it('the state has the name of each segment once', () => {
		const config = configOf({ triggerOn: entered });
		let state: unknown = null;

		for (const at of [0, 300, 600]) {
			const segments = at ? [gold, risk] : [gold];
			const results = ['a', 'b'].map((id) => row(id, -9, at, { segments }));

			state = pollPages([{ results, next: null }], config, state).state;
		}

		const names = [gold, risk].map(({ id, name }) => [id, name]);

		expect({ names: (state as ListState).store?.names }).toEqual({ names });
	});

	it.each([
		[entered, [{ segmentsAdded: ['Gold'], segmentsRemoved: [] }]],
		[exited, []],
	])('%s knows that a new record was in none before', (triggerOn, expected) => {
		const [, events] = eventsOf(configOf({ triggerOn }), null, { segments: [gold] });

		expect(pick(events, 'segmentsAdded', 'segmentsRemoved', 'previousUnknown')).toEqual(expected);
	});

	it('a record that becomes visible late was in none before, if it was created after the start', () => {
		const config = configOf({ triggerOn: entered });
		const old = row('old', -10, -8, { segments: [] });
		const newest = row('newest', 300, 300, { segments: [] });
		const late = row('late', 290, 290, { segments: [gold] });
		const { state: started } = pollPages([{ results: [old] }], config, null);
		const { state } = pollPages([{ results: [newest, old] }], config, started);
		const { events } = pollPages([{ results: [newest, late, old] }], config, state);

		expect(
			events.map(({ record, segmentsAdded, previousUnknown }) => ({
				id: record.id,
				segmentsAdded,
				before: previousUnknown ? UNKNOWN : 'none',
			})),
		).toEqual([{ id: 'late', segmentsAdded: ['Gold'], before: 'none' }]);
	});

	it.each([
		[entered, [{ segmentsAdded: ['Gold'], segmentsRemoved: [], previousUnknown: true }]],
		[exited, []],
	])(
		'%s reports the chosen segment alone of a record that the start has not read',
		(triggerOn, expected) => {
			const config = configOf({ triggerOn, segment: 'gold' });

			const events = eventsOfUnread(config, { segments: [gold, risk] });

			expect(pick(events, 'segmentsAdded', 'segmentsRemoved', 'previousUnknown')).toEqual(expected);
		},
	);
});

describe('watched fields', () => {
	const versionOf = (record: ServiceRecord) => ({ record, id: 'a', timeMs: 1 });

	/** The event of a change between two versions. */
	const changeOf = (paths: string[], before: ServiceRecord, after: ServiceRecord) => {
		const detector = fieldDetector(paths);
		const { remembered } = detector.detect(undefined, versionOf(before));
		const stored = JSON.parse(JSON.stringify(remembered)) as unknown[];

		return detector.detect(stored, versionOf(after)).event;
	};

	/** What an event says of its changes; nothing where there is no event. */
	const changesIn = (event: FeedEvent | undefined) =>
		pick(event ? [event] : [], 'changedKeys', 'previous', 'previousUnknown');

	it.each([
		{ name: 'a trait that is cleared', before: { plan: 'gold' }, after: {}, previous: 'gold' },
		{ name: 'a trait that is set', before: {}, after: { plan: 'gold' }, previous: null },
		{ name: 'a trait that becomes 0', before: { plan: 1 }, after: { plan: 0 }, previous: 1 },
		{ name: 'a trait that was false', before: { plan: false }, after: {}, previous: false },
	])('$name is a change', ({ before, after, previous }) => {
		const event = changeOf(['traits.plan'], { traits: before }, { traits: after });

		expect(changesIn(event)).toEqual([
			{ changedKeys: ['traits.plan'], previous: { 'traits.plan': previous } },
		]);
	});

	const goldSegment = [{ id: 'id of gold', name: 'Gold' }];

	it.each([
		{ path: 'name', before: { name: 'Ann' }, form: 'nothing', hidden: {} },
		{ path: 'traits.plan', before: { traits: { plan: 'gold' } }, form: 'nothing', hidden: {} },
		{
			path: 'traits.plan',
			before: { traits: { plan: 'gold' } },
			form: 'a list of traits',
			hidden: { traits: ['plan'] },
		},
		{
			path: 'healthScore',
			before: { healthScore: 7 },
			form: 'a word',
			hidden: { healthScore: 'good' },
		},
		{ path: 'score', before: { score: 7 }, form: 'an object', hidden: { score: { value: 7 } } },
		{
			path: 'segments',
			before: { segments: goldSegment },
			form: 'a list of names',
			hidden: { segments: ['gold'] },
		},
		{ path: 'csmId', before: { csmId: 'a' }, form: 'an object', hidden: { csmId: { id: 'a' } } },
		{ path: 'csmId', before: { csmId: 'a' }, form: 'nothing', hidden: {} },
	])(
		'keep the value of $path while a record shows $form in its place for one poll',
		({ path, before, hidden }) => {
			const [, whileHidden, shownAgain] = eventsOf(
				configOf({ triggerOn: 'accountUpdated', watch: [path] }),
				before,
				hidden,
				before,
			);

			const found = (events: unknown[]) => (events.length === 0 ? 'no event' : 'an event');

			expect({ whileHidden: found(whileHidden), shownAgain: found(shownAgain) }).toEqual({
				whileHidden: 'no event',
				shownAgain: 'no event',
			});
		},
	);

	it.each([
		{ path: 'healthScore', number: 7, text: '7', changed: [] },
		{ path: 'healthScore', number: 7, text: '7.0', changed: [] },
		{ path: 'healthScore', number: 7, text: '8', changed: ['healthScore'] },
		{ path: 'score', number: 0, text: '0', changed: [] },
		// Only scores are known to be numbers; another field may be a text.
		{ path: 'mrr', number: 7, text: '7', changed: ['mrr'] },
	])(
		'take the number $number of $path and the text "$text" for a change of $changed',
		({ path, number, text, changed }) => {
			const event = changeOf([path], { [path]: number }, { [path]: text });

			expect({ changed: event?.changedKeys ?? [] }).toEqual({ changed });
		},
	);

	const record = {
		healthScore: 7,
		name: '',
		traits: { plan: 'pro', 'vitally.custom.nextStep': 'call', 'a.traits.b': false },
	};

	it.each([
		['traits.vitally.custom.nextStep', 'call'],
		['traits.a.traits.b', false],
		['constructor', null],
	])('has at the path %s its value: %j', (path, value) => {
		expect({
			value: watchedValue(record, path),
			valueWithoutTraits: watchedValue({ traits: null }, path),
		}).toEqual({ value, valueWithoutTraits: null });
	});

	const own = JSON.parse('{"traits":{"constructor":"Acme","__proto__":1}}') as typeof record;

	it('has the value of a trait that is called as what every object inherits', () => {
		expect({
			constructor: watchedValue(own, 'traits.constructor'),
			proto: watchedValue(own, 'traits.__proto__'),
		}).toEqual({ constructor: 'Acme', proto: 1 });
	});

	it('has no value of what every object inherits, such as its constructor', () => {
		const paths = ['constructor', 'toString', 'traits.constructor', 'traits.hasOwnProperty'];

		expect(changesIn(changeOf(paths, { traits: {} }, own))).toEqual([
			{ changedKeys: ['traits.constructor'], previous: { 'traits.constructor': null } },
		]);
	});

	describe.each([
		{ length: 'short', text: 'Ann' },
		{ length: 'long', text: 'word '.repeat(200) },
	])('an object with a $length text', ({ text }) => {
		const roles = [{ label: text, user: { id: 1, name: 'Ann' } }];
		const changedFields = (later: object[]) =>
			changeOf(['roles'], { roles }, { roles: later })?.changedKeys ?? [];

		it('equals itself with its keys in another order', () => {
			expect(changedFields([{ user: { name: 'Ann', id: 1 }, label: text }])).toEqual([]);
		});

		it('differs with another value', () => {
			expect(changedFields([{ label: text, user: { id: 2, name: 'Ann' } }])).toEqual(['roles']);
		});
	});

	it('the state keeps values of up to 200 characters with their quotes', () => {
		const kept = 'x'.repeat(198);
		const tooLong = 'x'.repeat(199);
		const previousOf = (name: string) => changeOf(['name'], { name }, { name: 'y' })?.previous;

		expect({ of200: previousOf(kept), of201: previousOf(tooLong) }).toEqual({
			of200: { name: kept },
			of201: {},
		});
	});

	describe('a long value', () => {
		const text = 'word '.repeat(2000);
		const rememberedOf = (note: string) =>
			JSON.stringify(fieldDetector(['note']).detect(undefined, versionOf({ note })).remembered);

		it('takes little room in the state', () => {
			expect({ characters: rememberedOf(text).length }).toEqual({ characters: lessThan(40) });
		});

		it('differs in the state from every other one', () => {
			const remembered = Array.from({ length: 300 }, (_, index) => rememberedOf(`${text}${index}`));

			expect({ distinct: new Set(remembered).size }).toEqual({ distinct: 300 });
		});

		it('stays unknown in an event of another letter, because the state does not have it', () => {
			const withOtherLetter = `${text.slice(0, 5000)}W${text.slice(5001)}`;

			expect(changesIn(changeOf(['note'], { note: text }, { note: withOtherLetter }))).toEqual([
				{ changedKeys: ['note'], previous: {}, previousUnknown: true },
			]);
		});
	});
});

/** A survey that was dismissed is no response until it has a score, which is its creation. */
describe('a response to an NPS survey', () => {
	/** Returns a configuration with a scope, in which the trigger reads one list in place of two. */
	const configFor = (triggerOn: string, settings: object = {}) => {
		const scope: FeedConfig['scope'] = { type: 'account', id: 'a1' };

		return configOf({ triggerOn, scope, ...settings });
	};

	const dismissed = { score: null, dismissedAt: timestampAt(0) };
	const later = (score: number) => ({ ...dismissed, score, respondedAt: timestampAt(9) });
	const ahead = (score: number) => ({ ...later(score), createdAt: timestampAt(900) });
	const response = (score: number) => ({ score, dismissedAt: null });

	interface ResponseCase {
		name: string;
		/** The response at the start and at each poll; null where it is not there yet. */
		versions: Array<ServiceRecord | null>;
		/** The events of the start and of each poll. */
		events: Array<Array<'created' | 'updated' | 'score changed'>>;
	}

	it.each<ResponseCase>([
		{
			name: 'a dismissal before the start',
			versions: [dismissed, dismissed, later(9), later(8), later(8)],
			events: [[], [], ['created'], ['updated', 'score changed'], ['updated']],
		},
		{
			name: 'a dismissal whose record shows no score at all',
			versions: [null, { dismissedAt: timestampAt(0) }, later(9), later(8)],
			events: [[], [], ['created'], ['updated', 'score changed']],
		},
		{
			name: 'a dismissal after it',
			versions: [null, dismissed, later(9), later(8)],
			events: [[], [], ['created'], ['updated', 'score changed']],
		},
		{
			name: 'a dismissal and an answer between two polls',
			versions: [null, later(9), later(8)],
			events: [[], ['created'], ['updated', 'score changed']],
		},
		{
			name: 'an answer to a survey that shows neither a score nor a dismissal before',
			versions: [{ score: null }, response(9), response(8)],
			events: [[], ['created'], ['updated', 'score changed']],
		},
		{
			name: 'an answer before the start',
			versions: [response(9), response(9), response(8)],
			events: [[], ['updated'], ['updated', 'score changed']],
		},
		{
			name: 'an answer that was cleared and given again',
			versions: [response(9), { score: null }, response(8)],
			events: [[], [], ['score changed']],
		},
		{
			name: 'a creation ahead of the clock with an answer before it',
			versions: [ahead(9), ahead(8)],
			events: [[], ['updated', 'score changed']],
		},
		{
			name: 'an answer after the start',
			versions: [null, response(9), response(8)],
			events: [[], ['created', 'updated', 'score changed'], ['updated', 'score changed']],
		},
	])('its first score creates it, and later scores update it: $name', ({ versions, events }) => {
		const pollsWith = (triggerOn: string, watch?: string[]) =>
			eventsOf(configFor(triggerOn, { watch }), ...versions).map((ofPoll) => {
				const scores = ofPoll.map(({ previous }) => previous?.score ?? 0);

				expect(scores.filter((score) => typeof score !== 'number')).toEqual([]);

				return ofPoll;
			});

		const created = pollsWith('npsResponseCreated');
		const updated = pollsWith('npsResponseUpdated');
		const scoreChanged = pollsWith('npsResponseUpdated', ['score']);

		const found = versions.map((_, poll) => [
			...created[poll].map(() => 'created'),
			...updated[poll].map(() => 'updated'),
			...scoreChanged[poll].map(() => 'score changed'),
		]);
		const named = (all: string[][]) =>
			Object.fromEntries(
				all.map((ofPoll, poll) => {
					const score = versions[poll]?.score ?? 'none';

					return [
						`poll ${poll}, which finds the score ${String(score)}`,
						ofPoll.join() || 'no event',
					];
				}),
			);

		expect(named(found)).toEqual(named(events));
	});

	/** Only detractors are wanted. */
	const isWanted = ({ score }: ServiceRecord) => Number(score) <= 6;

	it('causes no creation by a later score that is wanted, where the first one was not', () => {
		const config = configFor('npsResponseCreated', { isWanted });
		const polls = eventsOf(config, dismissed, later(9), later(3));

		expect({ created: idsOf(polls.flat()) }).toEqual({ created: [] });
	});

	it('has before a wanted score the one that was not wanted', () => {
		const config = configFor('npsResponseUpdated', { watch: ['score'], isWanted });
		const polls = eventsOf(config, response(5), response(9), response(3));

		expect(pick(polls.flat(), 'previous')).toEqual([{ previous: { score: 9 } }]);
	});

	it.each([
		{ version: dismissed, emitted: [] },
		{ version: response(0), emitted: ['a'] },
	])('the first run emits it where it has a score: $version', ({ version, emitted }) => {
		const config = configFor('npsResponseCreated', { newestOnFirstRun: 1 });
		const [events] = eventsOf(config, version);

		expect({ emitted: events.map(({ record }) => record.id) }).toEqual({ emitted });
	});

	it.each([
		{
			name: 'causes no creation where it was answered before the start',
			triggerOn: 'npsResponseCreated',
			version: { ...response(9), respondedAt: timestampAt(-9) },
			events: [],
		},
		{
			name: 'causes no creation where it was dismissed and then answered before the start',
			triggerOn: 'npsResponseCreated',
			version: { ...later(9), respondedAt: timestampAt(-5) },
			events: [],
		},
		{
			name: 'causes a creation where it was dismissed before the start and answered after it',
			triggerOn: 'npsResponseCreated',
			version: { ...later(9), respondedAt: timestampAt(290) },
			events: ['b'],
		},
		{
			name: 'causes a creation where it was created after the start, whenever it was answered',
			triggerOn: 'npsResponseCreated',
			version: {
				...response(9),
				createdAt: timestampAt(290),
				respondedAt: timestampAt(-9),
			},
			events: ['b'],
		},
		{
			name: 'causes an update where it was answered before the start',
			triggerOn: 'npsResponseUpdated',
			version: { ...response(9), respondedAt: timestampAt(-9) },
			events: ['b'],
		},
	])('$name, if the start has not read it', ({ triggerOn, version, events }) => {
		const found = eventsOfUnread(configFor(triggerOn), version);

		expect({ events: found.map(({ record }) => record.id) }).toEqual({ events });
	});
});
