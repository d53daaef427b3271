import { createScan } from '../../../nodes/Vitally/trigger/scan/createScan';
import { configOf, eventsOf, timestampAt } from './poll.cts';

const configFor = (is: string, value?: string) =>
	configOf({ triggerOn: 'taskUpdated', conditions: [{ field: 'of', is: is as never, value }] });

/** The values before, by poll with an event. */
const eventsBy = (is: string, value: string | undefined, ...of: unknown[]) =>
	eventsOf(configFor(is, value), ...of.map((one) => ({ of: one }))).flatMap((events, poll) =>
		events.map(({ previous, previousUnknown }) => [poll, previousUnknown ?? previous?.of]),
	);

const long = 'word '.repeat(100).trim();
const tags = Array.from({ length: 16 }, (_, index) => `a tag with some length ${index}`);

describe('a condition', () => {
	it.each<[string, string | undefined, unknown[], unknown[][]]>([
		[
			'dropsBelow',
			'5',
			[5, 4.9, 3, 8, 1],
			[
				[1, 5],
				[4, 8],
			],
		],
		['dropsBelow', '5', [7, null, 4], [[2, 7]]],
		['dropsBelow', '5', [4, null, 3, 6, null, 2], [[5, 6]]],
		['dropsBelow', '5', [null, 4, null, 6, 4], [[4, 6]]],
		['dropsBelow', '5', ['7', 'high', '4'], [[2, 7]]],
		[
			'risesAbove',
			'5.0',
			[5, 5.1, 6, 5, null, 6],
			[
				[1, 5],
				[5, 5],
			],
		],
		[
			'becomes',
			'5.0',
			[4, 5, '5', 5],
			[
				[1, 4],
				[3, '5'],
			],
		],
		[
			'becomes',
			' At Risk',
			['at', 'AT RISK ', 'at risk', null, ['x', 'at risk']],
			[
				[1, 'at'],
				[4, null],
			],
		],
		[
			'becomes',
			'TRUE',
			[false, true, 1, true],
			[
				[1, false],
				[3, 1],
			],
		],
		['becomes', '[object Object]', [null, {}, [{}]], []],
		[
			'becomes',
			tags[0],
			[tags.slice(1), tags, tags.slice(0, 2), [tags[0], 'x'], tags.slice(1)],
			[[1, true]],
		],
		['becomes', tags[0], [tags, [tags[0]]], []],
		['becomes', long, ['old', long, long], [[1, 'old']]],
		[
			'becomes',
			'new',
			['old', 'new', long, 'new'],
			[
				[1, 'old'],
				[3, true],
			],
		],
		[
			'isSet',
			'',
			[null, long, '', long, [], [1]],
			[
				[1, null],
				[3, ''],
				[5, []],
			],
		],
		[
			'isCleared',
			'',
			[undefined, long, '', long, []],
			[
				[2, true],
				[4, true],
			],
		],
	])('%s %s: %j', (is, value, of, expected) => {
		expect(eventsBy(is, value, ...of)).toEqual(expected);
	});

	it('is met by a new record once it is edited, and a first number is no crossing', () => {
		const created = { createdAt: timestampAt(1) };
		const of = (is: string, value: string, first: unknown) =>
			eventsOf(configFor(is, value), null, { ...created, of: first }).flat();
		expect(of('becomes', 'x', 'x')).toMatchObject([{ previous: { of: null } }]);
		expect(of('isCleared', '', null)).toEqual([]);
		expect(of('dropsBelow', '5', 4)).toEqual([]);
	});

	it('on two fields is one event of those that are met', () => {
		const conditions = ['a', 'b'].map((field) => ({ field, is: 'isSet' as const, value: '' }));
		const config = configOf({ triggerOn: 'taskUpdated', conditions });
		const [, first, second] = eventsOf(config, {}, { b: 1 }, { a: 1, b: 2 });
		expect(first).toMatchObject([{ changedKeys: ['b'], previous: { b: null } }]);
		expect(second).toMatchObject([{ changedKeys: ['a'], previous: { a: null } }]);
	});

	it.each([
		['8', []],
		['6.9', [{ previous: { of: 7 } }]],
	])('with another limit, %s, is compared with the value that is remembered', (limit, expected) => {
		const config = configFor('dropsBelow', '5');
		const scan = createScan(null, config);
		const times = { id: 'a', createdAt: timestampAt(-9) };
		scan.page([{ ...times, updatedAt: timestampAt(0), of: 7 }], null);
		const later = createScan(scan.finish().state, configFor('dropsBelow', limit));
		later.page([{ ...times, updatedAt: timestampAt(300), of: 6.5 }], null);
		expect(later.finish().events).toMatchObject(expected);
	});
});
