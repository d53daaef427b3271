import { VitallyError } from '../../errors/vitallyError';
import { MAX_WAIT_LABEL } from '../auth';
import type { Client, ServiceRequest } from '../client';
import { redact } from './redact';

/**
 * Why a request has no response.
 * - `notSent`: could not connect, so the service received nothing
 * - `timeout`: the time limit passed; the service may have processed the request
 * - `connectionLost`: the connection broke later; the service may have processed the request
 * - `certificate`, `invalidCertificate`, `notTls`, `blocked`: the connection was refused on this side, so the service
 *   received nothing; sending again would not help
 * - `other`: sending again would not help, for example when the execution was canceled
 */
export type NetworkErrorKind =
	| 'notSent'
	| 'certificate'
	| 'invalidCertificate'
	| 'notTls'
	| 'blocked'
	| 'timeout'
	| 'connectionLost'
	| 'other';

const CHECK_ADDRESS =
	"Check 'Data Center' and the fields below it in the credential, and that n8n reaches this address.";

const MESSAGES: Record<NetworkErrorKind, { message: string; description: string }> = {
	certificate: {
		message: "The certificate of Vitally's address is not trusted",
		description:
			'If your network uses a proxy with its own certificate, set NODE_EXTRA_CA_CERTS in the environment of n8n to a file with the CA certificate, and restart n8n.',
	},
	invalidCertificate: {
		message: "The certificate of Vitally's address has expired, or belongs to another host",
		description:
			"Check 'Data Center' and the fields below it in the credential. Also check the clock of the machine on which n8n runs, and the certificate of a proxy between n8n and Vitally.",
	},
	notTls: {
		message: 'The address in the credential does not support https',
		description:
			"Check 'Base URL' in the credential and the address of a proxy. The port may be the one for http.",
	},
	blocked: {
		message: 'n8n does not allow requests to this address',
		description:
			"Check 'Base URL' and the allowed domains in the credential, or ask the administrator of n8n to allow the address: n8n protects internal addresses against requests.",
	},
	connectionLost: {
		message: 'The connection to Vitally was lost before it responded',
		description: 'Run the item again later.',
	},
	other: { message: 'Vitally could not be reached', description: CHECK_ADDRESS },
	notSent: {
		message: 'Could not connect to Vitally',
		description: `${CHECK_ADDRESS} If n8n connects through a proxy, by HTTPS_PROXY in its environment or 'Proxy' under Request Options, check that the proxy runs.`,
	},
	timeout: {
		message: 'Vitally did not respond in time',
		description:
			"Run the item again later, or raise 'Timeout' under Request Options in the node's settings.",
	},
};

/**
 * Names, codes, system calls and messages of Node.js and Axios, the first match decides. n8n before 2.33
 * keeps only the message of an error. HPE_ codes are those of a response that is not HTTP.
 */
const PATTERNS: ReadonlyArray<[NetworkErrorKind, RegExp]> = [
	// n8n's protection against requests to internal addresses (SSRF), and the domains of a credential.
	['blocked', /^Ssrf\w+Error$|^The request was blocked because|^Domain not allowed\b/],
	[
		'invalidCertificate',
		/\bCERT_(HAS_EXPIRED|NOT_YET_VALID|REVOKED)\b|\bERR_TLS_CERT_ALTNAME_INVALID\b|certificate (has expired|is not yet valid|revoked)|does not match certificate's altnames/,
	],
	[
		'notTls',
		/(wrong version number|packet length too long|unsupported protocol|alert handshake failure|alert protocol version)|\bERR_SSL_\w*(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|UNSUPPORTED_PROTOCOL|HANDSHAKE_FAILURE|PROTOCOL_VERSION)\b/,
	],
	[
		'certificate',
		/\b(\w+_SIGNED_CERT\w*|UNABLE_TO_(GET_ISSUER|VERIFY)_\w+)\b|self[- ]signed certificate|unable to (get (local )?issuer|verify the first) certificate/,
	],
	[
		'notSent',
		/^(connect|getaddrinfo)\b|\b(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN)\b|before secure TLS connection was established|^Proxy connection ended before receiving CONNECT response/,
	],
	['timeout', /\b(ECONNABORTED|ETIMEDOUT)\b|^timeout of \d+ms exceeded/],
	[
		'connectionLost',
		/\b(ECONNRESET|EPIPE|EPROTO|ERR_BAD_RESPONSE|ERR_STREAM_PREMATURE_CLOSE|Z_BUF_ERROR|Z_DATA_ERROR|HPE_\w+)\b|^(socket hang up|aborted)$|stream has been aborted|^Parse Error/,
	],
];

/**
 * Returns the error for a request that would have to wait longer than the credential allows, or than the poll has left.
 *
 * @param leftMs is how long it would still have to wait
 * @param request has no `run` for polls and pick-lists: a poll may have less time left than the credential allows
 */
export function waitTooLongError(
	leftMs: number,
	{ maxWaitMs, waitedMs, run }: { maxWaitMs: number; waitedMs: number; run?: string },
): VitallyError {
	// The wait is rounded up and the limit down, so that the wait is never shown as one that is allowed.
	const leftSeconds = Math.ceil(leftMs / 1000);
	const left = leftSeconds === 1 ? '1 second' : `${leftSeconds} seconds`;
	const allowedSeconds = Math.floor(maxWaitMs / 100) / 10;
	const allowed =
		run === undefined
			? `the time limit is ${allowedSeconds} seconds`
			: `'${MAX_WAIT_LABEL}' is ${allowedSeconds}`;
	const passed = waitedMs < 1000 ? '' : `, of which ${Math.ceil(waitedMs / 100) / 10} have passed`;

	return new VitallyError(
		`Vitally's rate limit is used up: the next request is possible in ${left}, but ${allowed}${passed}`,
		run === undefined
			? 'Try again later, or create a separate key for n8n: other tools may use the 1,000 requests per minute of this key.'
			: `Raise '${MAX_WAIT_LABEL}' in the credential, spread the work over a longer time, or create a separate key for this workflow. Other tools may use the 1,000 requests per minute of this key.`,
		{ status: 429, failure: { cause: 'rate-limited', retryAfterMs: 1000 * leftSeconds } },
	);
}

/**
 * Returns the error for a request without a response.
 *
 * @param failure contains the error of n8n's helper, whose message names the address and the system's reason
 * @param attempts is how often the request was sent without a response
 */
export function networkError(
	{ error, kind }: { error: Error; kind: NetworkErrorKind },
	attempts: number,
	client: Client,
	request: ServiceRequest,
): VitallyError {
	// n8n's helper wraps an error of the credential's `authenticate`.
	if (error.cause instanceof VitallyError) return error.cause;

	const { message, description } = MESSAGES[kind];
	const times = attempts === 1 ? '1 time' : `${attempts} times`;
	const details = `${error.message}; ${request.method} ${client.baseUrl}${request.path}, sent ${times}`;

	return new VitallyError(message, redact(`${description} (${details})`, client.credentials), {
		failure: { cause: 'temporarily-unavailable' },
	});
}

/**
 * Returns why n8n's HTTP helper threw. It throws a `NodeApiError` whose `cause` is an `AxiosError` whose `cause`
 * is the error of Node.js.
 */
export function networkErrorKindOf(error: unknown): NetworkErrorKind {
	const chain = [...errorChain(error)];
	const values = chain.flatMap(({ name, code, syscall, message, messages }) =>
		[name, code, syscall, message, messages].flat().filter((value) => typeof value === 'string'),
	);
	// Axios attaches the response when the connection broke within its body.
	const hasResponse = chain.some(({ response }) => response !== undefined);
	const match = PATTERNS.find(
		([kind, pattern]) =>
			!(kind === 'notSent' && hasResponse) && values.some((value) => pattern.test(value)),
	);

	return match?.[0] ?? 'other';
}

/** Yields the error, its causes, and the attempts at several addresses of one host. */
function* errorChain(
	error: unknown,
	seen = new Set<unknown>(),
): Generator<Record<string, unknown>> {
	if (typeof error !== 'object' || error === null || seen.has(error)) return;

	seen.add(error);
	yield error as Record<string, unknown>;

	const { cause, errors } = error as Record<string, unknown>;

	yield* errorChain(cause, seen);
	if (!Array.isArray(errors)) return;

	for (const attempt of errors) yield* errorChain(attempt, seen);
}
