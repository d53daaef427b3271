import { sleep } from 'n8n-workflow';

import { VitallyError } from '../../errors/vitallyError';

/** How far a request is. */
interface Sending {
	/** Whether it has been sent, at least once. */
	wasSent?: boolean;
}

const SENT: Sending = { wasSent: true };
const NOT_SENT: Sending = {};

/** The clock of the rate limit; tests replace it. */
export interface Clock {
	/** Returns the milliseconds of a monotonic clock. */
	now(): number;
	sleep(ms: number): Promise<void>;
}

export const systemClock: Clock = { now: () => performance.now(), sleep };

/**
 * Waits for a time.
 *
 * @throws VitallyError as soon as the signal is aborted
 */
export async function wait(
	ms: number,
	signal?: AbortSignal,
	clock: Pick<Clock, 'sleep'> = systemClock,
): Promise<void> {
	await untilAborted(clock.sleep(ms), signal);
}

/**
 * Awaits a promise.
 *
 * @throws VitallyError as soon as the signal is aborted
 */
export async function untilAborted<T>(promise: Promise<T>, signal?: AbortSignal): Promise<T> {
	if (!signal) return await promise;

	assertNotCanceled(signal, SENT);

	return await new Promise<T>((resolve, reject) => {
		const abort = () => reject(abortError(signal, SENT));
		const stopListening = () => signal.removeEventListener('abort', abort);

		signal.addEventListener('abort', abort);
		void promise.then(resolve, reject).finally(stopListening);
	});
}

/** @throws VitallyError when the signal is aborted, see `abortError` */
export function assertNotCanceled(signal?: AbortSignal, request: Sending = NOT_SENT): void {
	if (signal?.aborted) throw abortError(signal, request);
}

/** Returns the error for an aborted signal of n8n, or one of `AbortSignal.timeout`. */
export function abortError(signal?: AbortSignal, { wasSent }: Sending = NOT_SENT): VitallyError {
	const { name } = (signal?.reason ?? {}) as Partial<Error>;

	if (name === 'TimeoutError') {
		return new VitallyError(
			wasSent
				? 'Vitally did not respond in time'
				: 'The request waited too long for other requests with the same key, and was not sent',
			'Try again later: the time for reading from Vitally has passed.',
			{ failure: { cause: 'temporarily-unavailable' } },
		);
	}

	// n8n recognizes a canceled execution by this spelling.
	return new VitallyError('The execution was canceled', 'Nothing more was sent.');
}
