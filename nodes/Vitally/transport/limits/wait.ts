import { VitallyError } from '../../errors/vitallyError';
import { systemClock, type Clock } from './clock';

/** Older n8n does not end a sleep when the execution is canceled: this bounds what goes on sleeping. */
const SLICE_MS = 1000;

/**
 * Waits, and ends at once when the execution is canceled.
 *
 * @throws VitallyError on cancellation
 */
export async function wait(
	ms: number,
	signal?: AbortSignal,
	{ sleep }: Pick<Clock, 'sleep'> = systemClock,
): Promise<void> {
	assertNotCanceled(signal);
	for (let left = ms; left > 0; left -= SLICE_MS) {
		// A sleep that the signal ends rejects; the check below says so in our words.
		await firstOf(
			sleep(Math.min(left, SLICE_MS), signal).catch(() => {}),
			signal,
		);
		assertNotCanceled(signal);
	}
}

/** @throws VitallyError on cancellation */
export function assertNotCanceled(signal?: AbortSignal): void {
	if (signal?.aborted) throw canceledError();
}

/** n8n knows a canceled execution by this spelling. */
export function canceledError(): VitallyError {
	return new VitallyError('The execution was canceled', 'Nothing more was sent.');
}

async function firstOf(sleeping: Promise<void>, signal?: AbortSignal): Promise<void> {
	if (!signal) return await sleeping;
	await new Promise<void>((resolve) => {
		const end = () => {
			signal.removeEventListener('abort', end);
			resolve();
		};
		signal.addEventListener('abort', end);
		void sleeping.then(end);
	});
}
