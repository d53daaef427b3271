import { type Process, type Scenario, simulate } from './simulation.cts';
const MODELS: Array<Scenario['model']> = ['token bucket', 'sliding window'];
const SCALED = { limit: 1000, windowMs: 6_000, latencyMs: 20, seed: 1 };
const PUBLISHED = { limit: 1000, windowMs: 60_000, latencyMs: 100, seed: 1 };
function share(requests: number, processes: number): Process[] {
	return Array.from({ length: processes }, () => ({ requests: Math.ceil(requests / processes) }));
}
it('table', async () => {
	const lines: string[] = [];
	for (const [name, base] of Object.entries({ SCALED, PUBLISHED }))
	for (const model of MODELS) for (const count of [1, 2, 10]) for (const writeCost of [1, 2, 3, 5])
	for (const [rounding, roundReset] of [['exact', undefined], ['ceil', Math.ceil], ['floor', Math.floor]] as const) {
		if (name === 'PUBLISHED' && rounding === 'floor') continue;
		const requests = Math.ceil((name === 'SCALED' ? 6000 : 5000) / (writeCost === 1 ? 1 : 2));
		const o = await simulate({ ...base, model, writeCost, roundReset, processes: share(requests, count) });
		lines.push([name, model, rounding, count, writeCost, (o.usedShare * 100).toFixed(1), (o.rejectedShare * 100).toFixed(1), o.gaveUp].join('\t'));
	}
	require('fs').writeFileSync('/tmp/sim.tsv', lines.join('\n'));
}, 600_000);
