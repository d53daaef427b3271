import type { Failure, VitallyError } from '../../errors/vitallyError';
import type { Client, Explanation, ServiceResponse } from '../client';
import { isRejectedByWebPage } from '../foreignBodies';
import { redact } from './redact';
import { responseError } from './responseError';
import { serviceMessageOf } from './serviceMessage';

/** Statuses for invalid values of an item: the service's reason is part of the title. */
const INVALID_VALUES = new Set([400, 409, 422]);

/** A cause of responses that the service never sends. */
export const MAY_BE_PROXY =
	"Check 'Data Center' and the fields below it in the credential: the response may be from a proxy instead of Vitally.";

const UNAVAILABLE: Failure = { cause: 'temporarily-unavailable' };

const BY_STATUS: Record<number, Explanation> = {
	400: {
		message: 'Vitally rejected this item',
		description: 'Check the values of this item and run it again.',
	},
	401: {
		message: 'Vitally does not accept the API key',
		description:
			'Check the API key in the credential. It may be revoked or regenerated, or belong to another workspace or data center.',
	},
	403: {
		message: 'Vitally does not allow this request with the API key',
		description:
			'Check the API key in the credential. If it is right, ask an administrator of your Vitally workspace what the key may do.',
	},
	404: {
		message: 'Vitally has no record with this ID',
		description:
			'Check the IDs of this item. The record may be deleted or belong to another workspace.',
	},
	407: {
		message: 'The proxy between n8n and Vitally asks for a login',
		description:
			"Add the user name and the password to the address of the proxy: HTTPS_PROXY in the environment of n8n, or 'Proxy' under Request Options in the node's settings.",
	},
	429: {
		message: "Vitally's rate limit is reached",
		description: 'Wait a minute, or spread the work over a longer time.',
	},
};

const BY_FIRST_DIGIT: Record<number, Explanation> = {
	2: {
		message: 'Vitally or a proxy reported success, but returned an error instead of a record',
		description: MAY_BE_PROXY,
	},
	3: {
		message: 'The address in the credential redirects elsewhere',
		description:
			"Check 'Data Center' and the fields below it in the credential: the API itself never redirects.",
	},
	4: { message: 'Vitally rejected the request', description: 'Check the values of this item.' },
	5: {
		message: 'Vitally could not process the request at the moment',
		description: 'Run the workflow again later.',
	},
};

/** Explains a web page with a status of 400 to 499, which is that of a proxy and says nothing about the record. */
const WEB_PAGE: Explanation = {
	message: "The response is a web page instead of Vitally's answer",
	description: `Run the item again later. ${MAY_BE_PROXY}`,
};

/**
 * Returns the error for a response that is not a success, with the service's own message. The `explain` of its request
 * replaces the general text for a status.
 *
 * Source: docs/internal/service.md, Errors
 */
export function apiError(response: ServiceResponse, client: Client): VitallyError {
	const { request, status, body } = response;
	const isWebPage = isRejectedByWebPage(response);
	const { message, description, field } = explanationOf(response);
	const serviceMessage = serviceMessageOf(body, client);
	const isInTitle = serviceMessage !== undefined && INVALID_VALUES.has(status);
	const title = isInTitle ? `${message}: ${serviceMessage}` : message;
	const quoted =
		serviceMessage === undefined || isInTitle ? '' : `Vitally says: "${serviceMessage}".`;
	const source = `(HTTP ${status}, ${request.method} ${request.path})`;
	const sentences = [description, quoted, source].filter((sentence) => sentence !== '');

	return responseError(
		response,
		redact(title, client.credentials),
		redact(sentences.join(' '), client.credentials),
		isWebPage
			? { failure: UNAVAILABLE }
			: { status, failure: n8nFailureOf(status), serviceMessage, field },
	);
}

function n8nFailureOf(status: number): Failure {
	if (status === 401) return { cause: 'credential-invalid' };
	if (status === 429) return { cause: 'rate-limited' };
	if (status >= 500) return UNAVAILABLE;

	return undefined;
}

function explanationOf(response: ServiceResponse): Explanation {
	if (isRejectedByWebPage(response)) return WEB_PAGE;

	const { request, status } = response;
	const firstDigit = Math.min(5, Math.max(2, Math.floor(status / 100)));

	return request.explain?.[status] ?? BY_STATUS[status] ?? BY_FIRST_DIGIT[firstDigit];
}
