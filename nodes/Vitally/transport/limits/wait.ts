import { sleep } from 'n8n-workflow';

import { VitallyError } from '../../errors/vitallyError';
import type { RateLimiter } from './rateLimiter';
import { waitTooLongError } from '../errors/networkErrors';

/** Older n8n does not end a sleep when the execution is canceled, so waits are made of short ones. */
const SLICE_MS = 1000;

/**
 * Waits, and ends at once when the execution is canceled.
 *
 * @throws VitallyError on cancellation
 */
export async function wait(ms: number, signal?: AbortSignal): Promise<void> {
	for (let left = ms; left > 0; left -= SLICE_MS) {
		// A sleep that the signal ends rejects; the check below says so in our words.
		await sleep(Math.min(left, SLICE_MS), signal).catch(() => {});
		assertNotCanceled(signal);
	}
}

/**
 * Waits until the budget has room for a request, which must be reserved before anything else is waited for.
 *
 * @param patienceMs how long the service may ask to stay away after a 429; what is waited to stay
 * below the limit does not count, since it only spreads the work
 * @throws VitallyError when the service asks for more
 */
export async function waitForBudget(
	limiter: RateLimiter,
	method: string,
	patienceMs: number,
	signal?: AbortSignal,
): Promise<void> {
	for (let ms = limiter.waitMs(method); ms > 0; ms = limiter.waitMs(method)) {
		const blockedMs = limiter.blockedMs();
		if (blockedMs > patienceMs) throw waitTooLongError(blockedMs, patienceMs);
		await wait(ms, signal);
	}
}

/** n8n knows a canceled execution by this spelling. */
export function assertNotCanceled(signal?: AbortSignal): void {
	if (signal?.aborted)
		throw new VitallyError('The execution was canceled', 'Nothing more was sent.');
}
