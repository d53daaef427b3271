import type { Request, Response } from 'express';
import type { Clock } from './clock.cts';
import { Refusal } from './refusal.cts';

/** service.md, Limits; every value may be changed while the sandbox runs. */
export interface LimitSettings {
	/** The document describes both models and does not say which one is in force. */
	mode: 'slidingWindow' | 'tokenBucket';
	/** Units per window. */
	budget: number;
	/** Milliseconds. */
	windowMs: number;
	/** Units of one POST, PUT, PATCH or DELETE; the real figure is not published. */
	writeCost: number;
	/** Whether a 429 carries `Retry-After`; the service documents none. */
	retryAfter: boolean;
}

export const DOCUMENTED_LIMITS: LimitSettings = {
	mode: 'slidingWindow',
	budget: 1000,
	windowMs: 60_000,
	writeCost: 1,
	retryAfter: false,
};

interface Spending {
	at: number;
	cost: number;
}

/** What one API key has left of its budget. */
export class Budget {
	#used = 0;
	#refilledAt: number;
	#spendings: Spending[] = [];

	constructor(
		private readonly settings: LimitSettings,
		private readonly now: Clock,
	) {
		this.#refilledAt = now();
	}

	/** Takes `cost` units, or nothing and returns false when fewer are left. */
	spend(cost: number): boolean {
		if (this.remaining() < cost) return false;
		this.#used += cost;
		this.#spendings.push({ at: this.now(), cost });
		return true;
	}

	/** Whole units left now. */
	remaining(): number {
		this.#refill();
		return Math.max(0, Math.floor(this.settings.budget - this.#used));
	}

	/** Seconds until one unit comes back (bucket) or the earliest request leaves (window). */
	resetSeconds(): number {
		this.#refill();
		if (this.#used === 0) return 0;
		const { mode, budget, windowMs } = this.settings;
		const earliest = this.#spendings[0]?.at ?? this.now();
		const waitMs =
			mode === 'tokenBucket'
				? ((this.#used % 1 || 1) * windowMs) / budget
				: earliest + windowMs - this.now();
		return Math.max(0, Math.ceil(waitMs / 1000));
	}

	#refill(): void {
		const now = this.now();
		const { mode, budget, windowMs } = this.settings;
		if (mode === 'tokenBucket') {
			this.#used = Math.max(0, this.#used - ((now - this.#refilledAt) * budget) / windowMs);
			this.#spendings = [];
		} else {
			const stays = this.#spendings.findIndex(({ at }) => at > now - windowMs);
			const left = this.#spendings.splice(0, stays < 0 ? this.#spendings.length : stays);
			for (const { cost } of left) this.#used -= cost;
		}
		this.#refilledAt = now;
	}
}

const WRITES = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** Puts the headers that every response carries (service.md, Limits 1). */
export function writeLimitHeaders(res: Response, settings: LimitSettings, budget: Budget): void {
	const { budget: units, windowMs } = settings;
	res.setHeader('RateLimit-Limit', `${units}, ${units};window=${windowMs / 1000}`);
	res.setHeader('RateLimit-Remaining', String(budget.remaining()));
	res.setHeader('RateLimit-Reset', String(budget.resetSeconds()));
}

/** Charges a request; 429 when the budget is exhausted (service.md, Limits 3). */
export function charge(req: Request, res: Response, settings: LimitSettings, budget: Budget): void {
	const accepted = budget.spend(WRITES.has(req.method) ? settings.writeCost : 1);
	writeLimitHeaders(res, settings, budget);
	if (accepted) return;
	if (settings.retryAfter) res.setHeader('Retry-After', String(budget.resetSeconds()));
	throw new Refusal(429, 'Too many requests.');
}
