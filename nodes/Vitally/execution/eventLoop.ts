import { sleep } from 'n8n-workflow';

const MAX_BLOCK_MS = 10;

let yieldedAt = performance.now();
let yielding: Promise<void> | undefined;

/**
 * Yields to the event loop once it has been blocked for 10 ms, so that n8n's process can handle other work.
 * All callers wait for the same timer, because Node.js runs all timers that are due before it reads from
 * the network again.
 */
export async function yieldToEventLoop(): Promise<void> {
	while (performance.now() - yieldedAt >= MAX_BLOCK_MS) await (yielding ??= yieldOnce());
}

async function yieldOnce(): Promise<void> {
	await sleep(0);
	yieldedAt = performance.now();
	yielding = undefined;
}
