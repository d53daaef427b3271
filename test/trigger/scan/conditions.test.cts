import { createScan } from '../../../nodes/Vitally/trigger/scan/createScan';
import { configOf, pollPages, timestampAt } from './poll.cts';

const OTHER_TAGS = Array.from({ length: 16 }, (_, index) => `a tag with some length ${index}`);

/** A task as its list returns it at one time after another. */
const polls = (conditions: object[], ...values: unknown[]) => {
	const config = configOf({ triggerOn: 'taskUpdated', conditions: conditions as never });
	let state: unknown = null;
	return values.map((tags, index) => {
		const updatedAt = timestampAt(300 * index);
		const results = [{ id: 'a', createdAt: timestampAt(-9), updatedAt, tags }];
		const done = pollPages([{ results, next: null }], config, state);
		state = JSON.parse(JSON.stringify(done.state));
		return done.events.map(({ previous, previousUnknown }) => ({ previous, previousUnknown }));
	});
};

describe('a condition on a list or a long text', () => {
	const atRisk = [{ field: 'tags', is: 'becomes', value: 'at-risk' }];

	it.each([3, 16])('is met by one of %d tags, once', (count) => {
		const tags = OTHER_TAGS.slice(0, count - 1);
		const events = polls(atRisk, tags, [...tags, 'at-risk'], [...tags, 'at-risk', 'more'], tags);
		expect(events.map(({ length }) => length)).toEqual([0, 1, 0, 0]);
	});

	it('is not met by a list that loses its other tags', () => {
		const all = [...OTHER_TAGS, 'at-risk'];
		expect(polls(atRisk, all, ['at-risk']).flat()).toEqual([]);
	});

	it('has the value before where it was short enough to keep', () => {
		const long = 'word '.repeat(100).trim();
		const [, , , back] = polls(
			[{ field: 'tags', is: 'becomes', value: 'new' }],
			'old',
			'new',
			long,
			'new',
		);
		expect(back).toEqual([{ previous: {}, previousUnknown: true }]);
		const [, first] = polls([{ field: 'tags', is: 'becomes', value: long }], 'old', long, long);
		expect(first).toEqual([{ previous: { tags: 'old' } }]);
	});

	it('is set and is cleared', () => {
		const long = 'word '.repeat(100);
		const count = (is: string) =>
			polls([{ field: 'tags', is }], null, long, '', long).map(({ length }) => length);
		expect(count('isSet')).toEqual([0, 1, 0, 1]);
		expect(count('isCleared')).toEqual([0, 0, 1, 0]);
	});
});

it('another limit is compared with the value that is remembered', () => {
	const config = (value: string) =>
		configOf({
			triggerOn: 'accountUpdated',
			conditions: [{ field: 'score', is: 'dropsBelow', value }],
		} as const);
	const page = (seconds: number, score: number) => [
		{
			results: [{ id: 'a', createdAt: timestampAt(-9), updatedAt: timestampAt(seconds), score }],
			next: null,
		},
	];
	const { state } = pollPages(page(0, 7), config('5'), null);
	const { events } = pollPages(page(300, 6.5), config('8'), state);
	expect(events).toEqual([]);
	expect(pollPages(page(300, 6.5), config('6.9'), state).events).toMatchObject([
		{ previous: { score: 7 } },
	]);
	expect(createScan(state, config('6')).request).toEqual({ limit: 100, sortBy: 'updatedAt' });
});
