import { RateLimiter } from '../../../nodes/Vitally/transport/limits/rateLimiter';
import {
	decide,
	isIdempotentMethod,
	NO_ATTEMPTS,
	type Attempts,
} from '../../../nodes/Vitally/transport/retryPolicy';
import { limitModels } from './limitedService.cts';

/** Processes with one key, each with a rate limiter of its own, and the service that limits them. */
export interface Scenario {
	model: keyof typeof limitModels;
	limit: number;
	windowMs: number;
	writeCost: number;
	/** Mean time from sending to the answer; each request takes between half of it and one and a half. */
	latencyMs: number;
	processes: readonly Process[];
	seed: number;
	/** How the service rounds the seconds of `RateLimit-Reset`. */
	roundReset?: (seconds: number) => number;
	/** The service loses an answer once in so many requests. */
	losesOneIn?: number;
	hasHeaders?: boolean;
}

export interface Process {
	requests: number;
	startsAtMs?: number;
	/** Part of the requests that are reads. */
	reads?: number;
}

export interface Outcome {
	served: number;
	/** Answers with 429 as a part of all answers. */
	rejectedShare: number;
	gaveUp: number;
	/** Units spent after the first window, as a part of what the limit allowed until the last request. */
	usedShare: number;
	/** When each process was done. */
	doneAtMs: number[];
}

const IN_FLIGHT = 10;
const MAX_WAIT_MS = 300_000;
/** Timers wake late. */
const TIMER_DELAY_MS = 1.5;

/** Numbers from 0 up to 1 that are the same for the same seed (the mulberry32 generator). */
export function randomFrom(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

/** Runs a scenario to its end on a clock that jumps from event to event. */
export function simulate(scenario: Scenario): Outcome {
	const { limit, windowMs, latencyMs, processes, roundReset = (seconds) => seconds } = scenario;
	const random = randomFrom(scenario.seed);
	const service = limitModels[scenario.model](limit, windowMs);
	const events: Array<{ at: number; happen: () => void }> = [];
	const answers = { served: 0, rejected: 0, gaveUp: 0 };
	const doneAtMs: number[] = [];
	let now = 0;
	let lastServedAt = 0;
	let unitsAfterFirstWindow = 0;

	const after = (ms: number, happen: () => void) => {
		const at = now + ms;
		let place = events.length;
		while (place > 0 && events[place - 1].at > at) place--;
		events.splice(place, 0, { at, happen });
	};
	const halfWay = () => (latencyMs / 2) * (0.5 + random()) + 0.1;

	processes.forEach(({ requests, startsAtMs = 0, reads = 0 }, index) => {
		const limiter = new RateLimiter(() => now, random);
		let unsent = requests;

		const next = () => {
			doneAtMs[index] = now;
			if (unsent === 0) return;
			unsent--;
			send(random() < reads ? 'GET' : 'PUT', NO_ATTEMPTS);
		};

		const send = (method: string, attempts: Attempts): void => {
			const waitMs = limiter.waitMs(method);
			if (waitMs > 0) {
				after(waitMs + random() * TIMER_DELAY_MS, () => send(method, attempts));
				return;
			}
			const reservation = limiter.reserve(method);
			const isLost = scenario.losesOneIn !== undefined && random() * scenario.losesOneIn < 1;
			after(halfWay(), () => {
				const cost = method === 'GET' ? 1 : scenario.writeCost;
				const { isServed, remaining, resetMs } = service(now, cost);
				if (isServed && now > windowMs) unitsAfterFirstWindow += cost;
				if (isServed) lastServedAt = now;
				after(halfWay(), () => {
					if (isLost) {
						limiter.expire(reservation);
						next();
						return;
					}
					const status = isServed ? 200 : 429;
					const headers =
						scenario.hasHeaders === false
							? {}
							: {
									'ratelimit-limit': `${limit}, ${limit};window=${windowMs / 1000}`,
									'ratelimit-remaining': String(remaining),
									'ratelimit-reset': String(roundReset(resetMs / 1000)),
								};
					limiter.confirm(reservation, status, headers);
					answers[isServed ? 'served' : 'rejected']++;
					const isIdempotent = isIdempotentMethod(method);
					const context = { isIdempotent, attempts, maxWaitMs: MAX_WAIT_MS, now, random };
					const decision = decide({ status, headers }, context);
					if (decision.action === 'retry') {
						after(decision.delayMs, () => send(method, decision.attempts));
						return;
					}
					if (decision.action === 'giveUp') answers.gaveUp++;
					next();
				});
			});
		};

		for (let slot = 0; slot < IN_FLIGHT; slot++) after(startsAtMs, next);
	});

	for (let event = events.shift(); event; event = events.shift()) {
		now = event.at;
		event.happen();
	}
	const allowed = ((lastServedAt - windowMs) * limit) / windowMs;
	return {
		served: answers.served,
		rejectedShare: answers.rejected / (answers.served + answers.rejected),
		gaveUp: answers.gaveUp,
		usedShare: unitsAfterFirstWindow / allowed,
		doneAtMs,
	};
}
