import { runsAll } from '../histories.cts';
import { type Process, type Scenario, simulate } from './simulation.cts';

const MODELS: Array<Scenario['model']> = ['tokenBucket', 'slidingWindow'];
const SCALED = { limit: 1000, windowMs: 6_000, latencyMs: 20, seed: 1 };
const PUBLISHED = { limit: 1000, windowMs: 60_000, latencyMs: 100, seed: 1 };

function share(requests: number, processes: number): Process[] {
	return Array.from({ length: processes }, () => ({ requests: Math.ceil(requests / processes) }));
}

function total(processes: readonly Process[]): number {
	return processes.reduce((sum, { requests }) => sum + requests, 0);
}

/** Runs the scenario and expects that every request was served. */
async function expectNothingFailed(scenario: Scenario) {
	const outcome = await simulate(scenario);
	expect(outcome).toMatchObject({ served: total(scenario.processes), abandoned: 0 });
	return outcome;
}

/** Runs the scenario and expects that everything was served, the limit used and 429 rare. */
async function expectGoodUse(scenario: Scenario, minUsedShare: number) {
	const outcome = await expectNothingFailed(scenario);
	expect(outcome.usedShare).toBeGreaterThanOrEqual(minUsedShare);
	expect(outcome.rejectedShare).toBeLessThan(0.01);
	return outcome;
}

const costs = runsAll ? [1, 3] : [3];

describe.each(MODELS)('rate limiting against a %s', (model) => {
	describe.each(costs)('by one process, with writes that cost %i', (writeCost) => {
		it.each(runsAll ? [0, 20, 100] : [20])('uses the limit at %i ms latency', async (latencyMs) => {
			// Ten requests in flight can't reach the limit when writes are cheap and answers slow.
			const reachable = latencyMs === 0 ? 1 : (10 * writeCost * 6) / latencyMs;
			// The longer the answers take, the longer a run must be for its end not to count.
			const processes = share(latencyMs === 100 ? 6_000 : 3_000, 1);
			const scenario = { ...SCALED, model, latencyMs, writeCost, processes };
			await expectGoodUse(scenario, 0.95 * Math.min(1, reachable));
		});

		it('uses the published limit', async () => {
			await expectGoodUse({ ...PUBLISHED, model, writeCost, processes: share(3_000, 1) }, 0.95);
		});

		it.each([
			['up', Math.ceil],
			['down', Math.floor],
		])('copes with seconds rounded %s', async (_, roundReset) => {
			const processes = share(3_000, 1);
			const scenario = { ...SCALED, model, roundReset, writeCost, processes };
			const { usedShare } = await expectNothingFailed(scenario);
			expect(usedShare).toBeGreaterThanOrEqual(0.9);
		});
	});

	describe.each(runsAll ? [2, 10] : [2])('by %i processes', (count) => {
		it.each(costs)('fails nothing with writes that cost %i', async (writeCost) => {
			const processes = share(3_000, count);
			const scenario = { ...PUBLISHED, model, roundReset: Math.ceil, writeCost, processes };
			const { rejectedShare } = await expectNothingFailed(scenario);
			expect(rejectedShare).toBeLessThan(0.1);
		});
	});

	it('leaves units for a process that starts later', async () => {
		const processes = [{ requests: 3_000 }, { requests: 500, startsAtMs: 10_000 }];
		const { doneAtMs } = await expectNothingFailed({ ...SCALED, model, writeCost: 3, processes });
		expect(doneAtMs[1]).toBeLessThan(doneAtMs[0]);
	});

	it('uses the limit where reads cost less than writes', async () => {
		const processes = [{ requests: 4_000, reads: 0.5 }];
		await expectGoodUse({ ...SCALED, model, writeCost: 3, processes }, 0.9);
	});

	it('fails nothing where requests cost more than it assumes', async () => {
		await expectNothingFailed({ ...SCALED, model, writeCost: 10, processes: share(1_000, 1) });
	});

	it('does not lose count when responses are lost', async () => {
		const { rejectedShare, usedShare } = await simulate({
			...SCALED,
			model,
			writeCost: 3,
			losesOneIn: 20,
			processes: share(3_000, 1),
		});
		expect(usedShare).toBeGreaterThanOrEqual(0.9);
		expect(rejectedShare).toBeLessThan(0.01);
	});

	it('fails nothing without headers, on retries alone', async () => {
		const processes = share(2_000, 1);
		await expectNothingFailed({ ...SCALED, model, writeCost: 1, hasHeaders: false, processes });
	});
});
