import type { IHttpRequestOptions } from 'n8n-workflow';

import type { VitallyError } from '../../nodes/Vitally/errors/vitallyError';
import type {
	Client,
	ReadRequest,
	ServiceRequest,
	Target,
	WriteRequest,
} from '../../nodes/Vitally/transport/client';
import { sendRequest } from '../../nodes/Vitally/transport/httpRequest';
import { RequestSender } from '../../nodes/Vitally/transport/send';
import { omitUndefined } from '../../nodes/Vitally/values/json/json';
import { clientOf, VirtualClock } from './virtualClock.cts';

const PATH = '/resources/accounts/a';
const noun = 'account';

interface Answer {
	body?: unknown;
	status?: number;
	headers?: object;
}

/** How a request ends. */
interface End {
	/** The status of the response, or the message of the error. */
	outcome: number | string;
	description?: string;
	isOutcomeUnknown?: boolean;
	/** The body of the request that the response is to. */
	answered?: unknown;
	/** The body of the response. */
	returned?: unknown;
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
	const sent: string[] = [];
	const sentAt: number[] = [];
	const client = clientOf(async ({ method, body: asked }: IHttpRequestOptions) => {
		const answer = answers[sent.length] ?? answers.at(-1);

		sent.push(asked === undefined ? String(method) : `${method} ${JSON.stringify(asked)}`);
		sentAt.push(clock.now());
		if (typeof answer === 'string') throw Object.assign(new Error('failed'), { code: answer });

		const { status: statusCode = 200, headers = {}, body } = answer;

		return { statusCode, headers, body };
	});
	const sending = send(client, request).then(
		({ status, request: { body }, body: returned }) => ({
			outcome: status,
			answered: body,
			returned,
		}),
		({ message, description, facts }: VitallyError) => ({
			outcome: message,
			description,
			isOutcomeUnknown: facts.isOutcomeUnknown ?? false,
		}),
	);
	const end: End = await clock.run<End>(sending);

	return { ...end, sent, sentAt };
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
/** The target of a response that may contain something else, which has no name. */
const BY_ID_WITH_NAME: Target = { noun, id: 'v1', isShownIn: ({ name }) => name !== undefined };
const NEW: Target = { noun, isNew: true };

describe('the check of the record in a response', () => {
	it.each<{ title: string; request: WriteRequest; body: unknown }>([
		{ title: 'with its Vitally ID', request: put(BY_ID), body: { id: 'v1', externalId: 'e9' } },
		{ title: 'with its Vitally ID in other letters', request: put(BY_ID), body: { id: 'V1' } },
		{
			title: 'with its External ID',
			request: put(BY_EXTERNAL_ID),
			body: { id: 'v2', externalId: 'e1' },
		},
		{
			title: 'with either ID as Vitally ID',
			request: put(EITHER),
			body: { id: 'e1', externalId: 'e9' },
		},
		{
			title: 'with either ID as External ID',
			request: put(EITHER),
			body: { id: 'v2', externalId: 'e1' },
		},
		{
			title: 'with an ID that is an External ID',
			request: put(EITHER_ID),
			body: { id: 'v2', externalId: 'e1' },
		},
		{
			title: 'that is new, with its External ID',
			request: put(NEW, { externalId: 'e1' }),
			body: { id: 'v2', externalId: 'e1' },
		},
		{
			title: 'that is new, without an External ID',
			request: put(NEW, { externalId: 'e1' }),
			body: { id: 'v2' },
		},
		{
			title: 'that is new, where none was sent',
			request: put(NEW),
			body: { id: 'v2', externalId: 'e9' },
		},
		{
			title: 'of a request that names none',
			request: put('noRecord'),
			body: { id: 'v2', externalId: 'e9' },
		},
		{
			title: 'that is none, as it has no Vitally ID',
			request: put(BY_ID),
			body: { externalId: 'e9' },
		},
		{
			title: 'that does not show its External ID',
			request: put(BY_EXTERNAL_ID),
			body: { id: 'v2' },
		},
		{
			title: 'that does not show which of its IDs it is',
			request: put(EITHER),
			body: { id: 'v2' },
		},
		{
			title: 'of another kind, such as a part of it',
			request: put(BY_ID_WITH_NAME),
			body: { id: 'v2' },
		},
		{ title: 'in a list', request: put(BY_ID), body: [{ id: 'v2' }] },
	])('accepts a record $title', async ({ request, body }) => {
		const { outcome } = await sendTo([{ body }], request);

		expect({ outcome }).toEqual({ outcome: 200 });
	});

	it.each([
		{
			name: 'another Vitally ID',
			request: put(BY_ID),
			body: { id: 'v2', externalId: 'e1' },
			expectedId: 'ID "v1"',
		},
		{
			name: 'another External ID',
			request: put(BY_EXTERNAL_ID),
			body: { id: 'v2', externalId: 'E1' },
			expectedId: 'External ID "e1"',
		},
		{
			name: 'no External ID',
			request: put(BY_EXTERNAL_ID),
			body: { id: 'v2', externalId: null },
			expectedId: 'External ID "e1"',
		},
		{
			name: 'another Vitally ID, of the kind that is due',
			request: put(BY_ID_WITH_NAME),
			body: { id: 'v2', name: 'Acme' },
			expectedId: 'ID "v1"',
		},
		{
			name: 'neither ID',
			request: put(EITHER),
			body: { id: 'v2', externalId: 'e9' },
			expectedId: 'External ID "e1"',
		},
		{
			name: 'neither ID of a list',
			request: put(EITHER_ID),
			body: { id: 'v2', externalId: 'e9' },
			expectedId: 'ID "e1"',
		},
		{
			name: 'another External ID than it was created with',
			request: put(NEW, { externalId: 'e1' }),
			body: { id: 'v2', externalId: 'e9' },
			expectedId: 'External ID "e1"',
		},
	])('rejects a record with $name', async ({ request, body, expectedId }) => {
		const { outcome } = await sendTo([{ body }], request);

		expect({ outcome }).toEqual({ outcome: otherThan(expectedId) });
	});

	it('names the External ID that is the Vitally ID of another account', async () => {
		const { outcome, description } = await sendTo([{ body: { id: 'e1' } }], put(BY_EXTERNAL_ID));

		expect({ outcome, description }).toEqual({
			outcome: '"e1" is the Vitally ID of another account',
			description:
				"The change may have been saved. Check the record in Vitally before you run this item again. Check that account as well. Use another 'External ID' for the record: Vitally reads this one as a Vitally ID.",
		});
	});

	it('names the Vitally ID where another account has the External ID as its own', async () => {
		const { outcome } = await sendTo([{ body: { id: 'e1' } }], put(BY_ID));

		expect({ outcome }).toEqual({ outcome: otherThan('ID "v1"', 'e1') });
	});

	const deleted = 'The account with the ID "v1" was deleted in Vitally at 2026-01-01';

	const outcomeOfDeleted = async (method: string) => {
		const request = { ...put(BY_ID), method } as WriteRequest;
		const { outcome } = await sendTo([{ body: { id: 'v1', archivedAt: '2026-01-01' } }], request);

		return outcome;
	};

	it.each(['PUT', 'POST'])('rejects a deleted record in the response to a %s', async (method) => {
		expect({ outcome: await outcomeOfDeleted(method) }).toEqual({ outcome: deleted });
	});

	it.each(['DELETE', 'GET'])('accepts a deleted record in the response to a %s', async (method) => {
		expect({ outcome: await outcomeOfDeleted(method) }).toEqual({ outcome: 200 });
	});

	it('rejects another record than a read names, which changed nothing', async () => {
		const read: ReadRequest = { method: 'GET', path: PATH, target: BY_ID };
		const { outcome, description } = await sendTo([{ body: { id: 'v2' } }], read);

		expect({ outcome, description }).toEqual({
			outcome: otherThan('ID "v1"'),
			description: "Check that account in Vitally. An External ID needs 'By External ID'.",
		});
	});

	it('accepts any record with a status that the operation handles itself', async () => {
		const request = { ...put(BY_ID), handledStatuses: [404] };
		const { outcome } = await sendTo([{ status: 404, body: { id: 'v2' } }], request);

		expect({ outcome }).toEqual({ outcome: 404 });
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
	const first = 'PUT {"tags":["old"]}';
	const read = 'GET';
	const again = 'PUT {"tags":["now","added"]}';

	it('goes out unchanged without a wait', async () => {
		const { outcome, sent } = await sendTo([{ body: now }], current);

		expect({ outcome, sent }).toEqual({ outcome: 200, sent: [first] });
	});

	it.each([
		{ seconds: '0.1', name: 'goes out unchanged', sent: [first, first] },
		{ seconds: '0.2', name: 'goes out unchanged', sent: [first, first] },
		{
			seconds: '0.201',
			name: 'starts from what the record has then',
			sent: [first, read, again],
		},
	])('$name after a wait of $seconds seconds', async ({ seconds, sent: expected }) => {
		const busy = { status: 429, headers: { 'retry-after': seconds } };
		const { sent } = await sendTo([busy, { body: now }], current);

		expect({ sent }).toEqual({ sent: expected });
	});

	it('starts after a wait from what the record has then, and so does its response', async () => {
		const end = await sendTo(afterWaiting({ body: now }, {}), current);
		const body = { tags: ['now', 'added'] };

		expect({ outcome: end.outcome, sent: end.sent, answered: end.answered }).toEqual({
			outcome: 200,
			sent: [first, read, again],
			answered: body,
		});
	});

	it('says that it may have been saved where the read after a lost attempt fails', async () => {
		const { description } = await sendTo([{ status: 503 }, { status: 500 }], current);

		expect({ description }).toEqual({
			description: `The change may have been saved. Check the record in Vitally before you run this item again. Run the workflow again later. (HTTP 500, PUT ${PATH})`,
		});
	});

	it("doesn't say that it may have been saved where that read fails after nothing but a 429", async () => {
		const { description, isOutcomeUnknown } = await sendTo(afterWaiting({ status: 500 }), current);

		expect({ description, isOutcomeUnknown }).toEqual({
			description: `Run the workflow again later. (HTTP 500, PUT ${PATH})`,
			isOutcomeUnknown: false,
		});
	});

	it.each<{ title: string; answer: Answer; message: string }>([
		{
			title: 'another record',
			answer: { body: { ...now, id: 'v2' } },
			message: otherThan('ID "v1"'),
		},
		{ title: 'no record', answer: { body: {} }, message: 'The response is not a Vitally record' },
		{ title: 'no body', answer: { status: 204 }, message: 'The response is not a Vitally record' },
		{ title: 'an error', answer: { status: 404 }, message: 'Vitally has no record with this ID' },
		{
			title: 'a redirect, whatever its body is',
			answer: { status: 300, body: now },
			message: 'The address in the credential redirects elsewhere',
		},
	])(
		'fails before it is sent again where that read returns $title',
		async ({ answer, message }) => {
			const { outcome, sent } = await sendTo(afterWaiting(answer), current);

			expect({ outcome, sent }).toEqual({ outcome: message, sent: [first, read] });
		},
	);

	it('fails where its own response is another record', async () => {
		const answers = afterWaiting({ body: now }, { body: { ...now, id: 'v2' } });

		const { outcome } = await sendTo(answers, current);

		expect({ outcome }).toEqual({ outcome: otherThan('ID "v1"') });
	});
});

const THREE_TIMES = [0, 250, 750];

const FAILED = 'an error';
const DOUBTFUL = 'an error that says that the change may have been saved';

/** How it ends. */
function kindOf({ outcome, description = '', isOutcomeUnknown }: End) {
	if (typeof outcome === 'number') return outcome;

	const says = description.startsWith('The change may have been saved.');

	return isOutcomeUnknown && says ? DOUBTFUL : FAILED;
}

/** How a request ends whose attempts end with these statuses or codes of Node.js, and when they were sent. */
async function attemptsOf(
	ends: Array<string | number>,
	settings: Partial<ServiceRequest>,
	random?: number,
) {
	const answers = ends.map((end) => (typeof end === 'number' ? { status: end } : end));
	const request = { path: PATH, target: 'noRecord', ...settings } as ServiceRequest;
	const end = await sendTo(answers, request, random);

	return { outcome: kindOf(end), sentAt: end.sentAt };
}

describe('a request without a response of the service', () => {
	type Sent = Pick<ServiceRequest, 'method' | 'idempotent'>;
	const IDEMPOTENT: Sent[] = [
		{ method: 'GET' },
		{ method: 'PUT' },
		{ method: 'DELETE' },
		{ method: 'POST', idempotent: true },
	];
	const NOT_IDEMPOTENT: Sent[] = [{ method: 'POST' }, { method: 'PUT', idempotent: false }];
	const ALL = [...IDEMPOTENT, ...NOT_IDEMPOTENT];

	interface AttemptsCase {
		end: string | number;
		request: Sent;
		outcome: string;
		/** The times at which the attempts are sent, in ms, with the shortest waits. */
		sentAt: number[];
	}

	const casesOf = (
		ends: AttemptsCase['end'][],
		requests: Sent[],
		expected: Pick<AttemptsCase, 'outcome' | 'sentAt'>,
	): AttemptsCase[] =>
		ends.flatMap((end) => requests.map((request) => ({ end, request, ...expected })));

	const LOST = ['ETIMEDOUT', 'ECONNRESET', 502, 503, 504];
	const BROKEN = [500, 501, 520, 524];
	const REFUSED_HERE = [
		'SELF_SIGNED_CERT_IN_CHAIN',
		'CERT_HAS_EXPIRED',
		'ERR_TLS_CERT_ALTNAME_INVALID',
		'ERR_SSL_WRONG_VERSION_NUMBER',
		'SsrfBlockedIpError',
	];
	const REJECTED = [...REFUSED_HERE, 300, 400, 401, 404, 407, 409];
	const [READ, ...WRITES] = ALL;

	const CASES = [
		...casesOf(['ECONNREFUSED'], ALL, { outcome: FAILED, sentAt: THREE_TIMES }),
		...casesOf(LOST, [READ], { outcome: FAILED, sentAt: THREE_TIMES }),
		...casesOf(LOST, IDEMPOTENT.slice(1), { outcome: DOUBTFUL, sentAt: THREE_TIMES }),
		...casesOf(LOST, NOT_IDEMPOTENT, { outcome: DOUBTFUL, sentAt: [0] }),
		...casesOf(BROKEN, [READ], { outcome: FAILED, sentAt: [0] }),
		...casesOf(BROKEN, WRITES, { outcome: DOUBTFUL, sentAt: [0] }),
		...casesOf(REJECTED, ALL, { outcome: FAILED, sentAt: [0] }),
	];

	it.each(CASES)(
		'sends $request at the milliseconds $sentAt where it ends with $end',
		async ({ end, request, sentAt }) => {
			const soonest = await attemptsOf([end], request, 0);
			const latest = await attemptsOf([end], request, 1);

			expect({ soonestMs: soonest.sentAt, latestMs: latest.sentAt }).toEqual({
				soonestMs: sentAt,
				// The longest waits are twice as long.
				latestMs: sentAt.map((ms) => 2 * ms),
			});
		},
	);

	it.each(CASES.map((attempts) => ({ ...attempts, isDoubtful: attempts.outcome === DOUBTFUL })))(
		'says of $request, which ends with $end, that the change may have been saved: $isDoubtful',
		async ({ end, request, isDoubtful }) => {
			const { outcome } = await attemptsOf([end], request);

			expect({ outcome }).toEqual({ outcome: isDoubtful ? DOUBTFUL : FAILED });
		},
	);
});

describe('a DELETE that is answered with 404 or 400', () => {
	const LOST = 'ECONNRESET';
	const removal: Partial<ServiceRequest> = { method: 'DELETE', wasRead: true };

	it('succeeds where the record was read before, and a response was lost', async () => {
		const { outcome } = await attemptsOf([LOST, 404], removal);

		expect({ outcome }).toEqual({ outcome: 204 });
	});

	it('returns nothing of the answer that there is no such record, where it succeeds', async () => {
		const missing = { status: 404, body: { error: 'Not found' } };
		const request = { ...put('noRecord'), method: 'DELETE' as const, wasRead: true };
		const { outcome, returned } = await sendTo([LOST, missing], request);

		expect({ outcome, returned }).toEqual({ outcome: 204, returned: undefined });
	});

	it('says that it may have deleted a record that was not read before, where a response was lost', async () => {
		const { outcome } = await attemptsOf([LOST, 404], { method: 'DELETE' });

		expect({ outcome }).toEqual({ outcome: DOUBTFUL });
	});

	it('fails where its first attempt finds nothing', async () => {
		const { outcome } = await attemptsOf([404], removal);

		expect({ outcome }).toEqual({ outcome: FAILED });
	});

	it('fails where no attempt before reached the service', async () => {
		const { outcome } = await attemptsOf(['ECONNREFUSED', 404], removal);

		expect({ outcome }).toEqual({ outcome: FAILED });
	});

	it('says that it may have deleted the record where a response was lost, and then it is rejected', async () => {
		const { outcome } = await attemptsOf([LOST, 400], removal);

		expect({ outcome }).toEqual({ outcome: DOUBTFUL });
	});

	it('says that the change may have been saved where it is a PUT instead', async () => {
		const { outcome } = await attemptsOf([LOST, 404], { method: 'PUT', wasRead: true });

		expect({ outcome }).toEqual({ outcome: DOUBTFUL });
	});
});

describe('a web page with another status than 404', () => {
	const WEB_PAGE = "The response is a web page instead of Vitally's answer";
	const pageOf = (status: number): Answer => ({ status, body: '<html>Blocked</html>' });

	it.each([400, 401, 403, 405, 409, 410, 422, 451])(
		'ends a read in an error at once: %i',
		async (status) => {
			const { outcome, sentAt } = await sendTo([pageOf(status)], { method: 'GET', path: PATH });

			expect({ outcome, timesSent: sentAt.length }).toEqual({ outcome: WEB_PAGE, timesSent: 1 });
		},
	);

	it.each([400, 403, 409, 422])(
		'ends a change in an error although the operation handles the status: %i',
		async (status) => {
			const request = { ...put('noRecord'), handledStatuses: [status] };
			const { outcome, isOutcomeUnknown } = await sendTo([pageOf(status)], request);

			expect({ outcome, isOutcomeUnknown }).toEqual({ outcome: WEB_PAGE, isOutcomeUnknown: true });
		},
	);

	it('reaches the operation that handles a 413, with which a proxy refuses a long body', async () => {
		const request = { ...put('noRecord'), handledStatuses: [413] };
		const { outcome, sentAt } = await sendTo([pageOf(413)], request);

		expect({ outcome, timesSent: sentAt.length }).toEqual({ outcome: 413, timesSent: 1 });
	});
});

describe('a 404 that is a web page', () => {
	const page: Answer = { status: 404, body: '<html>Not found</html>' };
	const read: ReadRequest = { method: 'GET', path: PATH, handledStatuses: [404] };

	it('lets a read be sent again, because it is no answer of Vitally', async () => {
		const { outcome, sentAt } = await sendTo([page, page, { body: {} }], read);

		expect({ outcome, sentAt }).toEqual({ outcome: 200, sentAt: THREE_TIMES });
	});

	it('ends a read in an error, also where the caller takes a 404 for no such record', async () => {
		const { outcome, sentAt } = await sendTo([page], read);

		expect({ outcome, sentAt }).toEqual({
			outcome: "The response is a web page instead of Vitally's answer",
			sentAt: THREE_TIMES,
		});
	});

	it.each([
		{ method: 'PUT' as const, times: 3 },
		{ method: 'DELETE' as const, times: 3 },
		{ method: 'POST' as const, times: 1 },
	])('lets a $method be sent $times times, as a 503 does', async ({ method, times }) => {
		const { outcome, sentAt } = await sendTo([page], { ...put('noRecord'), method });

		expect({ outcome, timesSent: sentAt.length }).toEqual({
			outcome: "The response is a web page instead of Vitally's answer",
			timesSent: times,
		});
	});

	it('ends a DELETE in an error whose first response was lost', async () => {
		const removal = { ...put(BY_ID), method: 'DELETE' as const, wasRead: true };
		const { outcome } = await sendTo([{ status: 503 }, page], removal);

		expect({ outcome }).toEqual({
			outcome: "The response is a web page instead of Vitally's answer",
		});
	});
});

it('a response whose body is empty has none, as after a DELETE', async () => {
	const client = clientOf(async () => ({ statusCode: 204, headers: {}, body: '' }));
	const { response } = await sendRequest(client, { method: 'GET', path: PATH });

	expect({ status: response?.status, body: response?.body }).toEqual({
		status: 204,
		body: undefined,
	});
});

describe('a response whose body is nested', () => {
	const nested = (depth: number) => {
		let body: unknown = 'the bottom';

		for (let level = 0; level < depth; level++) body = { inner: body };

		return body;
	};

	const bodyOf = async (body: unknown) => {
		const client = clientOf(async () => ({ statusCode: 200, headers: {}, body }));
		const { response } = await sendRequest(client, { method: 'GET', path: PATH });

		return response?.body;
	};

	it('has it as it is up to 100 levels', async () => {
		const body = nested(100);

		expect({ isAsItIs: (await bodyOf(body)) === body }).toEqual({ isAsItIs: true });
	});

	it.each([101, 100_000])('has a text in its place with %i levels', async (levels) => {
		const body = await bodyOf(nested(levels));

		expect({ body: typeof body === 'string' ? body : 'the nested body' }).toEqual({
			body: 'JSON of more than 100 levels',
		});
	});
});

describe("the options of n8n's helper", () => {
	const USUAL = {
		baseURL: 'https://acme.example.com',
		url: PATH,
		headers: {},
		json: true,
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		timeout: 60_000,
		abortSignal: expect.any(AbortSignal),
	};
	const OWN = {
		proxy: { host: 'proxy.example.com', port: 8080 },
		skipSslCertificateValidation: true,
		timeout: 500,
	};

	interface OptionsCase {
		name: string;
		options?: Client['options'];
		request: ServiceRequest;
		given: object;
	}

	it.each<OptionsCase>([
		{
			name: 'a read with a query',
			request: { method: 'GET', path: PATH, query: { limit: 1 } },
			given: { ...USUAL, method: 'GET', qs: { limit: 1 } },
		},
		{
			name: 'a change with a body',
			request: put('noRecord', { name: 'Acme' }),
			given: { ...USUAL, method: 'PUT', body: { name: 'Acme' } },
		},
		{
			name: 'a read with Request Options',
			options: OWN,
			request: { method: 'GET', path: PATH },
			given: { ...USUAL, ...OWN, method: 'GET' },
		},
	])('contain what belongs to $name', async ({ options, request, given }) => {
		const seen: unknown[] = [];
		const client = clientOf(
			async (requested) => {
				await Promise.resolve();
				// What is undefined is not sent.
				seen.push(omitUndefined({ ...requested }));
			},
			options ? { options } : {},
		);

		await sendRequest(client, request);

		expect(seen).toEqual([given]);
	});
});

describe('the timer of an attempt', () => {
	const LONGEST = 2 ** 31 - 1;

	it.each([
		{ name: 'a minute without Timeout', timeout: undefined, ms: 60_000 },
		{ name: 'a minute where Timeout is 0', timeout: 0, ms: 60_000 },
		{ name: 'Timeout', timeout: 300_000, ms: 300_000 },
		{ name: 'Timeout in whole milliseconds', timeout: 1_500.5, ms: 1_501 },
		{ name: 'the longest time of a timer', timeout: 2 ** 31, ms: LONGEST },
	])('ends after $name', async ({ timeout, ms }) => {
		const setTimer = jest.spyOn(AbortSignal, 'timeout');
		const given: unknown[] = [];
		const client = clientOf(async ({ timeout: requested }) => {
			given.push(requested);
		});
		const options = timeout === undefined ? {} : { timeout };
		const { signal } = new AbortController();

		await sendRequest({ ...client, options, signal }, { method: 'GET', path: PATH });

		expect({ givenToN8n: given, timersMs: setTimer.mock.calls.flat() }).toEqual({
			givenToN8n: [ms],
			timersMs: [ms],
		});

		setTimer.mockRestore();
	});

	it.each([
		{ name: 'serves a second attempt within a hundredth of its time', part: 0.009, timers: 1 },
		{ name: 'serves a second attempt after a hundredth of its time', part: 0.01, timers: 1 },
		{ name: 'does not serve one that begins later', part: 0.011, timers: 2 },
	])('$name', async ({ part, timers }) => {
		let nowMs = 0;

		jest.spyOn(performance, 'now').mockImplementation(() => nowMs);
		const setTimer = jest.spyOn(AbortSignal, 'timeout');
		const client = clientOf(async () => ({}), { signal: new AbortController().signal });

		for (const at of [0, part * 60_000]) {
			nowMs = at;
			await sendRequest(client, { method: 'GET', path: PATH });
		}

		expect({ timers: setTimer.mock.calls.length }).toEqual({ timers });

		jest.restoreAllMocks();
	});

	it('does not serve an attempt with another Timeout, which begins at the same moment', async () => {
		jest.spyOn(performance, 'now').mockReturnValue(0);
		const setTimer = jest.spyOn(AbortSignal, 'timeout');
		const client = clientOf(async () => ({}), { signal: new AbortController().signal });

		for (const timeout of [500, 70_000]) {
			await sendRequest({ ...client, options: { timeout } }, { method: 'GET', path: PATH });
		}

		const timers = setTimer.mock.calls.map(([ms]) => `a timer of ${ms} ms`);

		expect(timers).toEqual(['a timer of 500 ms', 'a timer of 70000 ms']);

		jest.restoreAllMocks();
	});

	it('ends an attempt with the kind timeout, and says how long that was', async () => {
		const limit = new AbortController();

		jest.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
		const client = clientOf(
			async () => {
				limit.abort();
				await new Promise<never>(() => {});
			},
			{ signal: new AbortController().signal, options: { timeout: 500 } },
		);
		const result = await sendRequest(client, { method: 'GET', path: PATH });

		jest.restoreAllMocks();

		expect(result).toEqual({
			kind: 'timeout',
			error: new Error('no whole response within 500 ms'),
		});
	});

	it('does not serve an attempt that begins after it has ended another one', async () => {
		const limits: AbortController[] = [];

		jest.spyOn(performance, 'now').mockReturnValue(0);
		jest.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
			const limit = new AbortController();

			limits.push(limit);

			return limit.signal;
		});
		const client = clientOf(async () => limits[0].abort(), {
			signal: new AbortController().signal,
		});

		for (let attempts = 0; attempts < 2; attempts++) {
			await sendRequest(client, { method: 'GET', path: PATH });
		}

		expect({ timers: limits.length }).toEqual({ timers: 2 });

		jest.restoreAllMocks();
	});
});
