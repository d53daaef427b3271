import { atLeast, atMost, lessThan } from '../../fixtures/bounds.cts';
import { someOf } from '../histories.cts';
import { type Scenario, simulate } from './simulation.cts';

const MODELS: Array<Scenario['model']> = ['tokenBucket', 'slidingWindow'];

/** A process whose window is shorter than the published one. */
const SCALED = {
	limit: 1000,
	windowMs: 6_000,
	latencyMs: 20,
	writeCost: 3,
	seed: 1,
	processes: [{ requests: 3_000 }],
};
const PUBLISHED = { windowMs: 60_000, latencyMs: 100 };
/** Slow answers to cheap writes: ten requests in flight cannot use the limit. */
const SLOW = { latencyMs: 100, writeCost: 1, processes: [{ requests: 6_000 }] };

const shared = (count: number) => ({
	...PUBLISHED,
	roundReset: Math.ceil,
	processes: Array.from({ length: count }, () => ({ requests: Math.ceil(3_000 / count) })),
});

interface Row {
	name: string;
	settings: Partial<Scenario>;
	/** The part of the limit that is used at least. */
	minUsed: number;
	/** The part of the answers that have status 429 at most. */
	maxRejected: number;
}

const ROWS: Row[] = [
	{ name: 'one process', settings: {}, minUsed: 0.95, maxRejected: 0.01 },
	{ name: 'the published limit', settings: PUBLISHED, minUsed: 0.95, maxRejected: 0.01 },
	{
		name: 'seconds rounded up',
		settings: { roundReset: Math.ceil },
		minUsed: 0.9,
		maxRejected: 1,
	},
	{
		name: 'seconds rounded down',
		settings: { roundReset: Math.floor },
		minUsed: 0.9,
		maxRejected: 1,
	},
	{ name: 'two processes', settings: shared(2), minUsed: 0, maxRejected: 0.1 },
	{
		name: 'cheap reads',
		settings: { processes: [{ requests: 4_000, reads: 0.5 }] },
		minUsed: 0.9,
		maxRejected: 0.01,
	},
	{
		name: 'more cost than is assumed',
		settings: { writeCost: 10, processes: [{ requests: 1_000 }] },
		minUsed: 0,
		maxRejected: 1,
	},
	{
		name: 'lost answers',
		settings: { losesOneIn: 20, seed: 3 },
		minUsed: 0.9,
		maxRejected: 0.01,
	},
	{
		name: 'no headers',
		settings: { writeCost: 1, hasHeaders: false, processes: [{ requests: 2_000 }] },
		minUsed: 0,
		maxRejected: 1,
	},
	{ name: 'ten processes', settings: shared(10), minUsed: 0, maxRejected: 0.1 },
	{
		name: 'ten processes with cheap writes',
		settings: { ...shared(10), writeCost: 1 },
		minUsed: 0,
		maxRejected: 0.1,
	},
	{ name: 'cheap writes', settings: { writeCost: 1 }, minUsed: 0.95, maxRejected: 0.01 },
	{
		name: 'cheap writes, the published limit',
		settings: { ...PUBLISHED, writeCost: 1 },
		minUsed: 0.95,
		maxRejected: 0.01,
	},
	{
		name: 'cheap writes, rounded up',
		settings: { writeCost: 1, roundReset: Math.ceil },
		minUsed: 0.9,
		maxRejected: 1,
	},
	{ name: 'answers at once', settings: { latencyMs: 0 }, minUsed: 0.95, maxRejected: 0.01 },
	{
		name: 'slow answers',
		settings: { ...SLOW, writeCost: 3 },
		minUsed: 0.95,
		maxRejected: 0.01,
	},
	{
		name: 'slow answers to cheap writes',
		settings: SLOW,
		minUsed: 0.95 * 0.6,
		maxRejected: 0.01,
	},
];

describe.each(MODELS)('rate limiting against a %s', (model) => {
	it.each(someOf(9, ROWS))(
		'fails no request and uses the limit: $name',
		async ({ settings, minUsed, maxRejected }) => {
			const scenario = { ...SCALED, ...settings, model };
			const requestCount = scenario.processes.reduce((sum, { requests }) => sum + requests, 0);

			const { served, abandoned, usedShare, rejectedShare } = await simulate(scenario);

			expect({ served, abandoned }).toEqual({ served: requestCount, abandoned: 0 });
			expect({ usedShare }).toEqual({ usedShare: atLeast(minUsed) });
			expect({ rejectedShare }).toEqual({ rejectedShare: atMost(maxRejected) });
		},
	);

	it('leaves units for a process that starts later', async () => {
		const processes = [{ requests: 3_000 }, { requests: 500, startsAtMs: 10_000 }];

		const { doneAtMs, abandoned } = await simulate({ ...SCALED, model, processes });

		expect({ abandoned }).toEqual({ abandoned: 0 });
		expect({ doneAtMs: doneAtMs[1] }).toEqual({ doneAtMs: lessThan(doneAtMs[0]) });
	});
});
