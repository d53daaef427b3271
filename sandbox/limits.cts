import type { Request, Response } from 'express';

import type { Clock } from './clock.cts';
import { HttpError } from './httpError.cts';

/** docs/internal/service.md, Limits; every value may be changed while the sandbox runs. */
export interface LimitSettings {
	/** The document describes both models and does not say which one is in force. */
	mode: 'slidingWindow' | 'tokenBucket';
	/** Units per window. */
	budget: number;
	/** Milliseconds. */
	windowMs: number;
	/** Units of one POST, PUT, PATCH or DELETE; the real figure is not published. */
	writeCost: number;
	/** Whether a 429 has `Retry-After`; the service documents none. */
	retryAfter: boolean;
}

const WRITES = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

export const DOCUMENTED_LIMITS: LimitSettings = {
	mode: 'slidingWindow',
	budget: 1000,
	windowMs: 60_000,
	writeCost: 1,
	retryAfter: false,
};

/** Units that one request used. */
interface Usage {
	at: number;
	cost: number;
}

/** Counts the units that one API key has used, in either model. */
export class RateLimitCounter {
	#used = 0;
	#countedAt: number;
	#usages: Usage[] = [];

	constructor(
		private readonly settings: LimitSettings,
		private readonly now: Clock,
	) {
		this.#countedAt = now();
	}

	/** Uses units if enough of them are left, and returns whether they were. */
	tryToUse(cost: number): boolean {
		if (this.remaining() < cost) return false;

		this.#used += cost;
		this.#usages.push({ at: this.now(), cost });

		return true;
	}

	/** Returns how many whole units are left now. */
	remaining(): number {
		this.#release();

		return Math.max(0, Math.floor(this.settings.budget - this.#used));
	}

	/** Returns the milliseconds until one unit comes back (bucket) or the earliest request leaves (window). */
	resetMs(): number {
		this.#release();
		if (this.#used === 0) return 0;

		const { mode, budget, windowMs } = this.settings;
		if (mode === 'tokenBucket') return ((this.#used % 1 || 1) * windowMs) / budget;

		const earliest = this.#usages[0]?.at ?? this.now();

		return Math.max(0, earliest + windowMs - this.now());
	}

	/** Releases the units whose time has passed. */
	#release(): void {
		const now = this.now();
		const { mode, budget, windowMs } = this.settings;

		if (mode === 'tokenBucket') {
			this.#used = Math.max(0, this.#used - ((now - this.#countedAt) * budget) / windowMs);
			this.#usages = [];
		} else {
			const firstToStay = this.#usages.findIndex(({ at }) => at > now - windowMs);
			const releasedCount = firstToStay < 0 ? this.#usages.length : firstToStay;

			for (const { cost } of this.#usages.splice(0, releasedCount)) this.#used -= cost;
		}

		this.#countedAt = now;
	}
}

/** Sets the headers that every response has (docs/internal/service.md, Limits 1). */
export function writeLimitHeaders(
	res: Response,
	{ budget, windowMs }: LimitSettings,
	counter: RateLimitCounter,
): void {
	res.setHeader('RateLimit-Limit', `${budget}, ${budget};window=${windowMs / 1000}`);
	res.setHeader('RateLimit-Remaining', String(counter.remaining()));
	res.setHeader('RateLimit-Reset', resetOf(counter));
}

/** @throws HttpError 429 if too few units are left for the request (docs/internal/service.md, Limits 3) */
export function countRequest(
	req: Request,
	res: Response,
	settings: LimitSettings,
	counter: RateLimitCounter,
): void {
	const cost = WRITES.has(req.method) ? settings.writeCost : 1;
	const isAccepted = counter.tryToUse(cost);

	writeLimitHeaders(res, settings, counter);
	if (isAccepted) return;

	if (settings.retryAfter) res.setHeader('Retry-After', resetOf(counter));

	throw new HttpError(429, 'Too many requests.');
}

function resetOf(counter: RateLimitCounter): string {
	return String(Math.ceil(counter.resetMs() / 1000));
}
