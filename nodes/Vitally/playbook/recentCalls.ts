import { createHash } from 'crypto';

/** A call with the same content within this time counts as repeated. */
const MAX_AGE_MS = 60_000;

const MAX_CALLS = 10_000;

/** Recognizes repeated calls to one process. */
export class RecentCalls {
	/** Time of each call by digest, the oldest first. */
	private readonly seen = new Map<string, number>();

	/** @param now monotonic clock in milliseconds */
	constructor(private readonly now: () => number = () => performance.now()) {}

	/**
	 * Remembers a call.
	 *
	 * @param webhook identifies the webhook that was called
	 * @returns whether the webhook received the same body within the last minute
	 */
	add(webhook: string, body: unknown): boolean {
		const now = this.now();
		for (const [digest, at] of this.seen) {
			if (now - at < MAX_AGE_MS && this.seen.size < MAX_CALLS) break;
			this.seen.delete(digest);
		}
		const digest = createHash('sha256')
			.update(JSON.stringify([webhook, body]))
			.digest('base64');
		const isRepeated = this.seen.delete(digest);
		this.seen.set(digest, now);
		return isRepeated;
	}
}
