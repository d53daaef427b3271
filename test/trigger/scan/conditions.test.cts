import { configOf, eventsOf, pollPages, timestampAt } from './poll.cts';

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

describe('a condition', () => {
	it.each<[string, string | undefined, unknown[], object]>([
		['dropsBelow', '5', [5, 4.9, 3, 8, 1], { 1: 5, 4: 8 }],
		['dropsBelow', '5', [7, null, 4], { 2: 7 }],
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
		const rowOf = (id: string, created: number, updated: number) => ({
			...{ id, of: 4, createdAt: timestampAt(created), updatedAt: timestampAt(updated) },
		});
		const old = before ? [rowOf('old', -10, -8)] : [];
		let { state } = pollPages([{ results: old }], before ?? config, null);
		for (const created of [...(before ? [[], []] : []), [rowOf('new', 1, 300)]]) {
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
