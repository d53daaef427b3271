import { sleep } from 'n8n-workflow';

/** Work that waits for nobody must not keep n8n's process from everything else. */
const LONGEST_BLOCK_MS = 10;

let yieldedAt = performance.now();
let yielding: Promise<void> | undefined;

/**
 * Lets others have n8n's process once it has been busy for a while.
 *
 * All that wait do so for one timer, across items and executions: of several timers that are due one
 * after the other, Node.js runs all before it looks at the network again.
 */
export async function letOthersIn(): Promise<void> {
	if (performance.now() - yieldedAt < LONGEST_BLOCK_MS) return;
	await (yielding ??= yieldOnce());
}

async function yieldOnce(): Promise<void> {
	await sleep(0);
	yieldedAt = performance.now();
	yielding = undefined;
}
