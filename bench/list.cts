import type { Reader } from './list.case.cts';
import { measure, startSandboxProcess, type Measured } from './process.cts';
import { rounded, type Section } from './section.cts';

const ACCOUNTS = 100_000;
const READERS: Reader[] = ['bare loop', 'Vitally', 'HTTP Request', 'HTTP Request + Split Out'];
/** The middle one of them counts. */
const ROUNDS = 3;

/** Lists 100,000 accounts in every way, without latency and at 20 ms. */
export async function benchList(): Promise<Section> {
	const rows: Section['rows'] = [];
	for (const latencyMs of [0, 20]) {
		const service = await startSandboxProcess({
			seed: { accounts: ACCOUNTS },
			limits: { budget: 10_000_000 },
			latencyMs,
		});
		const results = new Map<Reader, Measured>();
		for (const reader of READERS) results.set(reader, await middle(reader, service.url));
		service.close();
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
	return {
		title: `List ${ACCOUNTS.toLocaleString('en')} accounts`,
		intro:
			'1000 pages of 100 records from a sandbox in another process; every reader in a process of its own with the engine loaded. The bare loop opens a connection for each request, as n8n does, and keeps the records as items: nothing on Node.js can do less. HTTP Request gives pages, only Split Out behind it gives the same items. The median of three rounds.',
		rows,
	};
}

async function middle(reader: Reader, url: string): Promise<Measured> {
	const rounds: Measured[] = [];
	for (let round = 0; round < ROUNDS; round++) {
		const input = { reader, url, apiKey: 'sk_live_sandbox' };
		const result = await measure<Measured & { count: number }>('list.case.cts', input);
		if (result.count !== ACCOUNTS) throw new Error(`${reader} read ${result.count} accounts`);
		rounds.push(result);
	}
	return rounds.sort((a, b) => a.seconds - b.seconds)[Math.floor(ROUNDS / 2)];
}
