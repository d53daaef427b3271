import fc from 'fast-check';

import { matchesSent, valuesEqual } from '../../nodes/Vitally/values/valuesEqual';
import { resultOf } from '../errors/thrownError.cts';
import { lessThan } from '../fixtures/bounds.cts';

describe('valuesEqual', () => {
	it.each([
		[12, '12'],
		[12, ' 12.0 '],
		[1234567890, '1234567890.000000'],
		[0, '-0'],
		[100000, '1e+5'],
		[0.00125, '12.5E-4'],
		[1e21, '1e+21'],
		[2 ** 60, '1152921504606847000'],
		[true, 'TRUE'],
		[false, 'false'],
		['2026-03-01T00:00:00.000Z', '2026-03-01'],
		['2026-03-01T08:00:00.000Z', '2026-03-01T10:00:00+02:00'],
		['2026-03-01T08:00:00.000Z', '2026-03-01 03:00-0500'],
		['2026-03-01T08:00:00.000Z', '2026-03-01 08:00:00+00'],
		['2026-03-01T08:00:00.123Z', '2026-03-01T08:00:00.123000Z'],
		['2026-03-01T08:00:00.123Z', '2026-03-01T08:00:00.123000000Z'],
		['2026-03-01T08:00:00.000Z', '2026-02-28T22:30:00-0930'],
		['2026-03-01T08:00:00.000Z', '2026-03-01T13:45:00+05:45'],
		['2026-03-01T08:00:00.000Z', '2026-03-01 09:00:00 +01:00'],
		['2026-03-01T08:00:00.000Z', new Date('2026-03-01T08:00:00Z')],
		[Date.UTC(2026, 2, 1), '2026-03-01'],
		[Date.UTC(2026, 2, 1) / 1000, '2026-03-01T02:00:00+02:00'],
		['2026-03-01T00:00:00.000Z', Date.UTC(2026, 2, 1)],
		[
			['a', 'b'],
			['b', 'a'],
		],
		[
			['1', '2'],
			[2, 1],
		],
		// A multi-select has no repetitions.
		[
			['a', 'a', 'b'],
			['b', 'a'],
		],
		[['a'], ['a', 'a']],
		[null, undefined],
		[undefined, ''],
		['', []],
		[[null], ['']],
		[{ a: 1, b: null }, { a: '1' }],
		[[{ a: ['x', 'y'] }], [{ a: ['y', 'x'] }]],
		[{ a: 1 }, { a: 1, toString: null }],
		[
			['2026-03-01T08:00:00.000Z', 'a'],
			['a', new Date('2026-03-01T08:00:00Z')],
		],
	])('accepts %j and %j', (current, sent) => {
		expect({ isEqual: resultOf(() => valuesEqual(current, sent)) }).toEqual({ isEqual: true });
	});

	it.each([
		['1.1', '1.10'],
		['1', ' 1'],
		['true', 'TRUE'],
		['02134', '2134'],
		[2134, '02134'],
		['-007', -7],
		[9007199254740992, '9007199254740993'],
		[0, null],
		[false, ''],
		[true, 'false'],
		[true, 'true or not'],
		[true, 'untrue'],
		[12, 'no 12'],
		[12, '12 of them'],
		['2026-03-01', 'on 2026-03-01'],
		['2026-03-01', '2026-03-01 or later'],
		[20260301, '2026-03-01'],
		[undefined, 'x'],
		['2026-03-01T08:00:00.000Z', '2026-03-01T08:00:00'],
		['2026-03-02', '2026-02-30'],
		['2026-03-01T25:00:00Z', '2026-03-01T26:00:00Z'],
		['2026-03-01T10:61:00Z', '2026-03-01T10:62:00Z'],
		['2026-03-01T08:00:00.123Z', '2026-03-01T08:00:00.1230000000Z'],
		['2026-03-01T08:00:00.000Z', '2026-03-01T08:00:00.500Z'],
		[['a', 'b'], ['a']],
		[
			['a', 'b'],
			['a', 'c'],
		],
		[
			['a', 'a'],
			['a', 'b'],
		],
		[['a'], 'a'],
		[['a'], { 0: 'a' }],
		[[null], ['null']],
		[[{ a: 1 }], [{ a: 1 }, { b: 2 }]],
		[
			[{ a: 1 }, { a: 2 }],
			[{ a: 1 }, { a: 3 }],
		],
		[
			[{ a: 1 }, { a: 2 }],
			[{ a: 2 }, { a: 1 }],
		],
		[{ a: 1 }, { a: 1, b: 2 }],
		[{ a: 1, b: 2 }, { a: 1 }],
		[{ a: 1 }, '[object Object]'],
		['gold', 'Gold'],
		['Hello', '<h1>Hello</h1>'],
		[['1.0'], ['1']],
		[['true'], ['TRUE']],
		[[1], ['2']],
	])('distinguishes %j and %j', (current, sent) => {
		expect({ isEqual: resultOf(() => valuesEqual(current, sent)) }).toEqual({ isEqual: false });
	});

	describe('whatever the zone of the machine', () => {
		const { TZ } = process.env;

		afterAll(() => {
			if (TZ === undefined) delete process.env.TZ;
			else process.env.TZ = TZ;
		});

		const times = [
			{
				what: 'a day and its midnight in UTC',
				current: '2026-03-01T00:00:00.000Z',
				sent: '2026-03-01',
			},
			{
				what: 'a day and its midnight as a number',
				current: Date.UTC(2026, 2, 1),
				sent: '2026-03-01',
			},
			{
				what: 'a time in UTC and in another zone',
				current: '2026-03-01T08:00:00.000Z',
				sent: '2026-03-01T10:00:00+02:00',
			},
		];

		it.each(
			['America/Los_Angeles', 'Pacific/Kiritimati'].flatMap((zone) =>
				times.map((row) => ({ zone, ...row })),
			),
		)('accepts $what with the machine in $zone', ({ zone, current, sent }) => {
			process.env.TZ = zone;

			expect({ current, sent, isEqual: resultOf(() => valuesEqual(current, sent)) }).toEqual({
				current,
				sent,
				isEqual: true,
			});
		});
	});

	it('accepts two numbers only where they are the same, also where one is a string', () => {
		const number = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }));

		fc.assert(
			fc.property(number, number, (current, sent) => {
				expect({
					asNumbers: valuesEqual(current, sent),
					withCurrentAsText: valuesEqual(String(current), sent),
					withSentAsText: valuesEqual(current, String(sent)),
					withItselfAsText: valuesEqual(current, String(current)),
				}).toEqual({
					asNumbers: current === sent,
					withCurrentAsText: current === sent,
					withSentAsText: current === sent,
					withItselfAsText: true,
				});
			}),
		);
	});

	it.each([
		{ title: 'that are equal', change: (texts: string[]) => texts, isEqual: true },
		{ title: 'of another length', change: (texts: string[]) => [...texts, '0.25'], isEqual: false },
	])('reads each entry of lists $title a few times only', ({ change, isEqual }) => {
		const numbers = Array.from({ length: 1000 }, (_, index) => index + 0.5);
		let reads = 0;
		const list = new Proxy(change(numbers.map(String)).reverse(), {
			get: (entries, index) => {
				reads++;

				return Reflect.get(entries, index) as unknown;
			},
		});

		expect({ isEqual: valuesEqual(numbers, list), reads }).toEqual({
			isEqual,
			reads: lessThan(10 * numbers.length),
		});
	});
});

/** After a response was lost, the record that is found counts as created only if it is what was sent. */
describe('matchesSent', () => {
	const messages = [{ from: { id: 'u1' } }];

	it.each([
		{
			name: 'with the same values',
			record: { name: 'A', seats: '12' },
			sent: { name: 'A', seats: 12 },
		},
		{
			name: 'without a field that is returned nowhere',
			record: { name: 'A' },
			sent: { name: 'A', template: 't' },
		},
		{ name: 'with more fields', record: { name: 'A', id: '1' }, sent: { name: 'A' } },
		{
			name: 'with more traits',
			record: { traits: { plan: 'x', b: 1 } },
			sent: { traits: { plan: 'x' } },
		},
		{ name: 'with changed HTML', record: { note: '<p>x</p>' }, sent: { note: '<b>x</b>' } },
		{
			name: 'with changed HTML that began with text',
			record: { note: '<p>x y</p>' },
			sent: { note: 'x <b>y</b>' },
		},
		{
			name: 'with more in each message',
			record: { messages: [{ id: 'm', a: 1 }] },
			sent: { messages },
		},
		{
			name: 'with tags in another order',
			record: { tags: ['a', 'b'] },
			sent: { tags: ['b', 'a'] },
		},
	])('takes a record $name for what was sent', ({ record, sent }) => {
		expect({ record, sent, matches: resultOf(() => matchesSent(record, sent)) }).toEqual({
			record,
			sent,
			matches: true,
		});
	});

	it.each([
		{ name: 'with another value', record: { name: 'B', seats: 1 }, sent: { name: 'A', seats: 1 } },
		{
			name: 'with a value in place of traits',
			record: { traits: 'x' },
			sent: { traits: { plan: 'x' } },
		},
		{
			name: 'with another trait',
			record: { traits: { plan: 'y' } },
			sent: { traits: { plan: 'x' } },
		},
		{ name: 'without the HTML', record: { note: null }, sent: { note: '<b>x</b>' } },
		{ name: 'with other text', record: { note: 'x < y' }, sent: { note: 'x' } },
		{ name: 'without the messages', record: { messages: null }, sent: { messages } },
		{ name: 'with a message more', record: { messages: [{}, {}] }, sent: { messages } },
		{ name: 'with a message less', record: { messages: [] }, sent: { messages } },
		{
			name: 'with no list',
			record: { messages: { length: 1 } },
			sent: { messages: [1, ...messages] },
		},
		{ name: 'with other tags', record: { tags: ['a'] }, sent: { tags: ['b'] } },
	])('takes a record $name for another one', ({ record, sent }) => {
		expect({ record, sent, matches: resultOf(() => matchesSent(record, sent)) }).toEqual({
			record,
			sent,
			matches: false,
		});
	});
});
