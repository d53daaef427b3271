/**
 * Why a request has no answer.
 * - `cancelled`: the execution was cancelled
 * - `notSent`: no connection came about, so the service provably got nothing
 * - `timeout`: the time limit passed; the service may have got the request
 * - `connectionLost`: the connection broke after it stood; the service may have carried the request out
 * - `other`: sending again would change nothing, for example a bad certificate or a forbidden host
 */
export type NetworkErrorKind = 'cancelled' | 'notSent' | 'timeout' | 'connectionLost' | 'other';

/** System calls of Node.js that end before the first byte of a request leaves. */
const BEFORE_SENDING = new Set(['connect', 'getaddrinfo']);

const NOT_SENT_CODES = new Set([
	'ECONNREFUSED',
	'ENOTFOUND',
	'EAI_AGAIN',
	'EHOSTUNREACH',
	'ENETUNREACH',
	'EHOSTDOWN',
	'ENETDOWN',
]);
const TIMEOUT_CODES = new Set(['ECONNABORTED', 'ETIMEDOUT']);
const CONNECTION_LOST_CODES = new Set([
	'ECONNRESET',
	'EPIPE',
	'EPROTO',
	'ERR_BAD_RESPONSE',
	'ERR_STREAM_PREMATURE_CLOSE',
	'Z_BUF_ERROR',
	'Z_DATA_ERROR',
]);

/** Node.js gives this the code of any other reset, though nothing but the greeting was exchanged. */
const CUT_IN_HANDSHAKE = /before secure TLS connection was established/;

/** Texts of Node.js and of Axios, where n8n before 2.33 leaves nothing else of an error. */
const CODE_IN_TEXT = /\b(?:E[A-Z_]{3,}|ERR_[A-Z_]+|HPE_[A-Z_]+)\b/;
const SYSCALL_IN_TEXT = /^(connect|getaddrinfo) /;
const CODES_OF_TEXTS: Array<[RegExp, string]> = [
	[/^timeout of \d+ms exceeded/, 'ECONNABORTED'],
	[/^socket hang up$|^aborted$|stream has been aborted/, 'ECONNRESET'],
	[/^Parse Error/, 'HPE_INVALID'],
	[/^canceled$/, 'ERR_CANCELED'],
];

/** What an error of the HTTP stack may hold: one link of a chain of causes. */
interface Link {
	name?: unknown;
	code?: unknown;
	syscall?: unknown;
	message?: unknown;
	response?: unknown;
	cause?: unknown;
	errors?: unknown;
	messages?: unknown;
}

/**
 * Reads what n8n's HTTP helper throws when no answer came: a `NodeApiError` whose `cause` is an
 * `AxiosError` whose `cause` is the error of Node.js. When in doubt, the service got the request.
 */
export function networkErrorKindOf(error: unknown): NetworkErrorKind {
	const links = [...linksOf(error)];
	const codes = links.map(({ code }) => String(code));
	const has = (some: Set<string>) => codes.some((code) => some.has(code));

	if (links.some(isCancelled)) return 'cancelled';
	// Axios attaches the answer when it broke off in its body.
	const isAnswered = links.some(({ response }) => response !== undefined);
	if (!isAnswered && (has(NOT_SENT_CODES) || links.some(isBeforeSending))) return 'notSent';
	if (has(TIMEOUT_CODES)) return 'timeout';
	// HPE: what came back is not HTTP.
	if (has(CONNECTION_LOST_CODES) || codes.some((code) => code.startsWith('HPE_')))
		return 'connectionLost';
	return 'other';
}

function isCancelled({ code, name }: Link): boolean {
	return code === 'ERR_CANCELED' || name === 'AbortError';
}

function isBeforeSending({ syscall, message }: Link): boolean {
	return BEFORE_SENDING.has(String(syscall)) || CUT_IN_HANDSHAKE.test(String(message));
}

/** The error, its causes, and the attempts at several addresses of one host. */
function* linksOf(error: unknown, seen = new Set<unknown>()): Generator<Link> {
	if (typeof error !== 'object' || error === null || seen.has(error)) return;
	seen.add(error);
	const link: Link = error;
	yield link;
	yield* linksOf(link.cause, seen);
	// Where there is a cause, the texts say nothing more.
	if (link.cause === undefined && Array.isArray(link.messages)) {
		for (const text of link.messages) yield linkOf(String(text));
	}
	if (Array.isArray(link.errors)) for (const attempt of link.errors) yield* linksOf(attempt, seen);
}

function linkOf(text: string): Link {
	const [, code] = CODES_OF_TEXTS.find(([pattern]) => pattern.test(text)) ?? [];
	return {
		message: text,
		code: code ?? CODE_IN_TEXT.exec(text)?.[0],
		syscall: SYSCALL_IN_TEXT.exec(text)?.[1],
	};
}
