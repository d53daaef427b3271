import { measure, startSandboxProcess, type Measured, type SandboxProcess } from './process.cts';
import { mediansOf } from './rounds.cts';
import { rounded, type Section } from './section.cts';
import type { Times } from './stopwatch.cts';

const ROUNDS = 3;

type ItemReader = 'bare loop' | 'Vitally' | 'Vitally, simplified' | 'HTTP Request';

/** What one process measures. */
export interface ItemsCase {
	reader: ItemReader;
	/** What resolves n8n's expressions: its function of old, or an isolate, as its server does by default. */
	engine: 'legacy' | 'quickjs';
	items: number;
	url: string;
	/** The same service, for what is not measured. */
	warmUpUrl: string;
	apiKey: string;
}

export interface ItemsResult extends Measured, Times {
	/** Items that came out, each linked to its own. */
	count: number;
}

/** A case without the settings of the service. */
type Way = Omit<ItemsCase, 'url' | 'warmUpUrl' | 'apiKey'>;

/** The ways that are compared, those of one group with each other. */
const GROUPS: Way[][] = [
	[
		{ reader: 'bare loop', engine: 'legacy', items: 10_000 },
		{ reader: 'Vitally', engine: 'legacy', items: 10_000 },
		{ reader: 'Vitally, simplified', engine: 'legacy', items: 10_000 },
		{ reader: 'HTTP Request', engine: 'legacy', items: 10_000 },
	],
	[
		{ reader: 'bare loop', engine: 'quickjs', items: 1000 },
		{ reader: 'Vitally', engine: 'quickjs', items: 1000 },
		{ reader: 'Vitally, simplified', engine: 'quickjs', items: 1000 },
		{ reader: 'HTTP Request', engine: 'quickjs', items: 1000 },
	],
	[
		{ reader: 'bare loop', engine: 'legacy', items: 10 },
		{ reader: 'Vitally', engine: 'legacy', items: 10 },
		{ reader: 'HTTP Request', engine: 'legacy', items: 10 },
	],
];

/** Measures one request for each item: time, memory, and how long n8n's event loop is blocked. */
export async function benchItems(): Promise<Section> {
	const rows: Section['rows'] = [];
	const service = await startSandboxProcess({ seed: { accounts: 1 } });
	const warmUpUrl = await service.replayRecord();

	for (const group of GROUPS) {
		const medians = await mediansOf(
			group,
			ROUNDS,
			async (way) => await figuresOf(service, warmUpUrl, way),
		);
		const bare = medians[group.findIndex(({ reader }) => reader === 'bare loop')];
		const httpRequest = medians[group.findIndex(({ reader }) => reader === 'HTTP Request')];

		for (const [index, { engine, items, reader }] of group.entries()) {
			const figures = medians[index];
			const { seconds, cpuSeconds, peakMb, firstRequestMs, longestWorkMs } = figures;

			rows.push({
				expressions: engine,
				items,
				node: reader,
				seconds: rounded(seconds, 3),
				'times HTTP Request': rounded(seconds / httpRequest.seconds),
				'times bare loop': rounded(seconds / bare.seconds),
				'CPU seconds': rounded(cpuSeconds, 3),
				'CPU, times HTTP Request': rounded(cpuSeconds / httpRequest.cpuSeconds),
				'peak MB': Math.round(peakMb),
				'memory, times HTTP Request': rounded(peakMb / httpRequest.peakMb),
				'first request after ms': Math.round(firstRequestMs),
				'longest block ms': Math.round(longestWorkMs),
				'block, times HTTP Request': rounded(longestWorkMs / httpRequest.longestWorkMs),
			});
		}
	}

	service.close();

	return {
		title: 'One request for each item',
		intro: `Account, Get with one expression for each item, answered at once by another process with the same account. Every reader in a process of its own with n8n's engine loaded; medians of ${ROUNDS} rounds, in turn. The bare loop has ten requests under way, over a connection each as n8n's helper opens them. HTTP Request is used with the same credential and without batching. Each process has run the same with ten items before. _CPU_ is that of the measured process alone. _First request_ is as the service sees it, from the start of the node; _longest block_ is the most CPU time of the main thread between two ticks of a timer of 20 ms, in which n8n's process answers nobody. n8n resolves expressions in an isolate by default (\`vm\`); \`quickjs\` is the isolate that needs no native module, \`legacy\` is without. Ours returns what the service sent (raw) and the default (simplified).`,
		rows,
	};
}

type Figures = Omit<ItemsResult, 'startedAt' | 'count'> & { firstRequestMs: number };

async function figuresOf(service: SandboxProcess, warmUpUrl: string, way: Way): Promise<Figures> {
	const url = await service.replayRecord();
	const input: ItemsCase = { ...way, url, warmUpUrl, apiKey: 'sk_live_sandbox' };
	const { startedAt, count, ...figures } = await measure<ItemsResult>('items.case.cts', input);
	if (count !== way.items) throw new Error(`${way.reader}: ${count} items came out`);

	return { ...figures, firstRequestMs: (await service.firstRequestAt()) - startedAt };
}
