import type { VitallyError } from '../../nodes/Vitally/errors/vitallyError';
import type { ServiceRequest } from '../../nodes/Vitally/transport/client';
import { RequestSender } from '../../nodes/Vitally/transport/send';
import { clientOf, VirtualClock } from './virtualClock.cts';

const METHODS = ['GET', 'PUT', 'DELETE', 'POST'] as const;
type Method = (typeof METHODS)[number];

/** A request whose attempts all end with a code of Node.js or with a status: its outcome, and when it was sent. */
async function attemptsOf(end: string | number, request: { method: Method; idempotent?: boolean }) {
	const clock = new VirtualClock();
	const { send } = new RequestSender(clock, () => 0);
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
