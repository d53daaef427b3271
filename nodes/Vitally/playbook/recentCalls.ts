import { createHash } from 'crypto';

/** A call with the same content within this time counts as repeated. */
const MAX_AGE_MS = 60_000;

/** Of one webhook. */
const MAX_CALLS = 10_000;

/** Recognizes repeated calls to one process. */
export class RecentCalls {
	/** The time of each call by webhook and digest, the oldest first. */
	private readonly webhooks = new Map<string, Map<string, number>>();

	/** @param now monotonic clock in milliseconds */
	constructor(private readonly now: () => number = () => performance.now()) {}

	/**
	 * Remembers a call.
	 *
	 * @param webhook identifies the webhook that was called
	 * @returns whether the webhook received the same body within the last minute
	 */
	add(webhook: string, body: unknown): boolean {
		this.forgetOld();
		const calls = this.webhooks.get(webhook) ?? new Map<string, number>();
		const digest = createHash('sha256')
			.update(JSON.stringify([body]))
			.digest('base64');
		const isRepeated = calls.delete(digest);
		const [oldest] = calls.keys();
		if (calls.size === MAX_CALLS) calls.delete(oldest);
		this.webhooks.set(webhook, calls.set(digest, this.now()));
		return isRepeated;
	}

	private forgetOld(): void {
		for (const [webhook, calls] of this.webhooks) {
			for (const [digest, at] of calls) {
				if (this.now() - at < MAX_AGE_MS) break;
				calls.delete(digest);
			}
			if (calls.size === 0) this.webhooks.delete(webhook);
		}
	}
}
