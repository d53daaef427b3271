import { configOf, eventsOf, timestampAt } from './poll.cts';

const dismissed = { score: null, dismissedAt: timestampAt(0) };
const answered = (score: number) => ({ ...dismissed, score, respondedAt: timestampAt(9) });
const response = (score: number) => ({ score, dismissedAt: null });

/** A survey that was dismissed is no response until it has a score, which is its creation. */
describe('a response to an NPS survey', () => {
	const polls = (triggerOn: string, watch: string[] | undefined, versions: object[]) =>
		eventsOf(configOf({ triggerOn, watch, scope }), ...(versions as never[])).map(
			({ length }) => length,
		);
	// In a scope both lists are one.
	const scope = { of: 'account', id: 'a1' } as const;
	const created = { createdAt: timestampAt(1) };

	it.each<[string, Array<object | null>, number[], number[], number[]]>([
		[
			'dismissed before the start',
			[dismissed, { ...dismissed, feedback: 'x' }, answered(9), answered(10), answered(10)],
			[0, 0, 1, 0, 0],
			[0, 0, 0, 1, 1],
			[0, 0, 0, 1, 0],
		],
		[
			'dismissed after it',
			[
				null,
				{ ...created, ...dismissed },
				{ ...created, ...answered(9) },
				{ ...created, ...answered(8) },
			],
			[0, 0, 1, 0],
			[0, 0, 0, 1],
			[0, 0, 0, 1],
		],
		[
			'dismissed and answered between two polls',
			[null, { ...created, ...answered(9) }, { ...created, ...answered(8) }],
			[0, 1, 0],
			[0, 0, 1],
			[0, 0, 1],
		],
		[
			'answered before the start',
			[response(9), response(9), response(8)],
			[0, 0, 0],
			[0, 1, 1],
			[0, 0, 1],
		],
		[
			'answered after it',
			[null, { ...created, ...response(9) }, { ...created, ...response(8) }],
			[0, 1, 0],
			[0, 1, 1],
			[0, 1, 1],
		],
	])('%s', (_, versions, creations, updates, scores) => {
		const all = versions as object[];
		expect(polls('npsResponseCreated', undefined, all)).toEqual(creations);
		expect(polls('npsResponseUpdated', undefined, all)).toEqual(updates);
		expect(polls('npsResponseUpdated', ['score'], all)).toEqual(scores);
	});

	it.each([
		[dismissed, 0],
		[response(0), 1],
	])('%j is one of the newest of the first run: %i', (version, count) => {
		const config = configOf({ triggerOn: 'npsResponseCreated', newestOnFirstRun: 1, scope });
		expect(eventsOf(config, version)[0]).toHaveLength(count);
	});
});
