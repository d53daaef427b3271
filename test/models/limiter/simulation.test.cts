import { someOf } from '../histories.cts';
import { type Scenario, simulate } from './simulation.cts';

const MODELS: Array<Scenario['model']> = ['tokenBucket', 'slidingWindow'];

/** One process, whose window is shorter than the published one. */
const SCALED = {
	limit: 1000,
	windowMs: 6_000,
	latencyMs: 20,
	writeCost: 3,
	seed: 1,
	processes: [{ requests: 3_000 }],
};
const PUBLISHED = { windowMs: 60_000, latencyMs: 100 };
/** With ten requests in flight, cheap writes cannot use the limit when answers are slow. */
const SLOW = { latencyMs: 100, writeCost: 1, processes: [{ requests: 6_000 }] };

const shared = (count: number) => ({
	...PUBLISHED,
	roundReset: Math.ceil,
	processes: Array.from({ length: count }, () => ({ requests: Math.ceil(3_000 / count) })),
});

/** How much of the limit is used at least, and the part of the answers that have status 429 at most. */
type Row = [title: string, settings: Partial<Scenario>, minUsed: number, maxRejected: number];

const ROWS: Row[] = [
	['one process', {}, 0.95, 0.01],
	['the published limit', PUBLISHED, 0.95, 0.01],
	['seconds rounded up', { roundReset: Math.ceil }, 0.9, 1],
	['seconds rounded down', { roundReset: Math.floor }, 0.9, 1],
	['two processes', shared(2), 0, 0.1],
	['cheap reads', { processes: [{ requests: 4_000, reads: 0.5 }] }, 0.9, 0.01],
	['more cost than is assumed', { writeCost: 10, processes: [{ requests: 1_000 }] }, 0, 1],
	['lost answers', { losesOneIn: 20, seed: 3 }, 0.9, 0.01],
	['no headers', { writeCost: 1, hasHeaders: false, processes: [{ requests: 2_000 }] }, 0, 1],
	['ten processes', shared(10), 0, 0.1],
	['ten processes with cheap writes', { ...shared(10), writeCost: 1 }, 0, 0.1],
	['cheap writes', { writeCost: 1 }, 0.95, 0.01],
	['cheap writes, the published limit', { ...PUBLISHED, writeCost: 1 }, 0.95, 0.01],
	['cheap writes, rounded up', { writeCost: 1, roundReset: Math.ceil }, 0.9, 1],
	['answers at once', { latencyMs: 0 }, 0.95, 0.01],
	['slow answers', { ...SLOW, writeCost: 3 }, 0.95, 0.01],
	['slow answers to cheap writes', SLOW, 0.95 * 0.6, 0.01],
];

describe.each(MODELS)('rate limiting against a %s', (model) => {
	it.each(someOf(9, ROWS))(
		'fails no request and uses the limit: %s',
		async (_title, settings, minUsed, maxRejected) => {
			const scenario = { ...SCALED, ...settings, model };
			const { served, abandoned, usedShare, rejectedShare } = await simulate(scenario);
			const all = scenario.processes.reduce((sum, { requests }) => sum + requests, 0);

			expect({ served, abandoned }).toEqual({ served: all, abandoned: 0 });
			expect(usedShare).toBeGreaterThanOrEqual(minUsed);
			expect(rejectedShare).toBeLessThanOrEqual(maxRejected);
		},
	);

	it('leaves units for a process that starts later', async () => {
		const processes = [{ requests: 3_000 }, { requests: 500, startsAtMs: 10_000 }];
		const { doneAtMs, abandoned } = await simulate({ ...SCALED, model, processes });

		expect(abandoned).toBe(0);
		expect(doneAtMs[1]).toBeLessThan(doneAtMs[0]);
	});
});
