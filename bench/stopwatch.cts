import { readFileSync } from 'node:fs';

import { runWorkflow, type Outcome, type WorkflowFile } from '../test/engine/engine.cts';
import { NODE } from '../test/engine/node.cts';

const INTERVAL_MS = 20;

export interface Times {
	/** Unix milliseconds, comparable with other processes of this machine. */
	startedAt: number;
	seconds: number;
	/** The CPU time of all threads of this process, on which other work on the machine has least effect. */
	cpuSeconds: number;
	/** Longest time between two ticks of a timer of 20 ms, in which the process did but one thing. */
	longestBlockMs: number;
	/** The same without the time in which other processes had the machine: at most the CPU time of its main thread. */
	longestWorkMs: number;
}

/** Runs from its creation on. */
export class Stopwatch {
	private readonly startedAt = now();
	private readonly cpu = process.cpuUsage();
	private readonly timer = setInterval(() => this.tick(), INTERVAL_MS);
	private tickedAt = this.startedAt;
	private tickedCpuMs = mainThreadCpuMs();
	private longestBlockMs = 0;
	private longestWorkMs = 0;

	stop(): Times {
		clearInterval(this.timer);
		this.tick();
		const { user, system } = process.cpuUsage(this.cpu);
		const { startedAt, tickedAt, longestBlockMs, longestWorkMs } = this;
		const seconds = (tickedAt - startedAt) / 1000;
		const cpuSeconds = (user + system) / 1_000_000;

		return { startedAt, seconds, cpuSeconds, longestBlockMs, longestWorkMs };
	}

	private tick(): void {
		const ticked = now();
		const blockMs = ticked - this.tickedAt;
		const cpuMs = mainThreadCpuMs() - this.tickedCpuMs;

		this.longestBlockMs = Math.max(this.longestBlockMs, blockMs);
		this.longestWorkMs = Math.max(this.longestWorkMs, Math.min(blockMs, cpuMs));
		this.tickedAt = ticked;
		this.tickedCpuMs = mainThreadCpuMs();
	}
}

/**
 * Runs a workflow, and measures its node alone, as n8n's engine begins and ends it.
 *
 * @throws Error with which the workflow ended
 */
export async function timedRun(
	workflow: WorkflowFile,
	{ url, apiKey }: { url: string; apiKey: string },
): Promise<{ outcome: Outcome; times: Times }> {
	let stopwatch: Stopwatch | undefined;
	let times: Times | undefined;
	const outcome = await runWorkflow(workflow, {
		credentials: { vitallyApi: { apiKey, dataCenter: 'custom', baseUrl: url } },
		onProgress: (event, node) => {
			if (node !== NODE) return;
			if (event === 'begins') stopwatch = new Stopwatch();
			else times = stopwatch?.stop();
		},
	});
	if (outcome.error) throw outcome.error;
	if (!times) throw new Error('The node did not run');

	return { outcome, times };
}

/** Returns the CPU time of the main thread: garbage is collected in other threads, too, which block nobody. */
function mainThreadCpuMs(): number {
	// Linux alone shows it.
	if (process.platform !== 'linux') {
		const { user, system } = process.cpuUsage();

		return (user + system) / 1000;
	}

	const [nanoseconds] = readFileSync('/proc/self/schedstat', 'utf8').split(' ');

	return Number(nanoseconds) / 1_000_000;
}

function now(): number {
	return performance.timeOrigin + performance.now();
}
