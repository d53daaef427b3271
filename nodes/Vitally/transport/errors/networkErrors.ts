import { VitallyError } from '../../errors/vitallyError';
import type { Client, ServiceRequest } from '../client';
import { MAY_HAVE_BEEN_APPLIED } from './apiErrors';
import { redact } from './redact';

/**
 * The error for a request that would have to wait longer than the user wants, or than is left of a poll.
 *
 * @param leftMs how long it would still be
 * @param request `run` is absent for polls and pick lists, which have no setting
 */
export function waitTooLongError(
	leftMs: number,
	{ maxWaitMs, waitedMs, run }: { maxWaitMs: number; waitedMs: number; run?: string },
): VitallyError {
	const leftSeconds = Math.ceil(leftMs / 1000);
	const allowed = run === undefined ? 'the time allows' : "'Max Wait' allows";
	const passed =
		waitedMs < 500 ? '' : ` in all, of which ${seconds(Math.ceil(waitedMs / 1000))} have passed`;
	return new VitallyError(
		`Vitally asks to wait ${seconds(leftSeconds)} before the next request, and ${allowed} ${Math.round(maxWaitMs / 100) / 10}${passed}`,
		run === undefined
			? 'The limit of 1,000 requests per minute is used up, possibly by other tools with the same key. Try again later, or create a separate key for n8n.'
			: "The limit of 1,000 requests per minute is used up, possibly by other tools with the same key. Raise 'Max Wait' under Options, spread the work over a longer time, or create a separate key for this workflow.",
		{ status: 429, failure: { cause: 'rate-limited', retryAfterMs: 1000 * leftSeconds } },
	);
}

/**
 * The error for a request without an answer.
 *
 * @param error of n8n's helper, whose text names the address and the system's reason
 * @param attempts how often the request was sent
 */
export function networkError(
	{ error, kind }: { error: Error; kind: NetworkErrorKind },
	attempts: number,
	client: Client,
	request: ServiceRequest,
): VitallyError {
	// The credential did not sign the request, and n8n's helper wrapped its error.
	if (error.cause instanceof VitallyError) return error.cause;
	const { message, description } = TEXTS[kind];
	const doubt = request.method === 'GET' || kind === 'notSent' ? '' : ` ${MAY_HAVE_BEEN_APPLIED}`;
	const times = attempts === 1 ? '1 time' : `${attempts} times`;
	const details = `${error.message}; ${request.method} ${client.baseUrl}${request.path}, sent ${times}`;
	return new VitallyError(
		message,
		redact(`${description}${doubt} (${details})`, client.credentials),
		{
			failure: { cause: 'temporarily-unavailable' },
		},
	);
}

const CHECK_ADDRESS =
	"Check 'Data Center', 'Subdomain' and 'Base URL' in the credential, and that n8n reaches this address.";

const TEXTS: Record<NetworkErrorKind, { message: string; description: string }> = {
	connectionLost: {
		message: 'The connection to Vitally was lost before it responded',
		description: 'Run the item again later.',
	},
	cancelled: { message: 'The execution was canceled', description: 'Nothing more was sent.' },
	other: { message: 'Vitally could not be reached', description: CHECK_ADDRESS },
	notSent: { message: 'Could not connect to Vitally', description: CHECK_ADDRESS },
	timeout: {
		message: 'Vitally did not respond in time',
		description:
			"Run the item again later, or raise 'Timeout' under Request Options in the node's settings.",
	},
};

function seconds(count: number): string {
	return count === 1 ? '1 second' : `${count} seconds`;
}

/**
 * Why a request has no answer.
 * - `cancelled`: the execution was canceled
 * - `notSent`: no connection was made, so the service received nothing
 * - `timeout`: the time limit passed; the service may have received the request
 * - `connectionLost`: the connection broke later; the service may have carried the request out
 * - `other`: sending again would change nothing, for example a bad certificate or a forbidden host
 */
export type NetworkErrorKind = 'cancelled' | 'notSent' | 'timeout' | 'connectionLost' | 'other';

/**
 * Names, codes, system calls and texts of Node.js and of Axios, in the order in which they decide. n8n
 * before 2.33 leaves only the texts of an error. A system call of `notSent` ends before the first byte
 * of a request is sent; HPE is the code of an answer that is not HTTP.
 */
const SIGNS: ReadonlyArray<[NetworkErrorKind, RegExp]> = [
	['cancelled', /^(ERR_CANCELED|AbortError|canceled)$/],
	[
		'notSent',
		/^(connect|getaddrinfo)\b|\b(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN)\b|before secure TLS connection was established/,
	],
	['timeout', /\b(ECONNABORTED|ETIMEDOUT)\b|^timeout of \d+ms exceeded/],
	[
		'connectionLost',
		/\b(ECONNRESET|EPIPE|EPROTO|ERR_BAD_RESPONSE|ERR_STREAM_PREMATURE_CLOSE|Z_BUF_ERROR|Z_DATA_ERROR|HPE_\w+)\b|^(socket hang up|aborted)$|stream has been aborted|^Parse Error/,
	],
];

/** What an error of the HTTP stack may contain. */
interface HttpError {
	name?: unknown;
	code?: unknown;
	syscall?: unknown;
	message?: unknown;
	messages?: unknown;
	response?: unknown;
	cause?: unknown;
	errors?: unknown;
}

/**
 * Reads what n8n's HTTP helper throws when no answer came: a `NodeApiError` whose `cause` is an
 * `AxiosError` whose `cause` is the error of Node.js. When in doubt, the service received the request.
 */
export function networkErrorKindOf(error: unknown): NetworkErrorKind {
	const chain = [...errorChain(error)];
	const texts = chain.flatMap(({ name, code, syscall, message, messages }) =>
		[name, code, syscall, message, messages].flat().filter((text) => typeof text === 'string'),
	);
	// Axios attaches the answer when it broke off in its body.
	const isAnswered = chain.some(({ response }) => response !== undefined);
	const sign = SIGNS.find(
		([kind, pattern]) =>
			!(kind === 'notSent' && isAnswered) && texts.some((text) => pattern.test(text)),
	);
	return sign?.[0] ?? 'other';
}

/** The error, its causes, and the attempts at several addresses of one host. */
function* errorChain(error: unknown, seen = new Set<unknown>()): Generator<HttpError> {
	if (typeof error !== 'object' || error === null || seen.has(error)) return;
	seen.add(error);
	const { cause, errors } = error as HttpError;
	yield error;
	yield* errorChain(cause, seen);
	if (Array.isArray(errors)) for (const attempt of errors) yield* errorChain(attempt, seen);
}
