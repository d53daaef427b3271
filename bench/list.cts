import type { ListCase, ListResult, Reader } from './list.case.cts';
import { measure, startSandboxProcess } from './process.cts';
import type { EmptyTraits } from './replay.cts';
import { mediansOf } from './rounds.cts';
import { rounded, type Section } from './section.cts';

interface Service {
	latencyMs: number;
	addedTraits: number;
	emptyTraits: EmptyTraits;
	rounds: number;
}

const ACCOUNTS = 100_000;
const READERS: Reader[] = [
	'bare loop',
	'Vitally',
	'Vitally, simplified',
	'Vitally, selected fields',
	'HTTP Request',
	'HTTP Request + Split Out',
];
/** What the service answers, and the rounds of each reader. An account of the sandbox has about six traits. */
const SERVICES: Service[] = [
	{ latencyMs: 0, addedTraits: 0, emptyTraits: 'missing', rounds: 3 },
	{ latencyMs: 0, addedTraits: 60, emptyTraits: 'missing', rounds: 3 },
	{ latencyMs: 0, addedTraits: 60, emptyTraits: 'null', rounds: 3 },
	{ latencyMs: 20, addedTraits: 0, emptyTraits: 'missing', rounds: 1 },
	{ latencyMs: 20, addedTraits: 60, emptyTraits: 'missing', rounds: 1 },
];

/** The list of 100,000 so many times in a row. */
const LONG = 10;
const LONG_ROUNDS = 3;

/** Lists 100,000 accounts in every way, without latency and at 20 ms, and with sixty traits more. */
export async function benchList(): Promise<Section> {
	const rows: Section['rows'] = [];
	const service = await startSandboxProcess({
		seed: { accounts: ACCOUNTS },
		limits: { budget: 10_000_000 },
	});

	for (const { latencyMs, addedTraits, emptyTraits, rounds } of SERVICES) {
		const url = await service.replayList({ latencyMs, rounds: 1, addedTraits, emptyTraits });
		const medians = await mediansOf(
			READERS,
			rounds,
			async (reader) => await figuresOf(reader, url, ACCOUNTS),
		);
		const bare = medians[READERS.indexOf('bare loop')];
		const split = medians[READERS.indexOf('HTTP Request + Split Out')];

		for (const [index, reader] of READERS.entries()) {
			const { seconds, cpuSeconds, longestWorkMs, peakMb } = medians[index];

			rows.push({
				'latency ms': latencyMs,
				traits: addedTraits + 6,
				'empty traits': addedTraits > 0 ? emptyTraits : 'none',
				reader,
				seconds: rounded(seconds),
				'times bare loop': rounded(seconds / bare.seconds),
				'times HTTP Request + Split Out': rounded(seconds / split.seconds),
				'CPU, times HTTP Request + Split Out': rounded(cpuSeconds / split.cpuSeconds),
				'longest block ms': Math.round(longestWorkMs),
				'block, times HTTP Request + Split Out': rounded(longestWorkMs / split.longestWorkMs),
				'peak MB': Math.round(peakMb),
				'memory, times bare loop': rounded(peakMb / bare.peakMb),
			});
		}
	}

	service.close();

	return {
		title: `List ${ACCOUNTS.toLocaleString('en')} accounts`,
		intro:
			'1000 pages of 100 records as the sandbox answered them, served from memory by another process; every reader in a process of its own with the engine loaded. The bare loop opens a connection for each request, as n8n does, and keeps the records as items: nothing on Node.js can do less. HTTP Request gives pages, only Split Out behind it gives the same items. Ours returns what the service sent (raw), the default (simplified) and two selected fields. _Longest block_ is the most CPU time of the main thread between two ticks of a timer of 20 ms. Without latency medians of three rounds, in turn; at 20 ms one round each. Of the 66 traits, a seventh is empty, others for each account: missing, because the service deletes a trait that is cleared, or null.',
		rows,
	};
}

/** A million records from one item: nothing on the way may depend on how many fit into a call. */
export async function benchLongList(): Promise<Section> {
	const readers: Reader[] = ['bare loop', 'Vitally'];
	const count = ACCOUNTS * LONG;
	const service = await startSandboxProcess({
		seed: { accounts: ACCOUNTS },
		limits: { budget: 10_000_000 },
	});
	const url = await service.replayList({
		latencyMs: 0,
		rounds: LONG,
		addedTraits: 0,
		emptyTraits: 'missing',
	});
	const medians = await mediansOf(
		readers,
		LONG_ROUNDS,
		async (reader) => await figuresOf(reader, url, count),
	);

	service.close();
	const [bare] = medians;

	return {
		title: `${count.toLocaleString('en')} records from one item`,
		intro: `As above, the list of ${ACCOUNTS.toLocaleString('en')} accounts ${LONG} times in a row behind one Get Many; medians of ${LONG_ROUNDS} rounds, in turn. Every account has to come out ${LONG} times.`,
		rows: readers.map((reader, index) => {
			const { seconds, peakMb } = medians[index];

			return {
				reader,
				seconds: rounded(seconds),
				'times bare loop': rounded(seconds / bare.seconds),
				'peak MB': Math.round(peakMb),
				'memory, times bare loop': rounded(peakMb / bare.peakMb),
			};
		}),
	};
}

async function figuresOf(reader: Reader, url: string, expected: number) {
	const input: ListCase = { reader, url, apiKey: 'sk_live_sandbox' };
	const { count, distinct, ...figures } = await measure<ListResult>('list.case.cts', input);
	if (count !== expected) throw new Error(`${reader} read ${count} accounts`);
	if (distinct !== ACCOUNTS) throw new Error(`${reader} read ${distinct} different accounts`);

	return figures;
}
