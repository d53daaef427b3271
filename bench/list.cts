import type { ListCase, ListResult, Reader } from './list.case.cts';
import { measure, startSandboxProcess, type Measured } from './process.cts';
import { mediansOf } from './rounds.cts';
import { rounded, type Section } from './section.cts';

const ACCOUNTS = 100_000;
const READERS: Reader[] = ['bare loop', 'Vitally', 'HTTP Request', 'HTTP Request + Split Out'];
/** Rounds of each reader, by the latency of the service. */
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
		const url = await service.replayList({ latencyMs });
		const medians = await mediansOf(
			READERS,
			rounds,
			async (reader) => await figuresOf(reader, url),
		);
		const bare = medians[READERS.indexOf('bare loop')];
		const split = medians[READERS.indexOf('HTTP Request + Split Out')];
		for (const [index, reader] of READERS.entries()) {
			const { seconds, peakMb } = medians[index];
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
			'1000 pages of 100 records as the sandbox answered them, served from memory by another process; every reader in a process of its own with the engine loaded. The bare loop opens a connection for each request, as n8n does, and keeps the records as items: nothing on Node.js can do less. HTTP Request returns pages, only Split Out behind it gives the same items. Without latency medians of five rounds, in turn; at 20 ms one round.',
		rows,
	};
}

async function figuresOf(reader: Reader, url: string): Promise<Measured> {
	const input: ListCase = { reader, url, apiKey: 'sk_live_sandbox' };
	const { count, distinct, ...figures } = await measure<ListResult>('list.case.cts', input);
	if (count !== ACCOUNTS) throw new Error(`${reader} read ${count} accounts`);
	if (distinct !== ACCOUNTS) throw new Error(`${reader} read ${distinct} different accounts`);
	return figures;
}
