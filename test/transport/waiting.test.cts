import { getEventListeners, setMaxListeners } from 'node:events';

import type { IHttpRequestOptions } from 'n8n-workflow';

import { VitallyError } from '../../nodes/Vitally/errors/vitallyError';
import type { Client } from '../../nodes/Vitally/transport/client';
import { waitTooLongError } from '../../nodes/Vitally/transport/errors/networkErrors';
import { abortError } from '../../nodes/Vitally/transport/limits/wait';
import { RequestSender } from '../../nodes/Vitally/transport/send';
import { seenError, type SeenError } from '../errors/thrownError.cts';
import { atMost, lessThan, moreThan } from '../fixtures/bounds.cts';
import { randomFrom } from '../models/limiter/simulation.cts';
import { clientOf, VirtualClock } from './virtualClock.cts';

const GET = { method: 'GET' as const, path: '/resources/accounts' };
const CONCURRENCY = 20;

/** The answer of a service to a request, at a time in milliseconds. */
type Service = (now: number) => { status: number; headers?: Record<string, string> };

/** A process, and a service that answers after 100 ms, in virtual time. */
function processOn(service: Service, latencyMs = 100) {
	const clock = new VirtualClock();
	const { send } = new RequestSender(clock, randomFrom(1));
	const log: Array<{ path: string; at: number }> = [];
	let underWay = 0;
	let mostUnderWay = 0;

	const request = async ({ url }: IHttpRequestOptions) => {
		log.push({ path: url, at: clock.now() });
		underWay++;
		mostUnderWay = Math.max(mostUnderWay, underWay);
		await clock.after(latencyMs);
		underWay--;
		const { status, headers = {} } = service(clock.now());

		return { statusCode: status, headers, body: {} };
	};

	const clients = new Map<string | undefined, Client>();

	/** A run has one client. */
	const clientOfRun = (run?: string): Client => {
		const client = clients.get(run) ?? clientOf(request);

		clients.set(run, client);

		return client;
	};

	/** Sends one request and returns how it ended and when. */
	const sendOne = async (instead: Partial<Client> = {}, path = GET.path) => {
		const error = await send({ ...clientOfRun(instead.run), ...instead }, { ...GET, path }).then(
			() => undefined,
			(thrown: VitallyError) => thrown,
		);

		return { error, at: clock.now() };
	};

	/** Sends the requests of a run as its runner does, twenty at a time. */
	const sendRun = async (count: number, instead: Partial<Client> = {}, path = GET.path) => {
		const outcomes: Array<Awaited<ReturnType<typeof sendOne>>> = [];
		let unsent = count;

		const work = async () => {
			while (unsent-- > 0) outcomes.push(await sendOne({ run: 'run', ...instead }, path));
		};

		await Promise.all(Array.from({ length: CONCURRENCY }, work));

		return outcomes;
	};

	return { clock, log, sendOne, sendRun, mostUnderWay: () => mostUnderWay };
}

/** A service that reports that nothing is left, and that units return after so many seconds. */
function nothingLeft(windowS: number, resetS: number): Service {
	return () => ({
		status: 200,
		headers: {
			'ratelimit-limit': `1000, 1000;window=${windowS}`,
			'ratelimit-remaining': '0',
			'ratelimit-reset': String(resetS),
		},
	});
}

/** A service that rejects everything. */
function tooMany(retryAfter?: string): Service {
	const headers: Record<string, string> = {};
	if (retryAfter !== undefined) headers['retry-after'] = retryAfter;

	return () => ({ status: 429, headers });
}

describe('waiting for the rate limit', () => {
	describe('a wait of 6 seconds', () => {
		/** The error of a request that may wait so long; undefined where it is answered. */
		const errorWith = async (maxWaitMs: number, seconds = '6') => {
			const { clock, sendOne } = processOn((now) =>
				now < 6_000 ? tooMany(seconds)(now) : nothingLeft(1, 0)(now),
			);
			const { error } = await clock.run(sendOne({ maxWaitMs }));

			return error?.message;
		};

		it.each([{ maxWaitMs: 5_900 }, { maxWaitMs: 5_999 }])(
			'exceeds the time limit of $maxWaitMs ms, which the error names as 5.9 seconds',
			async ({ maxWaitMs }) => {
				expect({ error: await errorWith(maxWaitMs) }).toEqual({
					error:
						"Vitally's rate limit is used up: the next request is possible in 6 seconds, but the time limit is 5.9 seconds",
				});
			},
		);

		it.each([
			{ seconds: '6.04', name: 'a few hundredths more, which passes', error: undefined },
			{
				seconds: '6.05',
				name: 'half a tenth more, which counts as one',
				error:
					"Vitally's rate limit is used up: the next request is possible in 7 seconds, but the time limit is 6 seconds",
			},
		])('has a time limit of just 6 seconds for $name', async ({ seconds, error }) => {
			expect({ error: await errorWith(6_000, seconds) }).toEqual({ error });
		});

		it.each([{ maxWaitMs: 6_000 }, { maxWaitMs: 6_001 }])(
			'causes no error with the time limit of $maxWaitMs ms',
			async ({ maxWaitMs }) => {
				expect({ error: await errorWith(maxWaitMs) }).toEqual({ error: undefined });
			},
		);
	});

	const USED_UP = "Vitally's rate limit is used up: the next request is possible in";
	const OF_POLL =
		'Try again later, or create a separate key for n8n: other tools may use the 1,000 requests per minute of this key.';
	const OF_RUN =
		"Raise 'Max Wait (Seconds)' in the credential, spread the work over a longer time, or create a separate key for this workflow. Other tools may use the 1,000 requests per minute of this key.";

	it.each([
		{
			name: 'the time limit of a poll',
			leftMs: 1_001,
			waitedMs: 0,
			message: `${USED_UP} 2 seconds, but the time limit is 2 seconds`,
			description: OF_POLL,
			retryAfterMs: 2_000,
		},
		{
			name: "'Max Wait' of an item",
			leftMs: 1_001,
			waitedMs: 0,
			run: 'run',
			message: `${USED_UP} 2 seconds, but 'Max Wait (Seconds)' is 2`,
			description: OF_RUN,
			retryAfterMs: 2_000,
		},
		{
			name: 'no time that has passed where that is less than a second',
			leftMs: 1_001,
			waitedMs: 999,
			run: 'run',
			message: `${USED_UP} 2 seconds, but 'Max Wait (Seconds)' is 2`,
			description: OF_RUN,
			retryAfterMs: 2_000,
		},
		{
			name: 'the time that has passed from one second on',
			leftMs: 1_001,
			waitedMs: 1_000,
			run: 'run',
			message: `${USED_UP} 2 seconds, but 'Max Wait (Seconds)' is 2, of which 1 have passed`,
			description: OF_RUN,
			retryAfterMs: 2_000,
		},
		{
			name: 'a single second without a plural',
			leftMs: 1_000,
			waitedMs: 1_001,
			run: 'run',
			message: `${USED_UP} 1 second, but 'Max Wait (Seconds)' is 2, of which 1.1 have passed`,
			description: OF_RUN,
			retryAfterMs: 1_000,
		},
	])('names $name', ({ leftMs, waitedMs, run, message, description, retryAfterMs }) => {
		const error = waitTooLongError(leftMs, { maxWaitMs: 2_000, waitedMs, run });

		expect(seenError(error)).toEqual({
			class: 'VitallyError',
			message,
			description,
			facts: { status: 429, failure: { cause: 'rate-limited', retryAfterMs } },
		});
	});

	it("names the setting 'Max Wait (Seconds)' in its error, not what is left of it", async () => {
		const { clock, sendOne } = processOn(tooMany('1'));
		const { error, at } = await clock.run(sendOne({ run: 'run', maxWaitMs: 2_000 }));

		expect(error?.message).toBe(
			"Vitally's rate limit is used up: the next request is possible in 1 second, but 'Max Wait (Seconds)' is 2, of which 1.1 have passed",
		);
		expect({ at }).toEqual({ at: atMost(2_400) });
	});

	it.each([['1'], [undefined]])(
		'takes no longer for 200 items than for one when every response has status 429 (Retry-After %s)',
		async (retryAfter) => {
			const { clock, sendRun } = processOn(tooMany(retryAfter));
			const outcomes = await clock.run(sendRun(200, { maxWaitMs: 2_000 }));

			const rejected = outcomes.filter(({ error }) =>
				error?.message.includes("'Max Wait (Seconds)' is 2"),
			);

			expect({ rejectedItems: rejected.length, endsAtMs: clock.now() }).toEqual({
				rejectedItems: 200,
				endsAtMs: lessThan(5_000),
			});
		},
	);

	it('starts again once an item of the run is served', async () => {
		let served = 0;
		const { clock, sendRun } = processOn((now) => {
			const isBlocked = now % 3_000 > 1_500;
			if (isBlocked) return tooMany('1')(now);

			served++;

			return { status: 200 };
		});
		const outcomes = await clock.run(sendRun(500, { maxWaitMs: 3_000 }));

		const errors = outcomes.flatMap(({ error }) => error?.message ?? []);

		expect({ errors, served }).toEqual({ errors: [], served: 500 });
	});

	it('counts no time behind other items of the run', async () => {
		// 1000 units in ten minutes: one returns every 0.6 seconds.
		let units = 20;
		let at = 0;
		const { clock, sendRun } = processOn((now) => {
			units = Math.min(1000, units + (now - at) / 600);
			at = now;
			const isServed = units >= 1;
			if (isServed) units--;

			return {
				status: isServed ? 200 : 429,
				headers: {
					'ratelimit-limit': '1000, 1000;window=600',
					'ratelimit-remaining': String(Math.floor(units)),
					'ratelimit-reset': String((1 - (units % 1)) * 0.6),
				},
			};
		});
		const outcomes = await clock.run(sendRun(300, { maxWaitMs: 20_000 }));

		const errors = outcomes.flatMap(({ error }) => error?.message ?? []);

		expect({ errors, endsAtMs: clock.now() }).toEqual({
			errors: [],
			endsAtMs: moreThan(100_000),
		});
	});

	it('occupies no place, so that a request that must not wait fails at once', async () => {
		const { clock, sendOne, sendRun } = processOn(tooMany('8'));
		const others = sendRun(30, { run: 'other', maxWaitMs: 60_000 });
		const impatient = clock
			.after(1_000)
			.then(async () => await sendOne({ run: 'run', maxWaitMs: 0 }));
		const { error, at } = await clock.run(impatient);

		expect({ error: error?.message, endsAtMs: at }).toEqual({
			error: `${USED_UP} 8 seconds, but 'Max Wait (Seconds)' is 0`,
			endsAtMs: 1_000,
		});

		await clock.run(others);
	});
});

describe('the error of a wait that is aborted', () => {
	const passed = 'Try again later: the time for reading from Vitally has passed.';
	const temporary = { failure: { cause: 'temporarily-unavailable' as const } };
	const timeout = new DOMException('', 'TimeoutError');

	it.each<{ name: string; reason?: Error; wasSent: boolean; error: Omit<SeenError, 'class'> }>([
		{
			name: 'the time of a poll has passed before the request was sent',
			reason: timeout,
			wasSent: false,
			error: {
				message:
					'The request waited too long for other requests with the same key, and was not sent',
				description: passed,
				facts: temporary,
			},
		},
		{
			name: 'the time of a poll has passed after the request was sent',
			reason: timeout,
			wasSent: true,
			error: {
				message: 'Vitally did not respond in time',
				description: passed,
				facts: temporary,
			},
		},
		{
			name: 'the execution was canceled',
			wasSent: true,
			error: {
				message: 'The execution was canceled',
				description: 'Nothing more was sent.',
				facts: {},
			},
		},
	])('says that $name', ({ reason, wasSent, error }) => {
		const controller = new AbortController();

		controller.abort(reason);

		expect(seenError(abortError(controller.signal, { wasSent }))).toEqual({
			class: 'VitallyError',
			...error,
		});
	});
});

describe('a request whose time ends', () => {
	const NOT_SENT =
		'The request waited too long for other requests with the same key, and was not sent';
	const SENT = 'Vitally did not respond in time';
	const answersWith =
		(status: number): Service =>
		() => ({ status });

	interface EndCase {
		name: string;
		service: Service;
		latencyMs?: number;
		/** Whether another request has learned that nothing is left before it. */
		isBehindAnother?: boolean;
		endsAtMs: number;
		error: string;
	}

	it.each<EndCase>([
		{
			name: 'it was not sent where it ends before its first attempt',
			service: answersWith(200),
			endsAtMs: 0,
			error: NOT_SENT,
		},
		{
			name: 'it was not sent where it ends while the rate limit delays its first attempt',
			service: tooMany('60'),
			isBehindAnother: true,
			endsAtMs: 1_000,
			error: NOT_SENT,
		},
		{
			name: 'it was sent where it ends while its first attempt is under way',
			service: answersWith(200),
			latencyMs: 20_000,
			endsAtMs: 1_000,
			error: SENT,
		},
		{
			name: 'it was sent where it ends while a 429 delays its second attempt',
			service: tooMany('60'),
			endsAtMs: 1_000,
			error: SENT,
		},
		{
			name: 'it was sent where it ends in the pause after a 503',
			service: answersWith(503),
			endsAtMs: 200,
			error: SENT,
		},
	])('says that $name', async ({ service, latencyMs, isBehindAnother, endsAtMs, error }) => {
		const { clock, sendOne } = processOn(service, latencyMs);
		const another = isBehindAnother ? sendOne({ run: 'other' }) : undefined;

		await clock.run(clock.after(isBehindAnother ? 500 : 0));
		const limit = new AbortController();
		const end = () => limit.abort(new DOMException('', 'TimeoutError'));

		if (endsAtMs === 0) end();
		else void clock.after(endsAtMs).then(end);

		const outcome = await clock.run(sendOne({ run: 'run', signal: limit.signal }));

		expect({ error: outcome.error?.message }).toEqual({ error });

		if (another) await clock.run(another);
	});
});

describe('the turn of a request', () => {
	const ok: Service = () => ({ status: 200 });

	it('comes at once for polls and pick-lists while all requests of a run are slow', async () => {
		const { clock, log, sendOne, sendRun } = processOn(ok, 20_000);
		const run = sendRun(20);
		const poll = clock.after(500).then(async () => await sendOne({}, '/poll'));

		await clock.run(Promise.all([run, poll]));

		expect({ pollSentAtMs: log.find(({ path }) => path === '/poll')?.at }).toEqual({
			pollSentAtMs: 500,
		});
	});

	it('comes for ten polls and pick-lists at a time, and a request that waits too long says so', async () => {
		const { clock, log, sendOne, mostUnderWay } = processOn(ok, 20_000);
		const others = Promise.all(Array.from({ length: 10 }, async () => await sendOne()));
		const ofRun = sendOne({ run: 'run' }, '/run');
		const deadline = new AbortController();
		const late = sendOne({ signal: deadline.signal });

		void clock.after(5_000).then(() => deadline.abort(new DOMException('', 'TimeoutError')));
		const notSent =
			'The request waited too long for other requests with the same key, and was not sent';
		const { error, at } = await clock.run(late);

		const tooLate = await clock.run(sendOne({ signal: deadline.signal }));

		expect({
			waiting: { error: error?.message, endsAtMs: at },
			sentAfterwards: { error: tooLate.error?.message, endsAtMs: tooLate.at },
		}).toEqual({
			waiting: { error: notSent, endsAtMs: 5_000 },
			sentAfterwards: { error: notSent, endsAtMs: 5_000 },
		});

		await clock.run(Promise.all([others, ofRun]));

		// A run has places of its own.
		expect({ mostUnderWay: mostUnderWay(), lastSent: log.at(-1) }).toEqual({
			mostUnderWay: 11,
			lastSent: { path: '/run', at: 0 },
		});
	});

	it('changes between the runs of a key', async () => {
		const { clock, log, sendRun } = processOn(ok);
		const long = sendRun(700, { run: 'long' }, '/long');
		const short = clock
			.after(1_000)
			.then(async () => await sendRun(50, { run: 'short' }, '/short'));

		await clock.run(short);
		const shortDoneAt = clock.now();

		await clock.run(long);

		// Half of ten places for 50 requests of 100 ms: a second, and the start.
		expect({ msForFiftyRequests: shortDoneAt - 1_000 }).toEqual({
			msForFiftyRequests: atMost(1_300),
		});
		expect({ requests: log.filter(({ path }) => path === '/short').length }).toEqual({
			requests: 50,
		});
	});

	it('comes first for a request that is sent again', async () => {
		let answers = 0;
		const { clock, log, sendOne } = processOn((now) => {
			answers++;

			return answers === 1 ? tooMany('1')(now) : nothingLeft(1, 0)(now);
		});
		const paths = Array.from({ length: 14 }, (_, index) => `/${index}`);

		await clock.run(Promise.all(paths.map(async (path) => await sendOne({ run: 'run' }, path))));

		expect(log.slice(9, 13).map(({ path }) => path)).toEqual(['/9', '/0', '/10', '/11']);
	});

	it('comes for the next one when those before it are canceled', async () => {
		const { clock, sendOne } = processOn(ok, 20_000);
		const stop = new AbortController();
		const signal = stop.signal;
		const canceled = Array.from({ length: 10 }, async () => await sendOne({ signal }));
		const next = sendOne({}, '/next');

		void clock.after(1_000).then(() => stop.abort());
		const { error, at } = await clock.run(next);

		expect({ error: error?.message, endsAtMs: at }).toEqual({
			error: undefined,
			endsAtMs: 21_000,
		});

		await clock.run(Promise.all(canceled));
	});

	it.each([
		{ outcome: 'answered', service: ok },
		{ outcome: 'rejected until their time is over', service: tooMany('600') },
	])(
		'leaves no listener on the signal of a run whose requests are $outcome',
		async ({ service }) => {
			const { clock, sendOne } = processOn(service);
			const { signal } = new AbortController();

			// As n8n does with the signal of an execution; Node.js would warn of more than ten.
			setMaxListeners(Infinity, signal);

			const requests = Array.from(
				{ length: 30 },
				async () => await sendOne({ run: 'run', signal }),
			);
			const whileWaiting = getEventListeners(signal, 'abort').length;

			await clock.run(Promise.all(requests));

			expect({ whileWaiting, afterwards: getEventListeners(signal, 'abort').length }).toEqual({
				whileWaiting: moreThan(0),
				afterwards: 0,
			});
		},
	);

	it('ends when the execution is canceled, and another request gets its place', async () => {
		const { clock, sendOne } = processOn(tooMany('60'));
		const stop = new AbortController();
		const stopped = sendOne({ run: 'run', signal: stop.signal });
		const waiting = sendOne({ run: 'other', signal: stop.signal });

		void clock.after(1_000).then(() => stop.abort());
		const outcomes = await clock.run(Promise.all([stopped, waiting]));

		const ends = outcomes.map(({ error, at }) => ({ error: error?.message, endsAtMs: at }));
		const canceled = { error: 'The execution was canceled', endsAtMs: 1_000 };

		expect({ first: ends[0], second: ends[1] }).toEqual({ first: canceled, second: canceled });
	});
});
