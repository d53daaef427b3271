import { spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

const LOG_KEPT = 200_000;
const TAIL = 3000;

/** The environment without what Jest adds: n8n starts in another way if NODE_ENV is `test`. */
const USERS_ENVIRONMENT = { ...process.env, NODE_ENV: undefined, JEST_WORKER_ID: undefined };

/** Linux assigns from 32768 on, others from 49152 on; well-known programs are below. */
const FIRST_PORT = 20_000;
const LAST_PORT = 32_000;

/** Ports that this run has used. */
const usedPorts = new Set<number>();

/** Programs that were started and have not ended. */
const running = new Set<Child>();

/** A program that a check started, with what it printed. */
export class Child {
	private printed = '';

	private constructor(private readonly process: ChildProcess) {
		const keep = (chunk: Buffer) => {
			this.printed = (this.printed + chunk.toString()).slice(-LOG_KEPT);
		};

		process.stdout?.on('data', keep);
		process.stderr?.on('data', keep);
	}

	static start(
		command: string,
		args: string[],
		{ cwd, env = {} }: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
	): Child {
		const child = new Child(
			spawn(command, args, { cwd, env: { ...USERS_ENVIRONMENT, ...env }, stdio: 'pipe' }),
		);

		running.add(child);
		child.process.once('exit', () => running.delete(child));

		return child;
	}

	/** The newest 200,000 characters of both outputs. */
	get log(): string {
		return this.printed;
	}

	get ended(): boolean {
		return this.process.exitCode !== null || this.process.signalCode !== null;
	}

	/**
	 * Asks it to end, and waits; after half a minute it is killed.
	 *
	 * @param signal SIGKILL ends it at once, as a power cut does
	 */
	async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
		if (this.ended) return;

		this.process.kill(signal);
		const timer = setTimeout(() => this.process.kill('SIGKILL'), 30_000);

		await once(this.process, 'exit');
		clearTimeout(timer);
	}

	/**
	 * Waits for its end.
	 *
	 * @throws Error with what it printed, unless it ended well
	 */
	async end(): Promise<void> {
		if (!this.ended) await once(this.process, 'exit');
		if (this.process.exitCode === 0) return;

		throw new Error(
			`${this.process.spawnargs.join(' ')} did not end well:\n${this.printed.slice(-TAIL)}`,
		);
	}

	/** Waits until `address` answers with a good status; throws when the program ended. */
	async answers(address: string): Promise<void> {
		await until(
			`an answer from ${address}`,
			async () => {
				if (this.ended) {
					throw new GoneError(`ended before it answered:\n${this.printed.slice(-TAIL)}`);
				}

				return (await fetch(address)).ok;
			},
			300_000,
		);
	}
}

/** Runs npm to its end; rejects with what it printed. */
export async function npm(args: string[], cwd: string, env?: NodeJS.ProcessEnv): Promise<void> {
	await Child.start('npm', args, { cwd, env }).end();
}

/** Stops all programs that were started, at the end of a run. */
export async function stopAll(): Promise<void> {
	await Promise.all([...running].map((child) => child.stop()));
}

/** A program has ended, so that waiting for it is in vain. */
class GoneError extends Error {}

/**
 * Calls repeatedly until the result is truthy, and returns it.
 *
 * @param what is awaited, for the error message
 */
export async function until<T>(
	what: string,
	ask: () => Promise<T | undefined | false> | T | undefined | false,
	timeoutMs = 60_000,
): Promise<T> {
	const deadline = Date.now() + timeoutMs;
	let reason: unknown;

	while (Date.now() < deadline) {
		try {
			const answer = await ask();
			if (answer) return answer;
		} catch (error) {
			if (error instanceof GoneError) throw error;

			reason = error;
		}

		await pause(200);
	}

	throw new Error(`Waited ${timeoutMs / 1000} s in vain for ${what}`, { cause: reason });
}

/**
 * Finds a port of 127.0.0.1 that no program listens on, and that none gets meanwhile: it lies below those which
 * systems assign to connections and to servers that do not name a port, and comes once in a run.
 */
export async function freePort(): Promise<number> {
	for (;;) {
		const port = randomInt(FIRST_PORT, LAST_PORT + 1);
		if (usedPorts.has(port) || !(await isFree(port))) continue;

		usedPorts.add(port);

		return port;
	}
}

/** @throws Error if another program listens on the port */
export async function assertFree(port: number): Promise<void> {
	if (await isFree(port)) return;

	throw new Error(`Port ${port} is taken on this machine: choose another one with --port.`);
}

async function isFree(port: number): Promise<boolean> {
	const server = createServer();
	const listening = once(server, 'listening').then(
		() => true,
		() => false,
	);

	server.listen(port, '127.0.0.1');
	const isListening = await listening;

	server.close();

	return isListening;
}
