import type { IHttpRequestOptions } from 'n8n-workflow';

import type { VitallyError } from '../../nodes/Vitally/errors/vitallyError';
import type {
	ReadRequest,
	ServiceRequest,
	Target,
	WriteRequest,
} from '../../nodes/Vitally/transport/client';
import { sendRequest } from '../../nodes/Vitally/transport/httpRequest';
import { RequestSender } from '../../nodes/Vitally/transport/send';
import { clientOf, VirtualClock } from './virtualClock.cts';

const PATH = '/resources/accounts/a';
const noun = 'account';

interface Answer {
	body?: unknown;
	status?: number;
	headers?: object;
}

/**
 * Sends a request to a service that gives these answers, the last one again and again; the code of an error of Node.js
 * is none.
 *
 * @param random what delays attempts
 */
async function sendTo(answers: Array<Answer | string>, request: ServiceRequest, random = 0) {
	const clock = new VirtualClock();
	const { send } = new RequestSender(clock, () => random);
	const sent: unknown[] = [];
	const sentAt: number[] = [];
	const client = clientOf(async ({ method, body: asked }: IHttpRequestOptions) => {
		const answer = answers[sent.length] ?? answers.at(-1);

		sent.push([method, asked]);
		sentAt.push(clock.now());
		if (typeof answer === 'string') throw Object.assign(new Error('failed'), { code: answer });

		const { status: statusCode = 200, headers = {}, body } = answer;

		return { statusCode, headers, body };
	});
	let answered: unknown;
	const { message, description, facts } = await clock.run(
		send(client, request).then(
			(response) => {
				answered = response.request.body;

				return { message: response.status, description: '', facts: {} };
			},
			(error: VitallyError) => error,
		),
	);
	const { isOutcomeUnknown = false } = facts as VitallyError['facts'];

	return { outcome: message, description, isOutcomeUnknown, sent, sentAt, answered };
}

const put = (target: WriteRequest['target'], body = {}): WriteRequest => ({
	method: 'PUT',
	path: PATH,
	body,
	target,
});
const otherThan = (name: string, id = 'v2') =>
	`Vitally has another account for the ${name}, with the ID "${id}"`;

const BY_ID: Target = { noun, id: 'v1', externalId: 'e1' };
const BY_EXTERNAL_ID: Target = { noun, externalId: 'e1' };
const EITHER: Target = { noun, externalId: 'e1', isEither: true };
const EITHER_ID: Target = { noun, id: 'e1', isEither: true };
const NEW: Target = { noun, isNew: true };

describe('the record in a response is the one that the request names', () => {
	it.each<[string, WriteRequest, unknown, string?]>([
		['by its Vitally ID', put(BY_ID), { id: 'v1', externalId: 'e9' }],
		['by its Vitally ID in other letters', put(BY_ID), { id: 'V1' }],
		['not by its External ID', put(BY_ID), { id: 'v2', externalId: 'e1' }, 'ID "v1"'],
		['by its External ID', put(BY_EXTERNAL_ID), { id: 'v2', externalId: 'e1' }],
		[
			'not by another External ID',
			put(BY_EXTERNAL_ID),
			{ id: 'v2', externalId: 'E1' },
			'External ID "e1"',
		],
		['not without one', put(BY_EXTERNAL_ID), { id: 'v2' }, 'External ID "e1"'],
		['by either ID, the Vitally ID', put(EITHER), { id: 'e1', externalId: 'e9' }],
		['by either ID, the External ID', put(EITHER), { id: 'v2', externalId: 'e1' }],
		['by neither', put(EITHER), { id: 'v2', externalId: 'e9' }, 'External ID "e1"'],
		['by an ID that is an External ID', put(EITHER_ID), { id: 'v2', externalId: 'e1' }],
		['by neither, from a list', put(EITHER_ID), { id: 'v2', externalId: 'e9' }, 'ID "e1"'],
		['a new one', put(NEW, { externalId: 'e1' }), { id: 'v2', externalId: 'e1' }],
		[
			'another one that is new',
			put(NEW, { externalId: 'e1' }),
			{ id: 'v2', externalId: 'e9' },
			'External ID "e1"',
		],
		['a new one whose External ID is not returned', put(NEW, { externalId: 'e1' }), { id: 'v2' }],
		['a new one without an External ID', put(NEW), { id: 'v2', externalId: 'e9' }],
		['none', put('noRecord'), { id: 'v2', externalId: 'e9' }],
		['not in a body that is no record', put(BY_ID), { externalId: 'e9' }],
		['not in a list', put(BY_ID), [{ id: 'v2' }]],
	])('%s', async (_title, request, body, other = '') => {
		const { outcome } = await sendTo([{ body }], request);

		expect(outcome).toBe(other === '' ? 200 : otherThan(other));
	});

	it('or else its External ID is the Vitally ID of another one', async () => {
		const { outcome, description } = await sendTo([{ body: { id: 'e1' } }], put(BY_EXTERNAL_ID));

		expect(outcome).toBe('"e1" is the Vitally ID of another account');
		expect(description).toMatch(/^The change may be in that account: .*Use another 'External ID'/);

		const byId = await sendTo([{ body: { id: 'e1' } }], put(BY_ID));

		expect(byId.outcome).toBe(otherThan('ID "v1"', 'e1'));
	});

	const deleted = 'The account with the ID "v1" was deleted in Vitally at 2026-01-01';

	it.each([
		['PUT', deleted],
		['POST', deleted],
		['DELETE', 200],
		['GET', 200],
	])('and is not deleted, after a change of it: %s, %s', async (method, end) => {
		const request = { ...put(BY_ID), method } as WriteRequest;
		const { outcome } = await sendTo([{ body: { id: 'v1', archivedAt: '2026-01-01' } }], request);

		expect(outcome).toBe(end);
	});

	it('also of a read, which changed nothing', async () => {
		const read: ReadRequest = { method: 'GET', path: PATH, target: BY_ID };
		const { outcome, description } = await sendTo([{ body: { id: 'v2' } }], read);

		expect(outcome).toBe(otherThan('ID "v1"'));
		expect(description).toMatch(/^Check that account in Vitally/);
	});

	it('except in an answer with a status that the operation handles itself', async () => {
		const request = { ...put(BY_ID), handledStatuses: [404] };
		const { outcome } = await sendTo([{ status: 404, body: { id: 'v2' } }], request);

		expect(outcome).toBe(404);
	});
});

describe('a change whose body depends on what the record has', () => {
	const current: WriteRequest = {
		...put(BY_ID, { tags: ['old'] }),
		current: {
			read: { method: 'GET', path: PATH, target: BY_ID },
			bodyOf: ({ tags }) => ({ tags: [tags, 'added'].flat() }),
		},
	};
	const now = { id: 'v1', tags: ['now'] };
	const afterWaiting = (...answers: Answer[]): Answer[] => [
		{ status: 429, headers: { 'retry-after': '1' } },
		...answers,
	];
	const first = ['PUT', { tags: ['old'] }];
	const read = ['GET', undefined];

	it('is sent as it is without a wait', async () => {
		expect(await sendTo([{ body: now }], current)).toMatchObject({ outcome: 200, sent: [first] });
	});

	it('is made of what the record has after a wait, and its response is to that', async () => {
		const { outcome, ...end } = await sendTo(afterWaiting({ body: now }, {}), current);
		const body = { tags: ['now', 'added'] };

		expect(outcome).toBe(200);
		expect(end).toMatchObject({ sent: [first, read, ['PUT', body]], answered: body });
	});

	it('may have been saved by an earlier attempt where that read fails', async () => {
		const { description } = await sendTo(afterWaiting({ status: 500 }), current);

		expect(description).toMatch(/The change may have been saved\..*HTTP 500, PUT/);
	});

	it.each<[string, Answer, string]>([
		['another record', { body: { ...now, id: 'v2' } }, otherThan('ID "v1"')],
		['no record', { body: {} }, 'The response is not a Vitally record'],
		['no body', { status: 204 }, 'The response is not a Vitally record'],
		['an error', { status: 404 }, 'Vitally found no such record'],
	])('is not sent where that read returns %s', async (_title, answer, message) => {
		const { outcome, sent } = await sendTo(afterWaiting(answer), current);

		expect([outcome, sent]).toEqual([message, [first, read]]);
	});

	it('fails where its own response is another record', async () => {
		const answers = afterWaiting({ body: now }, { body: { ...now, id: 'v2' } });

		expect((await sendTo(answers, current)).outcome).toBe(otherThan('ID "v1"'));
	});
});

const METHODS = ['GET', 'PUT', 'DELETE', 'POST'] as const;
const THREE_TIMES = [0, 250, 750];

/** How a request ends whose attempts end with these statuses or codes of Node.js, and when they were sent. */
async function attemptsOf(
	ends: Array<string | number>,
	more: Partial<ServiceRequest>,
	random?: number,
) {
	const answers = ends.map((end) => (typeof end === 'number' ? { status: end } : end));
	const request = { path: PATH, target: 'noRecord', ...more } as ServiceRequest;
	const { outcome, description, isOutcomeUnknown, sentAt } = await sendTo(answers, request, random);
	const isInDoubt = description.includes('response was lost, may have deleted it');
	const error = isOutcomeUnknown ? 'unknown' : isInDoubt ? 'doubt' : 'error';

	return { outcome: typeof outcome === 'number' ? outcome : error, sentAt };
}

describe('a request without a response of the service', () => {
	type Sent = Pick<ServiceRequest, 'method' | 'idempotent'>;
	const SENT: Sent[] = [
		...METHODS.map((method) => ({ method })),
		{ method: 'POST', idempotent: true },
		{ method: 'PUT', idempotent: false },
	];
	const isIdempotent = ({ method, idempotent = method !== 'POST' }: Sent) => idempotent;
	const always = () => true;
	const never = () => false;

	it('is sent three times where it was not received or is idempotent, and else once; waits are at most doubled', async () => {
		const ENDS: Array<[Array<string | number>, string, (request: Sent) => boolean]> = [
			[['ETIMEDOUT', 'ECONNRESET', 502, 503, 504], 'unknown', isIdempotent],
			[['ECONNREFUSED'], 'error', always],
			[['CERT_HAS_EXPIRED', 400, 401, 404, 409, 500, 501], 'error', never],
		];
		const each = SENT.flatMap((request) => [0, 1].map((random) => ({ request, random })));
		const rows = ENDS.flatMap(([ends, outcome, isRepeated]) =>
			ends.flatMap((end) =>
				each.map(({ request, random }) => {
					const times = isRepeated(request) ? THREE_TIMES : [0];

					return { end, request, random, outcome, sentAt: times.map((ms) => ms * (1 + random)) };
				}),
			),
		);
		const found = rows.map(async ({ end, request, random }) => {
			return { end, request, random, ...(await attemptsOf([end], request, random)) };
		});

		expect(await Promise.all(found)).toEqual(rows);
	});
});

describe('a DELETE of what is not there', () => {
	const [LOST, remove] = ['ECONNRESET', { method: 'DELETE', wasRead: true }] as const;

	it.each<[string, Array<string | number>, Partial<ServiceRequest>, string | number]>([
		['has deleted it where it was read before', [LOST, 404], remove, 204],
		['may have deleted it', [LOST, 404], { method: 'DELETE' }, 'doubt'],
		['has not where its first attempt finds nothing', [404], remove, 'error'],
		['has not where it is rejected', [LOST, 400], remove, 'error'],
		['is none that changes it', [LOST, 404], { method: 'PUT', wasRead: true }, 'error'],
	])('%s', async (_title, ends, request, end) => {
		expect(await attemptsOf(ends, request)).toMatchObject({ outcome: end });
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
		const { signal } = new AbortController();

		await sendRequest({ ...client, options, signal }, { method: 'GET', path: PATH });

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
			await sendRequest(client, { method: 'GET', path: PATH });
		}

		expect(setTimer).toHaveBeenCalledTimes(timers);

		jest.restoreAllMocks();
	});
});
