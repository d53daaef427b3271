import { createHash } from 'crypto';

/** A delivery with the same content within this time is taken for the same. */
const MEMORY_MS = 60_000;

const MOST_KEPT = 10_000;

/** Tells repeated deliveries, as far as one process sees them. */
export class Repeats {
	/** By digest, the oldest first: when the delivery came. */
	private readonly seen = new Map<string, number>();

	/** @param now milliseconds, never fewer than before */
	constructor(private readonly now: () => number = () => performance.now()) {}

	/**
	 * Remembers a delivery.
	 *
	 * @param webhook names the webhook that it came to
	 * @returns whether the same came there within the last minute
	 */
	add(webhook: string, body: unknown): boolean {
		const now = this.now();
		for (const [digest, at] of this.seen) {
			if (now - at < MEMORY_MS && this.seen.size < MOST_KEPT) break;
			this.seen.delete(digest);
		}
		const digest = createHash('sha256')
			.update(JSON.stringify([webhook, body]))
			.digest('base64');
		const isRepeated = this.seen.has(digest);
		this.seen.delete(digest);
		this.seen.set(digest, now);
		return isRepeated;
	}
}
