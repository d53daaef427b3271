import { sleep } from 'n8n-workflow';

/** What limits and waits know of time; tests run it themselves. */
export interface Clock {
	/** Milliseconds since some moment, never fewer than before, whatever happens to the machine's date. */
	now(): number;
	/** Ends after so many milliseconds, or earlier, with an error, when the signal is given and fires. */
	sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = { now: () => performance.now(), sleep };
