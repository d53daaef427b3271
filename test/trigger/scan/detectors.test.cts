import {
	fieldDetector,
	watchedValue,
} from '../../../nodes/Vitally/trigger/scan/detectors/fieldDetector';
import type { ServiceRecord } from '../../../nodes/Vitally/trigger/scan/types';
import { configOf, eventsOf, eventsOfUnread, pollPages, row, timestampAt } from './poll.cts';

describe('a condition', () => {
	const configFor = (is: string, value?: string, field = 'of') =>
		configOf({ triggerOn: 'taskUpdated', conditions: [{ field, is: is as never, value }] });

	/** The value before each event, by poll. */
	const eventsBy = (is: string, value: string | undefined, ...of: unknown[]) => {
		const polls = eventsOf(configFor(is, value), ...of.map((one) => ({ of: one })));
		const events = polls.flatMap((found, poll) => found.map((event) => [poll, event] as const));

		return Object.fromEntries(
			events.map(([poll, { previousUnknown, previous }]) => [
				poll,
				previousUnknown ? '?' : previous?.of,
			]),
		);
	};

	const long = 'word '.repeat(100).trim();
	const tags = Array.from({ length: 16 }, (_, index) => `a tag with some length ${index}`);
	const [tag, ...others] = tags;

	it.each<[string, string | undefined, unknown[], object]>([
		['dropsBelow', '5', [5, 4.9, 3, 8, 1], { 1: 5, 4: 8 }],
		['dropsBelow', '5', [4, null, 3, 6, null, 2], { 5: 6 }],
		['dropsBelow', '5', [null, 4, null, 6, 4], { 4: 6 }],
		['dropsBelow', '5', ['7', 'high', '4'], { 2: 7 }],
		['risesAbove', '5.0', [5, 5.1, 6, 5, null, 6], { 1: 5, 5: 5 }],
		['becomes', '5.0', [4, 5, '5', 5], { 1: 4, 3: '5' }],
		[
			'becomes',
			' At Risk',
			['at', 'AT RISK ', 'at risk', null, ['x', 'at risk']],
			{ 1: 'at', 4: null },
		],
		['becomes', 'TRUE', [false, true, 1, true], { 1: false, 3: 1 }],
		['becomes', '[object Object]', [null, {}, [{}]], {}],
		[
			'becomes',
			'gold',
			[[{ name: 'At Risk' }], [{ name: 'At Risk' }, { name: 'Gold' }]],
			{ 1: [{ name: 'At Risk' }] },
		],
		['becomes', tag, [others, tags, [tag, 'x'], others], { 1: '?' }],
		['becomes', tag, [tags, [tag]], {}],
		['becomes', long, ['old', long, long], { 1: 'old' }],
		['becomes', 'new', ['old', 'new', long, 'new'], { 1: 'old', 3: '?' }],
		['isSet', '', [null, long, '', long, [], [1]], { 1: null, 3: '', 5: [] }],
		['isCleared', '', [undefined, long, '', long, []], { 2: '?', 4: '?' }],
	])('%s %s: %j', (is, value, of, expected) => {
		expect(eventsBy(is, value, ...of)).toEqual(expected);
	});

	it.each([
		['becomes', 'x', 'x', [{ previous: { of: null } }]],
		['isCleared', '', null, []],
		['dropsBelow', '5', 4, []],
	])('%s %s: a new record with %j, once it is edited', (is, value, of, expected) => {
		expect(eventsOf(configFor(is, value), null, { of }).flat()).toMatchObject(expected);
	});

	it.each([
		['an empty list', undefined],
		['another condition', configFor('isSet')],
	])('dropsBelow is not met by the first number of a record that is new since %s', (_, before) => {
		const config = configFor('dropsBelow', '5');
		const old = before ? [row('old', -10, -8, { of: 4 })] : [];
		let { state } = pollPages([{ results: old }], before ?? config, null);

		for (const created of [...(before ? [[], []] : []), [row('new', 1, 300, { of: 4 })]]) {
			const page = { results: [...created, ...old] };
			const done = pollPages([page, page], config, state);

			expect(done.events).toEqual([]);

			({ state } = done);
		}
	});

	it('on two fields is one event of those that are met', () => {
		const conditions = ['a', 'b'].map((field) => ({ field, is: 'isSet' as const, value: '' }));
		const config = configOf({ triggerOn: 'taskUpdated', conditions });
		const [, first, second] = eventsOf(config, {}, { b: 1 }, { a: 1, b: 2 });

		expect(first).toMatchObject([{ changedKeys: ['b'], previous: { b: null } }]);
		expect(second).toMatchObject([{ changedKeys: ['a'], previous: { a: null } }]);
	});

	it.each([
		['another limit above the number', configFor('dropsBelow', '8'), []],
		['another limit', configFor('dropsBelow', '6.9'), [{ previous: { of: 7 } }]],
		['another kind of condition', configFor('becomes', '6.5'), [{ previousUnknown: true }]],
		['another field', configFor('dropsBelow', '5', 'other'), [{ previousUnknown: true }]],
	])('with %s is compared with what is remembered', (_, later, expected) => {
		const settings = [configFor('dropsBelow', '5'), later];

		expect(eventsOf(settings, { of: 7, other: 4 }, { of: 6.5, other: 4 })[1]).toMatchObject(
			expected,
		);
	});
});

describe('segments', () => {
	const [gold, risk] = ['Gold', 'At Risk'].map((name) => ({ id: `id of ${name}`, name }));
	const [entered, exited] = ['accountEnteredSegment', 'accountExitedSegment'];

	/** What each poll finds: names with + and -. */
	const changesOf = (triggerOn: string, segment: string | undefined, ...lists: unknown[]) =>
		eventsOf(configOf({ triggerOn, segment }), ...lists.map((segments) => ({ segments }))).map(
			(events) =>
				events
					.flatMap(({ segmentsAdded = [], segmentsRemoved = [] }) => [
						...segmentsAdded.map((name) => `+${name}`),
						...segmentsRemoved.map((name) => `-${name}`),
					])
					.join(' '),
		);

	it.each<[string, string | undefined, unknown[], string[]]>([
		[
			entered,
			undefined,
			[[gold], [gold, risk], [risk], [gold]],
			['', '+At Risk', '', '+Gold -At Risk'],
		],
		[exited, undefined, [[gold], [gold, risk], [risk], []], ['', '', '-Gold', '-At Risk']],
		[exited, undefined, [[gold], [{ ...gold, name: 'Golden' }], []], ['', '', '-Golden']],
		[exited, 'GOLD', [[gold, risk], [gold], []], ['', '', '-Gold']],
		[entered, risk.id, [[], [gold], [gold, risk]], ['', '', '+At Risk']],
		[entered, 'gold', [[], [{ id: 'g', name: ' GOLD ' }]], ['', '+ GOLD ']],
		// Without a list nothing is known, so what was known stays.
		[entered, undefined, [[gold], null, [gold]], ['', '', '']],
		[entered, undefined, [[], [null, 'x', {}, { id: 'a' }, { name: 'b' }]], ['', '+a +b']],
	])('%s %s', (triggerOn, chosen, lists, expected) => {
		expect(changesOf(triggerOn, chosen, ...lists)).toEqual(expected);
	});

	it('are stored by name once', () => {
		const config = configOf({ triggerOn: entered });
		let state: unknown = null;

		for (const at of [0, 300, 600]) {
			const segments = at ? [gold, risk] : [gold];
			const results = ['a', 'b'].map((id) => row(id, -9, at, { segments }));

			({ state } = pollPages([{ results, next: null }], config, state));
		}

		expect(state).toMatchObject({
			store: { names: [gold, risk].map(({ id, name }) => [id, name]) },
		});
	});

	it.each([
		[entered, [{ segmentsAdded: ['Gold'], segmentsRemoved: [] }]],
		[exited, []],
	])('%s of a new record, which was in none before', (triggerOn, expected) => {
		const [, events] = eventsOf(configOf({ triggerOn }), null, { segments: [gold] });

		expect(events).toMatchObject(expected);

		for (const event of events) expect(event).not.toHaveProperty('previousUnknown');
	});

	it.each([
		[entered, [{ segmentsAdded: ['Gold'], segmentsRemoved: [], previousUnknown: true }]],
		[exited, []],
	])('%s of a record that the start has not read', (triggerOn, expected) => {
		const config = configOf({ triggerOn, segment: 'gold' });

		expect(eventsOfUnread(config, { segments: [gold, risk] })).toMatchObject(expected);
	});
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

	const record = {
		healthScore: 7,
		name: '',
		traits: { plan: 'pro', 'vitally.custom.nextStep': 'call', 'a.traits.b': false },
	};

	it.each([
		['traits.vitally.custom.nextStep', 'call'],
		['traits.a.traits.b', false],
		['constructor', null],
	])('%s', (path, value) => {
		expect(watchedValue(record, path)).toEqual(value);
		expect(watchedValue({ traits: null }, path)).toBeNull();
	});

	it('named like what every object has are own values only', () => {
		const own = JSON.parse('{"traits":{"constructor":"Acme","__proto__":1}}') as typeof record;

		expect(watchedValue(own, 'traits.constructor')).toBe('Acme');
		expect(watchedValue(own, 'traits.__proto__')).toBe(1);

		const paths = ['constructor', 'toString', 'traits.constructor', 'traits.hasOwnProperty'];

		expect(changeOf(paths, { traits: {} }, own)).toMatchObject({
			changedKeys: ['traits.constructor'],
			previous: { 'traits.constructor': null },
		});
	});

	it('are equal with their keys in another order, short and long, and not with another value', () => {
		for (const text of ['Ann', 'word '.repeat(200)]) {
			const roles = [{ label: text, user: { id: 1, name: 'Ann' } }];
			const inOtherOrder = [{ user: { name: 'Ann', id: 1 }, label: text }];

			expect(changeOf(['roles'], { roles }, { roles: inOtherOrder })).toBeUndefined();

			const changed = [{ label: text, user: { id: 2, name: 'Ann' } }];

			expect(changeOf(['roles'], { roles }, { roles: changed })).toBeDefined();
		}
	});

	it('of long values are compared, and the event has previousUnknown because they are not kept', () => {
		const text = 'word '.repeat(2000);
		// With its quotes, the longest that is kept has 200 characters.
		const [kept, longer] = ['x'.repeat(198), 'x'.repeat(199)];
		const changes = [kept, longer].map((name) => changeOf(['name'], { name }, { name: 'y' }));

		expect(changes.map((change) => change?.previous)).toEqual([{ name: kept }, {}]);

		const note = `${text.slice(0, 5000)}W${text.slice(5001)}`;
		const { remembered } = fieldDetector(['note']).detect(undefined, versionOf({ note: text }));

		expect(JSON.stringify(remembered).length).toBeLessThan(40);

		const others = Array.from({ length: 300 }, (_, index) =>
			fieldDetector(['note']).detect(undefined, versionOf({ note: `${text}${index}` })),
		);

		expect(new Set(others.map((one) => JSON.stringify(one.remembered))).size).toBe(300);
		expect(changeOf(['note'], { note: text }, { note })).toMatchObject({
			changedKeys: ['note'],
			previous: {},
			previousUnknown: true,
		});
	});
});

/** A survey that was dismissed is no response until it has a score, which is its creation. */
describe('a response to an NPS survey', () => {
	/** In a scope, both lists are one. */
	const configFor = (triggerOn: string, more: object = {}) =>
		configOf({ triggerOn, scope: { of: 'account', id: 'a1' } as const, ...more });

	const dismissed = { score: null, dismissedAt: timestampAt(0) };
	const later = (score: number) => ({ ...dismissed, score, respondedAt: timestampAt(9) });
	const ahead = (score: number) => ({ ...later(score), createdAt: timestampAt(900) });
	const response = (score: number) => ({ score, dismissedAt: null });

	it.each<[string, Array<object | null>, string, string, string]>([
		[
			'dismissed before the start',
			[dismissed, dismissed, later(9), later(8), later(8)],
			'00100',
			'00011',
			'00010',
		],
		['dismissed after it', [null, dismissed, later(9), later(8)], '0010', '0001', '0001'],
		['dismissed and answered between two polls', [null, later(9), later(8)], '010', '001', '001'],
		['answered before the start', [response(9), response(9), response(8)], '000', '011', '001'],
		[
			'cleared and answered again',
			[response(9), { score: null }, response(8)],
			'000',
			'000',
			'001',
		],
		['created ahead of the clock, answered before it', [ahead(9), ahead(8)], '00', '01', '01'],
		['answered after it', [null, response(9), response(8)], '010', '011', '011'],
	])('%s', (_, versions, creations, updates, scores) => {
		const polls = (triggerOn: string, watch?: string[]) =>
			eventsOf(configFor(triggerOn, { watch }), ...(versions as never[]))
				.map((events) => {
					const known = events.map(({ previous }) => previous?.score ?? 0);

					expect(known.filter((score) => typeof score !== 'number')).toEqual([]);

					return events.length;
				})
				.join('');

		expect(polls('npsResponseCreated')).toBe(creations);
		expect(polls('npsResponseUpdated')).toBe(updates);
		expect(polls('npsResponseUpdated', ['score'])).toBe(scores);
	});

	it.each([
		[dismissed, 0],
		[response(0), 1],
	])('%j is one of the newest of the first run: %i', (version, count) => {
		const config = configFor('npsResponseCreated', { newestOnFirstRun: 1 });

		expect(eventsOf(config, version)[0]).toHaveLength(count);
	});

	it.each([
		['npsResponseCreated', { ...response(9), respondedAt: timestampAt(-9) }, 0],
		['npsResponseCreated', { ...later(9), respondedAt: timestampAt(-5) }, 0],
		['npsResponseCreated', { ...later(9), respondedAt: timestampAt(290) }, 1],
		[
			'npsResponseCreated',
			{ ...response(9), createdAt: timestampAt(290), respondedAt: timestampAt(-9) },
			1,
		],
		['npsResponseUpdated', { ...response(9), respondedAt: timestampAt(-9) }, 1],
	])('%s, of one that the start has not read: %j', (triggerOn, version, count) => {
		expect(eventsOfUnread(configFor(triggerOn), version)).toHaveLength(count);
	});
});
