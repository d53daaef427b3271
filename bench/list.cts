import type { Reader } from './list.case.cts';
import { measure, startSandboxProcess, type Measured } from './process.cts';
import { rounded, type Section } from './section.cts';

const ACCOUNTS = 100_000;
const READERS: Reader[] = ['bare loop', 'Vitally', 'HTTP Request', 'HTTP Request + Split Out'];
/** Rounds of each reader by the latency of the service; the middle one counts. */
const ROUNDS = new Map([
	[0, 5],
	[20, 1],
]);

/** Lists 100,000 accounts in every way, without latency and at 20 ms. */
export async function benchList(): Promise<Section> {
	const rows: Section['rows'] = [];
	const service = await startSandboxProcess({
		seed: { accounts: ACCOUNTS },
		limits: { budget: 10_000_000 },
	});
	for (const [latencyMs, rounds] of ROUNDS) {
		const url = await service.replay(latencyMs);
		const results = new Map<Reader, Measured>();
		for (const reader of READERS) results.set(reader, await middle(reader, url, rounds));
		const bare = results.get('bare loop') as Measured;
		const split = results.get('HTTP Request + Split Out') as Measured;
		for (const [reader, { seconds, peakMb }] of results) {
			rows.push({
				'latency ms': latencyMs,
				reader,
				seconds: rounded(seconds),
				'times bare loop': rounded(seconds / bare.seconds),
				'times HTTP Request + Split Out': rounded(seconds / split.seconds),
				'peak MB': Math.round(peakMb),
				'memory, times bare loop': rounded(peakMb / bare.peakMb),
			});
		}
	}
	service.close();
	return {
		title: `List ${ACCOUNTS.toLocaleString('en')} accounts`,
		intro:
			'1000 pages of 100 records as the sandbox answered them, served from memory by another process; every reader in a process of its own with the engine loaded. The bare loop opens a connection for each request, as n8n does, and keeps the records as items: nothing on Node.js can do less. HTTP Request gives pages, only Split Out behind it gives the same items. Without latency the middle one of five rounds, at 20 ms one.',
		rows,
	};
}

async function middle(reader: Reader, url: string, rounds: number): Promise<Measured> {
	const results: Measured[] = [];
	while (results.length < rounds) {
		const input = { reader, url, apiKey: 'sk_live_sandbox' };
		const result = await measure<Measured & { count: number }>('list.case.cts', input);
		if (result.count !== ACCOUNTS) throw new Error(`${reader} read ${result.count} accounts`);
		results.push(result);
	}
	return results.sort((a, b) => a.seconds - b.seconds)[Math.floor(rounds / 2)];
}
