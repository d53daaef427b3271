import { createHash } from 'crypto';

/** A call with the same content within this time counts as repeated. */
const MAX_AGE_MS = 60_000;

/** The maximum for all webhooks, which is more than a process of n8n receives in this time. */
const MAX_CALLS = 50_000;

/** Recognizes repeated calls to one process. */
export class RecentCalls {
	/** The time of each call by a digest of webhook and body, the oldest first. */
	private readonly calls = new Map<string, number>();

	/** @param now is a monotonic clock in milliseconds */
	constructor(private readonly now: () => number = () => performance.now()) {}

	/**
	 * Remembers a call.
	 *
	 * @param webhook identifies the webhook that was called
	 * @returns whether the webhook received the same body within the last minute
	 */
	add(webhook: string, body: unknown): boolean {
		this.forgetOldCalls();

		const content = JSON.stringify([webhook, body]);
		const call = createHash('sha256').update(content).digest('base64');
		const isRepeated = this.calls.delete(call);

		// The call is now the newest one, at the end.
		this.calls.set(call, this.now());

		return isRepeated;
	}

	private forgetOldCalls(): void {
		for (const [call, at] of this.calls) {
			if (this.now() - at < MAX_AGE_MS && this.calls.size < MAX_CALLS) return;

			this.calls.delete(call);
		}
	}
}
