import { configOf, eventsOf, pollPages, timestampAt } from './poll.cts';

const segment = (name: string) => ({ id: `id of ${name}`, name });
const [gold, risk] = ['Gold', 'At Risk'].map(segment);

describe('segments', () => {
	const changesOf = (triggerOn: string, chosen: string | undefined, ...lists: unknown[]) =>
		eventsOf(
			configOf({ triggerOn, segment: chosen }),
			...lists.map((segments) => ({ segments })),
		).map((events) => events.map((event) => [event.segmentsAdded, event.segmentsRemoved]));

	it.each<[string, string | undefined, unknown[], unknown[][]]>([
		[
			'accountEnteredSegment',
			undefined,
			[[gold], [gold, risk], [risk], [gold]],
			[[], [[['At Risk'], []]], [], [[['Gold'], ['At Risk']]]],
		],
		[
			'accountExitedSegment',
			undefined,
			[[gold], [gold, risk], [risk], []],
			[[], [], [[[], ['Gold']]], [[[], ['At Risk']]]],
		],
		['accountExitedSegment', 'GOLD', [[gold, risk], [gold], []], [[], [], [[[], ['Gold']]]]],
		['accountEnteredSegment', risk.id, [[], [gold], [gold, risk]], [[], [], [[['At Risk'], []]]]],
		// Without a list nothing is known, so what was known stays.
		['accountEnteredSegment', undefined, [[gold], null, [gold]], [[], [], []]],
		[
			'accountEnteredSegment',
			undefined,
			[[], [null, 'x', {}, { id: 'a' }, { name: 'b' }]],
			[[], [[['a', 'b'], []]]],
		],
	])('%s %s', (triggerOn, chosen, lists, expected) => {
		expect(changesOf(triggerOn, chosen, ...lists)).toEqual(expected);
	});

	it.each([
		['accountEnteredSegment', 1],
		['accountExitedSegment', 0],
	])('%s of a new record, which was in none before: %i', (triggerOn, count) => {
		const created = { createdAt: timestampAt(300), segments: [gold] };
		const [, events] = eventsOf(configOf({ triggerOn }), null, created);
		expect(events).toHaveLength(count);
		for (const event of events) expect(event).not.toHaveProperty('previousUnknown');
	});

	it.each([
		[
			'accountEnteredSegment',
			[{ segmentsAdded: ['Gold'], segmentsRemoved: [], previousUnknown: true }],
		],
		['accountExitedSegment', []],
	])('%s of a record that the start has not read', (triggerOn, expected) => {
		const config = configOf({ triggerOn, segment: 'gold', maxPages: 1 });
		const row = (id: string, at: number) => ({
			...{ id, createdAt: timestampAt(-9), updatedAt: timestampAt(at) },
			segments: [gold, risk],
		});
		const { state } = pollPages([{ results: [row('a', 0)], next: 'more' }], config, null);
		const { events } = pollPages([{ results: [row('b', 300)], next: null }], config, state);
		expect(events).toMatchObject(expected);
	});
});
