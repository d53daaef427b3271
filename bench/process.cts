import { fork } from 'node:child_process';
import { join } from 'node:path';

import type { IDataObject } from 'n8n-workflow';

import type { SandboxOptions } from '../sandbox/sandbox.cts';
import type { ListReplay } from './replay.cts';

/** What a measured process reports next to its own figures. */
export interface Measured {
	seconds: number;
	/** Highest resident memory of the process, in MB. */
	peakMb: number;
}

/** A sandbox in a separate process, so that its work is not counted. */
export interface SandboxProcess {
	url: string;
	counts: () => Promise<ServiceCounts>;
	/** See `tableOf`; the accounts that move from now on are counted. */
	table: (wanted: WantedTable) => Promise<IDataObject[]>;
	/** See `replayAccounts`; returns the address. */
	replayList: (settings: ListReplay) => Promise<string>;
	/** See `replayAccount`; returns the address. */
	replayRecord: () => Promise<string>;
	/** Returns when the newest replay was first asked, in Unix milliseconds. */
	firstRequestAt: () => Promise<number>;
	close: () => void;
}

/** What the process of a sandbox understands. */
export interface ServiceMessage {
	start?: SandboxOptions;
	replayList?: ListReplay;
	replayRecord?: true;
	firstRequestAt?: true;
	counts?: true;
	table?: WantedTable;
}

/** A table of accounts as another system has them. */
export interface WantedTable {
	rows: number;
	/** Every so many rows differ from what the service has; 0 for none. */
	changedEvery: number;
	/** Whether the service has none of them. */
	isNew: boolean;
}

/** What the service saw. */
export interface ServiceCounts {
	requests: number;
	/** Requests answered 429. */
	limited: number;
	accounts: number;
	/** Accounts whose `updatedAt` differs from when the table was created. */
	moved: number;
	/** Accounts beyond one for each external id. */
	duplicates: number;
	/** The time from the first request to the last. */
	seconds: number;
	/** Units charged in each second since the start. */
	unitsBySecond: number[];
}

/** Runs `file` in a separate process and waits for what it sends back. */
export async function measure<T>(file: string, input: unknown): Promise<T> {
	const child = forked(file);

	child.send(input as object);

	return await new Promise((resolve, reject) => {
		child.once('message', (result) => {
			child.kill();
			resolve(result as T);
		});
		child.once('exit', (code) => reject(new Error(`${file} ended with ${code}`)));
	});
}

export async function startSandboxProcess(options: SandboxOptions): Promise<SandboxProcess> {
	const child = forked('service.cts');
	const ask = async <T,>(message: ServiceMessage): Promise<T> =>
		await new Promise((resolve) => {
			child.once('message', (answer) => resolve(answer as T));
			child.send(message);
		});
	const url = await ask<string>({ start: options });

	return {
		url,
		replayList: async (settings) => await ask<string>({ replayList: settings }),
		replayRecord: async () => await ask<string>({ replayRecord: true }),
		firstRequestAt: async () => await ask<number>({ firstRequestAt: true }),
		counts: async () => await ask<ServiceCounts>({ counts: true }),
		table: async (wanted) => await ask<IDataObject[]>({ table: wanted }),
		close: () => child.kill(),
	};
}

function forked(file: string) {
	return fork(join(__dirname, file), {
		execArgv: ['--require', 'tsx/cjs', '--max-old-space-size=8192'],
		stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
	});
}
