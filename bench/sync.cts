import type { IDataObject } from 'n8n-workflow';

import { measure, startSandboxProcess, type Measured } from './process.cts';
import { rounded, type Section } from './section.cts';
import type { Times } from './stopwatch.cts';

/** The scale of a trial: with 0.01, all numbers are a hundredth. */
const SCALE = Number(process.env.BENCH_SCALE ?? 1);
/** The service's 1000 requests a minute, ten times as fast. */
const BUDGET = 1000;
const WINDOW_MS = 6000;

type SyncWriter = 'Sync' | 'Create or Update' | 'HTTP Request';

/** What one process measures. */
export interface SyncCase {
	writer: SyncWriter;
	url: string;
	apiKey: string;
	rows: IDataObject[];
	/** Whether the service has none of the rows. */
	isNew: boolean;
	/** The batching of HTTP Request, as its user would set it who knows the limit. */
	batch: { size: number; intervalMs: number };
}

export type SyncResult = Omit<Measured, 'seconds'> & Times & { failed: number };

/** A table against a service. */
interface Scene {
	title: string;
	accounts: number;
	rows: number;
	/** Every so many rows differ; 0 for none. */
	changedEvery: number;
	isNew?: boolean;
	writers: SyncWriter[];
	hasNoBudget?: boolean;
}

const ALL: SyncWriter[] = ['Sync', 'Create or Update', 'HTTP Request'];

const SCENES: Scene[] = [
	{ title: '3 % changed', accounts: 12_000, rows: 10_000, changedEvery: 33, writers: ALL },
	{ title: 'nothing changed', accounts: 12_000, rows: 10_000, changedEvery: 0, writers: ALL },
	{ title: 'small table', accounts: 12_000, rows: 5, changedEvery: 5, writers: ALL },
	{ title: 'first load', accounts: 0, rows: 10_000, changedEvery: 0, isNew: true, writers: ALL },
	{
		title: 'large table',
		accounts: 100_000,
		rows: 100_000,
		changedEvery: 33,
		writers: ['Sync'],
		hasNoBudget: true,
	},
];

/** Measures what it costs to keep accounts in step with a table. */
export async function benchSync(): Promise<Section> {
	const rows: Section['rows'] = [];

	for (const scene of SCENES) {
		for (const writer of scene.writers) rows.push(await write(writer, scene));
	}

	return {
		title: 'A table of accounts, synced',
		intro: `Rows with name and two traits against the accounts of the sandbox, through a budget of ${BUDGET} units in ${WINDOW_MS / 1000} seconds (the service's 1000 a minute, ten times as fast), a unit for each request; the large table without. Sync against Create or Update for each row and against HTTP Request in batches that keep to the limit: a PUT for each row, or a POST where the accounts are new. Sync reads each new account once more before it creates it, because a list may leave some out, so the first load takes two requests for each. _Moved_ are the accounts whose \`updatedAt\` is another afterwards, each of which a trigger would fire for; _differing_ those for which it should. _Longest block_ is the longest time between two ticks of a timer of 20 ms, in which n8n's process answers nobody; _of it CPU_ the most CPU time of its main thread in such a time: for what is beyond it other processes had the machine.`,
		rows,
	};
}

async function write(writer: SyncWriter, scene: Scene): Promise<Section['rows'][number]> {
	const { title, changedEvery, isNew = false, hasNoBudget = false } = scene;
	const scaled = (count: number) => (count <= 5 ? count : Math.ceil(count * SCALE));
	const accounts = scaled(scene.accounts);
	const service = await startSandboxProcess({
		seed: accounts > 0 ? { accounts } : 'empty',
		limits: hasNoBudget ? { budget: 1_000_000_000 } : { budget: BUDGET, windowMs: WINDOW_MS },
	});
	const table = await service.table({ rows: scaled(scene.rows), changedEvery, isNew });
	const input: SyncCase = {
		writer,
		url: service.url,
		apiKey: 'sk_live_sandbox',
		rows: table,
		isNew,
		batch: { size: 10, intervalMs: Math.ceil((10 / BUDGET) * WINDOW_MS) },
	};
	const { seconds, peakMb, longestBlockMs, longestWorkMs, failed } = await measure<SyncResult>(
		'sync.case.cts',
		input,
	);
	const counts = await service.counts();

	service.close();
	const differing = changedEvery > 0 ? Math.ceil(table.length / changedEvery) : 0;

	return {
		table: title,
		rows: table.length,
		accounts,
		node: writer,
		requests: counts.requests,
		seconds: rounded(seconds, 1),
		differing: isNew ? table.length : differing,
		moved: counts.moved + counts.accounts - accounts,
		failed,
		'429s': counts.limited,
		'peak MB': Math.round(peakMb),
		'longest block ms': Math.round(longestBlockMs),
		'of it CPU ms': Math.round(longestWorkMs),
	};
}
