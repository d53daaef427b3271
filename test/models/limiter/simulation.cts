import type { IHttpRequestOptions } from 'n8n-workflow';

import { RequestSender } from '../../../nodes/Vitally/transport/send';
import { RateLimitCounter, type LimitSettings } from '../../../sandbox/limits.cts';
import { clientOf, VirtualClock } from '../../transport/virtualClock.cts';

/** Processes with one key, each with its rate limiter, and the service that limits them. */
export interface Scenario {
	model: LimitSettings['mode'];
	limit: number;
	windowMs: number;
	writeCost: number;
	/** Mean time from sending to the response; each time is between 0.5 and 1.5 times that. */
	latencyMs: number;
	processes: ReadonlyArray<{
		requests: number;
		startsAtMs?: number;
		/** Part of the requests that are reads. */
		reads?: number;
	}>;
	seed: number;
	/** How the service rounds the seconds of `RateLimit-Reset`. */
	roundReset?: (seconds: number) => number;
	/** The service loses an answer once in so many requests. */
	losesOneIn?: number;
	hasHeaders?: boolean;
}

/** The items that the node runs at the same time. */
const CONCURRENCY = 20;
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

/** Runs a scenario to its end, in virtual time. */
export async function simulate(scenario: Scenario) {
	const { limit, windowMs, latencyMs, processes, roundReset = (seconds) => seconds } = scenario;
	const { model: mode, writeCost } = scenario;
	const random = randomFrom(scenario.seed);
	const clock = new VirtualClock(() => random() * TIMER_DELAY_MS);
	const settings = { mode, budget: limit, windowMs, writeCost, retryAfter: false };
	const counter = new RateLimitCounter(settings, clock.now);
	const answers = { served: 0, rejected: 0, abandoned: 0 };
	/** The times at which the processes were done. */
	const doneAtMs: number[] = [];
	let lastServedAt = 0;
	let unitsAfterFirstWindow = 0;

	const halfWay = async () => await clock.after((latencyMs / 2) * (0.5 + random()) + 0.1);

	const request = async ({ method }: IHttpRequestOptions) => {
		const isLost = scenario.losesOneIn !== undefined && random() * scenario.losesOneIn < 1;

		await halfWay();

		const now = clock.now();
		const cost = method === 'GET' ? 1 : writeCost;
		const isServed = counter.tryToUse(cost);
		const remaining = counter.remaining();
		const resetMs = counter.resetMs();

		if (isServed) {
			lastServedAt = now;
			if (now > windowMs) unitsAfterFirstWindow += cost;
		}

		await halfWay();
		if (isLost) throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });

		answers[isServed ? 'served' : 'rejected']++;
		const headers = {
			'ratelimit-limit': `${limit}, ${limit};window=${windowMs / 1000}`,
			'ratelimit-remaining': String(remaining),
			'ratelimit-reset': String(roundReset(resetMs / 1000)),
		};

		return {
			statusCode: isServed ? 200 : 429,
			headers: scenario.hasHeaders === false ? {} : headers,
			body: {},
		};
	};

	const runs = processes.map(async ({ requests, startsAtMs = 0, reads = 0 }, index) => {
		const { send } = new RequestSender(clock, random);
		const client = clientOf(request, { run: 'run' });
		let unsent = requests;

		const work = async () => {
			while (unsent > 0) {
				unsent--;
				const method = random() < reads ? 'GET' : 'PUT';
				const target = { noun: 'account', id: 'a' };

				await send(client, { method, path: '/resources/accounts/a', target }).catch(
					() => answers.abandoned++,
				);
				doneAtMs[index] = clock.now();
			}
		};

		await clock.after(startsAtMs);
		await Promise.all(Array.from({ length: CONCURRENCY }, work));
	});

	await clock.run(Promise.all(runs));

	const allowed = ((lastServedAt - windowMs) * limit) / windowMs;

	return {
		served: answers.served,
		/** Answers with 429 as a part of all answers. */
		rejectedShare: answers.rejected / (answers.served + answers.rejected),
		abandoned: answers.abandoned,
		/** Units spent after the first window, as a part of what the limit allowed until the last request. */
		usedShare: unitsAfterFirstWindow / allowed,
		doneAtMs,
	};
}
