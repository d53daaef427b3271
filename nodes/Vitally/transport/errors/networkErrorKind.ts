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
