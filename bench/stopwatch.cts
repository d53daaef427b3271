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
	/** The same without the time in which other processes had the machine: at most its CPU time. */
	longestWorkMs: number;
}

/** Runs from its creation on. */
export class Stopwatch {
	private readonly startedAt = now();
	private readonly cpu = process.cpuUsage();
	private readonly timer = setInterval(() => this.tick(), INTERVAL_MS);
	private tickedAt = this.startedAt;
	private tickedCpu = this.cpu;
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
		const { user, system } = process.cpuUsage(this.tickedCpu);
		const blockMs = ticked - this.tickedAt;

		this.longestBlockMs = Math.max(this.longestBlockMs, blockMs);
		this.longestWorkMs = Math.max(this.longestWorkMs, Math.min(blockMs, (user + system) / 1000));
		this.tickedAt = ticked;
		this.tickedCpu = process.cpuUsage();
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

function now(): number {
	return performance.timeOrigin + performance.now();
}
