import { VitallyError, type Failure } from '../../errors/vitallyError';
import { isPlainObject } from '../../values/json';
import type { Client, Explanation, ServiceResponse } from '../client';
import { redact } from './redact';
import { serviceMessageOf } from './serviceMessage';

/** Statuses for invalid values of an item: the service's reason is part of the title. */
const INVALID_VALUES = new Set([400, 409, 422]);

/** A cause of responses that the service never sends. */
export const MAY_BE_PROXY =
	"The response may come from a proxy in place of Vitally: check 'Data Center', 'Subdomain' and 'Base URL' in the credential.";

/** For writes that ended without a response of the service. */
export const MAY_HAVE_BEEN_APPLIED =
	'The change may have been saved. Check the record in Vitally before you run this item again.';

const BY_STATUS: Record<number, Explanation> = {
	400: {
		message: 'Vitally rejected this item',
		description: 'Check the values of this item and run it again.',
	},
	401: {
		message: 'Vitally does not accept the API key',
		description:
			'Check the key in the credential: it may be revoked or regenerated, or belong to another workspace or data center.',
	},
	403: {
		message: 'Vitally does not allow this request with the API key',
		description:
			'Check the key in the credential; if it is right, ask an administrator of your Vitally workspace what it may do.',
	},
	404: {
		message: 'Vitally found no such record',
		description:
			'Check the IDs of this item: the record may be deleted or belong to another workspace.',
	},
	429: {
		message: "Vitally's rate limit is reached",
		description: 'Wait a minute, or spread the work over a longer time.',
	},
};

const BY_FIRST_DIGIT: Record<number, Explanation> = {
	2: { message: 'The response contains an error and no record', description: MAY_BE_PROXY },
	3: {
		message: 'The address in the credential redirects elsewhere',
		description:
			"Check 'Data Center', 'Subdomain' and 'Base URL' in the credential: the API itself never redirects.",
	},
	4: { message: 'Vitally rejected the request', description: 'Check the values of this item.' },
	5: {
		message: 'Vitally could not process the request at the moment',
		description: 'Run the workflow again later.',
	},
};

/**
 * Returns the error for a response that is not a success, with the service's own message. The `explain` of its request
 * replaces the general text for a status.
 *
 * @param hint is one more sentence for the description
 * Source: docs/internal/service.md, Errors
 */
export function apiError(
	{ request, status, body }: ServiceResponse,
	client: Client,
	hint = '',
): VitallyError {
	const { message, description, field } = request.explain?.[status] ?? explanationOf(status);
	const serviceMessage = serviceMessageOf(body, client);
	const isInTitle = serviceMessage !== undefined && INVALID_VALUES.has(status);
	const title = isInTitle ? `${message}: ${serviceMessage}` : message;
	const quoted =
		serviceMessage === undefined || isInTitle ? '' : `Vitally says: "${serviceMessage}".`;
	const isDoubtful = status >= 500 || status < 300;
	const doubt = isDoubtful && request.method !== 'GET' ? MAY_HAVE_BEEN_APPLIED : hint;
	const source = `(HTTP ${status}, ${request.method} ${request.path})`;
	const sentences = [description, doubt, quoted, source].filter((sentence) => sentence !== '');

	return new VitallyError(
		redact(title, client.credentials),
		redact(sentences.join(' '), client.credentials),
		{ status, failure: n8nFailureOf(status), serviceMessage, field },
	);
}

function n8nFailureOf(status: number): Failure {
	if (status === 401) return { cause: 'credential-invalid' };
	if (status === 429) return { cause: 'rate-limited' };
	if (status >= 500) return { cause: 'temporarily-unavailable' };

	return undefined;
}

function explanationOf(status: number): Explanation {
	const firstDigit = Math.min(5, Math.max(2, Math.floor(status / 100)));

	return BY_STATUS[status] ?? BY_FIRST_DIGIT[firstDigit];
}

/** Whether the body of a success reports an error and is no record, which proxies send and perhaps the service. */
export function isErrorBody(body: unknown): boolean {
	return isPlainObject(body) && body.id === undefined && Boolean(body.error);
}
