import { type Process, type Scenario, simulate } from './simulation.cts';

const MODELS: Array<Scenario['model']> = ['token bucket', 'sliding window'];
const SCALED = { limit: 1000, windowMs: 6_000, latencyMs: 20, seed: 1 };
const PUBLISHED = { limit: 1000, windowMs: 60_000, latencyMs: 100, seed: 1 };

function share(requests: number, processes: number): Process[] {
	return Array.from({ length: processes }, () => ({ requests: Math.ceil(requests / processes) }));
}

function total(processes: readonly Process[]): number {
	return processes.reduce((sum, { requests }) => sum + requests, 0);
}

/** Runs the scenario and expects that everything was served, the limit used and 429 rare. */
async function expectGoodUse(scenario: Scenario, leastShare: number) {
	const outcome = await simulate(scenario);
	expect(outcome).toMatchObject({ served: total(scenario.processes), gaveUp: 0 });
	expect(outcome.usedShare).toBeGreaterThanOrEqual(leastShare);
	expect(outcome.rejectedShare).toBeLessThan(0.01);
	return outcome;
}

describe.each(MODELS)('rate limiting against a %s', (model) => {
	describe.each([1, 2, 3])('by %i process(es)', (count) => {
		describe.each([1, 3, 5])('with writes that cost %i', (writeCost) => {
			it.each([0, 20, 100])('uses the limit at %i ms latency', async (latencyMs) => {
				// Ten requests in flight can't reach the limit when writes are cheap and answers slow.
				const reachable = latencyMs === 0 ? 1 : (count * 10 * writeCost * 6) / latencyMs;
				// The longer the answers take, the longer a run must be for its end not to count.
				const processes = share(latencyMs === 100 ? 6_000 : 3_000, count);
				const scenario = { ...SCALED, model, latencyMs, writeCost, processes };
				await expectGoodUse(scenario, (writeCost === 1 ? 0.95 : 0.9) * Math.min(1, reachable));
			});
		});
	});

	it.each([1, 3])('uses the published limit with writes that cost %i', async (writeCost) => {
		const processes = share(3_000, writeCost === 1 ? 2 : 1);
		await expectGoodUse({ ...PUBLISHED, model, writeCost, processes }, 0.95);
	});

	it.each([1, 3])('carries 5,000 writes that cost %i', async (writeCost) => {
		await expectGoodUse({ ...SCALED, model, writeCost, processes: share(5_000, 1) }, 0.95);
	});

	it.each([
		['up', Math.ceil],
		['down', Math.floor],
	])('copes with seconds rounded %s', async (_, roundReset) => {
		await expectGoodUse(
			{ ...SCALED, model, roundReset, writeCost: 3, processes: share(3_000, 1) },
			0.9,
		);
		await expectGoodUse(
			{ ...SCALED, model, roundReset, writeCost: 3, processes: share(3_000, 2) },
			0.9,
		);
	});

	it('lets fifty processes share it', async () => {
		const requests = 5_000;
		const scenario = { ...PUBLISHED, model, writeCost: 1, processes: share(requests, 50) };
		const { served, gaveUp, usedShare, rejectedShare } = await simulate(scenario);
		expect({ served, gaveUp }).toEqual({ served: requests, gaveUp: 0 });
		expect(usedShare).toBeGreaterThanOrEqual(0.9);
		expect(rejectedShare).toBeLessThanOrEqual(0.02);
	});

	it('makes room for a process that comes later', async () => {
		const processes = [{ requests: 3_000 }, { requests: 500, startsAtMs: 10_000 }];
		const { doneAtMs } = await expectGoodUse({ ...SCALED, model, writeCost: 3, processes }, 0.9);
		expect(doneAtMs[1]).toBeLessThan(doneAtMs[0]);
	});

	it('tells the cost of writes from that of reads', async () => {
		const processes = [{ requests: 4_000, reads: 0.5 }];
		await expectGoodUse({ ...SCALED, model, writeCost: 5, processes }, 0.9);
	});

	it('does not lose count when answers get lost', async () => {
		const processes = share(3_000, 1);
		const { rejectedShare, usedShare } = await simulate({
			...SCALED,
			model,
			writeCost: 3,
			losesOneIn: 20,
			processes,
		});
		expect(usedShare).toBeGreaterThanOrEqual(0.9);
		expect(rejectedShare).toBeLessThan(0.01);
	});

	it('comes through without headers, on retries alone', async () => {
		const scenario = {
			...SCALED,
			model,
			writeCost: 1,
			hasHeaders: false,
			processes: share(2_000, 1),
		};
		expect(await simulate(scenario)).toMatchObject({ served: 2_000, gaveUp: 0 });
	});
});
