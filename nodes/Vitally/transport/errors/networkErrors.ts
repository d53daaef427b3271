import { VitallyError } from '../../errors/vitallyError';
import type { Client, ServiceRequest } from '../client';
import { MAY_BE_DONE } from './apiErrors';
import type { NetworkErrorKind } from './networkErrorKind';
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
	const doubt = request.method === 'GET' || kind === 'notSent' ? '' : ` ${MAY_BE_DONE}`;
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
