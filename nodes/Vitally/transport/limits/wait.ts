import { sleep } from 'n8n-workflow';

import { VitallyError } from '../../errors/vitallyError';

/** The clock of the rate limit; tests replace it. */
export interface Clock {
	/** Milliseconds of a monotonic clock. */
	now(): number;
	sleep(ms: number): Promise<void>;
}

export const systemClock: Clock = { now: () => performance.now(), sleep };

/** @throws VitallyError as soon as the signal is aborted */
export async function wait(
	ms: number,
	signal?: AbortSignal,
	clock: Pick<Clock, 'sleep'> = systemClock,
): Promise<void> {
	await untilAborted(clock.sleep(ms), signal);
}

/** @throws VitallyError as soon as the signal is aborted */
export async function untilAborted<T>(promise: Promise<T>, signal?: AbortSignal): Promise<T> {
	if (!signal) return await promise;

	assertNotCanceled(signal, true);

	return await new Promise<T>((resolve, reject) => {
		const abort = () => reject(abortError(signal, true));

		signal.addEventListener('abort', abort);
		const stopListening = () => signal.removeEventListener('abort', abort);

		void promise.then(resolve, reject).finally(stopListening);
	});
}

/** @throws VitallyError when the signal is aborted, see `abortError` */
export function assertNotCanceled(signal?: AbortSignal, isSent = false): void {
	if (signal?.aborted) throw abortError(signal, isSent);
}

/**
 * The error for a signal of n8n, or one of `AbortSignal.timeout`.
 *
 * @param isSent whether the request has been sent, at least once
 */
export function abortError(signal?: AbortSignal, isSent = false): VitallyError {
	const { name } = (signal?.reason ?? {}) as Partial<Error>;

	if (name === 'TimeoutError') {
		return new VitallyError(
			isSent
				? 'Vitally did not respond in time'
				: 'The request waited too long behind others with the same key, and was not sent',
			'The time for reading from Vitally has passed. Try again later.',
			{ failure: { cause: 'temporarily-unavailable' } },
		);
	}

	// n8n recognizes a canceled execution by this spelling.
	return new VitallyError('The execution was canceled', 'Nothing more was sent.');
}
