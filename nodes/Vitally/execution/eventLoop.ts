import { sleep } from 'n8n-workflow';

/** Work without waiting must not block n8n's process for longer. */
const MAX_BLOCK_MS = 10;

let yieldedAt = performance.now();
let yielding: Promise<void> | undefined;

/**
 * Yields to the event loop once it has been blocked for a while.
 *
 * All callers wait for the same timer, across items and executions: of several timers that are due,
 * Node.js runs all before it looks at the network again.
 */
export async function yieldToEventLoop(): Promise<void> {
	while (performance.now() - yieldedAt >= MAX_BLOCK_MS) await (yielding ??= yieldOnce());
}

async function yieldOnce(): Promise<void> {
	await sleep(0);
	yieldedAt = performance.now();
	yielding = undefined;
}
