import type { VitallyError } from '../../nodes/Vitally/errors/vitallyError';
import type { ServiceRequest } from '../../nodes/Vitally/transport/client';
import { sendRequest } from '../../nodes/Vitally/transport/httpRequest';
import { RequestSender } from '../../nodes/Vitally/transport/send';
import { clientOf, VirtualClock } from './virtualClock.cts';

const METHODS = ['GET', 'PUT', 'DELETE', 'POST'] as const;
type Method = (typeof METHODS)[number];

/** A request whose attempts all end with a code of Node.js or with a status: its outcome, and when it was sent. */
async function attemptsOf(
	end: string | number,
	request: { method: Method; idempotent?: boolean },
	random = 0,
) {
	const clock = new VirtualClock();
	const { send } = new RequestSender(clock, () => random);
	const sentAt: number[] = [];
	const client = clientOf(async () => {
		sentAt.push(clock.now());
		if (typeof end === 'number') return { statusCode: end, headers: {}, body: {} };
		throw Object.assign(new Error('failed'), { code: end });
	});
	const path = '/resources/accounts/a';
	const sent = send(client, { path, target: 'noRecord', ...request } as ServiceRequest);
	const outcome = await clock.run(
		sent.then(
			() => 'answered',
			({ facts }: VitallyError) => (facts.isOutcomeUnknown ? 'unknown' : 'error'),
		),
	);
	return { outcome, sentAt };
}

const THREE_TIMES = [0, 250, 750];

describe('a request without a response of the service', () => {
	it.each(['ETIMEDOUT', 'ECONNRESET', 502, 503, 504])(
		'is sent three times if it is idempotent, and a creation once, after %s',
		async (end) => {
			for (const method of METHODS) {
				const sentAt = method === 'POST' ? [0] : THREE_TIMES;
				expect(await attemptsOf(end, { method })).toEqual({ outcome: 'unknown', sentAt });
			}
		},
	);

	it('is sent again where the request is marked as idempotent, whatever its method', async () => {
		const search = await attemptsOf('ETIMEDOUT', { method: 'POST', idempotent: true });
		expect(search.sentAt).toEqual(THREE_TIMES);
		const messages = await attemptsOf('ETIMEDOUT', { method: 'PUT', idempotent: false });
		expect(messages.sentAt).toEqual([0]);
	});

	it('waits at most twice as long as at least', async () => {
		const { sentAt } = await attemptsOf('ETIMEDOUT', { method: 'GET' }, 1);
		expect(sentAt).toEqual([0, 500, 1500]);
	});

	it.each(METHODS)('is sent three times without a connection: %s', async (method) => {
		const expected = { outcome: 'error', sentAt: THREE_TIMES };
		expect(await attemptsOf('ECONNREFUSED', { method })).toEqual(expected);
	});

	it.each(['CERT_HAS_EXPIRED', 400, 401, 404, 409, 500, 501])(
		'is sent once after %s',
		async (end) => {
			for (const method of METHODS) {
				expect(await attemptsOf(end, { method })).toEqual({ outcome: 'error', sentAt: [0] });
			}
		},
	);
});

describe('a DELETE of what is not there', () => {
	/** How a request ends whose attempts end so, one after the other. */
	async function endOf(ends: Array<'lost' | number>, request: Partial<ServiceRequest>) {
		const clock = new VirtualClock();
		const { send } = new RequestSender(clock, () => 0);
		const client = clientOf(async () => {
			const end = ends.shift();
			if (typeof end === 'number') return { statusCode: end, headers: {}, body: {} };
			throw Object.assign(new Error('failed'), { code: 'ECONNRESET' });
		});
		const path = '/resources/accounts/a';
		const sent = send(client, { path, target: 'noRecord', ...request } as ServiceRequest);
		return await clock.run(
			sent.then(
				({ status }) => status,
				({ description }: VitallyError) =>
					description.includes('response was lost, may have deleted it') ? 'doubt' : 'error',
			),
		);
	}
	const remove = { method: 'DELETE', wasRead: true } as const;

	it.each<[string, Array<'lost' | number>, Partial<ServiceRequest>, string | number]>([
		['has deleted it where it was read before', ['lost', 404], remove, 204],
		['may have deleted it', ['lost', 404], { method: 'DELETE' }, 'doubt'],
		['has not where its first attempt finds nothing', [404], remove, 'error'],
		['has not where it is rejected', ['lost', 400], remove, 'error'],
		['is none that changes it', ['lost', 404], { method: 'PUT', wasRead: true }, 'error'],
	])('%s', async (_title, ends, request, end) => {
		expect(await endOf(ends, request)).toBe(end);
	});
});

describe('the time that an attempt has', () => {
	const LONGEST = 2 ** 31 - 1;

	it.each([
		[undefined, 60_000],
		[0, 60_000],
		[300_000, 300_000],
		[1_500.5, 1_501],
		[2 ** 31, LONGEST],
	])('is that of Timeout, up to the longest of a timer: %j', async (timeout, ms) => {
		const setTimer = jest.spyOn(AbortSignal, 'timeout');
		const given: unknown[] = [];
		const client = clientOf(async (options) => void given.push(options.timeout));
		const options = timeout === undefined ? {} : { timeout };
		await sendRequest(
			{ ...client, options, signal: new AbortController().signal },
			{
				method: 'GET',
				path: '/resources/accounts',
			},
		);
		expect([...given, ...setTimer.mock.calls.flat()]).toEqual([ms, ms]);
		setTimer.mockRestore();
	});

	it.each([
		[0.009, 1],
		[0.011, 2],
	])('is shared by those that begin within a hundredth of it: %d', async (part, timers) => {
		let nowMs = 0;
		jest.spyOn(performance, 'now').mockImplementation(() => nowMs);
		const setTimer = jest.spyOn(AbortSignal, 'timeout');
		const client = clientOf(async () => ({}), { signal: new AbortController().signal });
		for (const at of [0, part * 60_000]) {
			nowMs = at;
			await sendRequest(client, { method: 'GET', path: '/resources/accounts' });
		}
		expect(setTimer).toHaveBeenCalledTimes(timers);
		jest.restoreAllMocks();
	});
});
