import type { IDataObject } from 'n8n-workflow';

import { VitallyError, type Failure } from '../../errors/vitallyError';
import type { Client, Explanation, ServiceRequest, ServiceResponse } from '../client';
import { redact } from './redact';

/** Statuses with which the service judges the values of an item: its reason belongs into the title. */
const JUDGED_VALUES = new Set([400, 409, 422]);

/** Longer texts are no titles, or no messages at all but pages. */
const MAX_TITLE_LENGTH = 200;
const MAX_QUOTE_LENGTH = 500;

/**
 * The error for an answer that is not a success: what happened, with the service's own text, and how
 * to get unstuck.
 *
 * @param request names an explanation of its own where the general text is not enough
 * @param hint what else is known, as a sentence
 * Source: docs/service.md, Errors
 */
export function apiError(
	response: ServiceResponse,
	request: ServiceRequest,
	client: Client,
	hint = '',
): VitallyError {
	const { status } = response;
	const { message, description, field } = request.explain?.(status) ?? general(status);
	const said = saidBy(response, client);
	const reason = JUDGED_VALUES.has(status) ? said : undefined;
	const title =
		reason === undefined ? message : `${message}: ${truncate(reason, MAX_TITLE_LENGTH)}`;
	const isInTitle = reason !== undefined && reason.length <= MAX_TITLE_LENGTH;
	const quoted = said === undefined || isInTitle ? '' : ` Vitally says: "${said}".`;
	const doubt = status >= 500 && request.method !== 'GET' ? MAY_HAVE_BEEN_APPLIED : hint;
	return new VitallyError(
		redact(title, client.credentials),
		redact(
			`${[description, doubt].filter(Boolean).join(' ')}${quoted} (HTTP ${status}, ${request.method} ${request.path})`,
			client.credentials,
		),
		{ status, failure: failureOf(status), serviceMessage: said, field },
	);
}

/**
 * The service's own text in an answer. The key is taken out before the text is cut, because what is left
 * of a key at the cut could not be recognized.
 */
function saidBy({ body }: ServiceResponse, { credentials }: Client): string | undefined {
	const text = errorText(body);
	if (text === undefined) return undefined;
	return truncate(redact(text, credentials), MAX_QUOTE_LENGTH).replace(/\.$/, '');
}

/** For writes that ended without an answer of the service. */
export const MAY_HAVE_BEEN_APPLIED =
	'The change may have been saved. Check the record in Vitally before you run this item again.';

/** n8n's cause for a status, as far as the status alone proves one. */
function failureOf(status: number): Failure {
	if (status === 401) return { cause: 'credential-invalid' };
	if (status === 429) return { cause: 'rate-limited' };
	if (status >= 500) return { cause: 'temporarily-unavailable' };
	return undefined;
}

function general(status: number): Explanation {
	if (status >= 500) {
		return {
			message: 'Vitally could not process the request at the moment',
			description: 'Run the workflow again later.',
		};
	}
	return (
		BY_STATUS[status] ?? {
			message:
				status < 400
					? 'The address in the credential redirects elsewhere'
					: 'Vitally rejected the request',
			description:
				status < 400
					? "Check 'Data Center', 'Subdomain' and 'Base URL' in the credential: the API itself never redirects."
					: 'Check the values of this item.',
		}
	);
}

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
		description: 'Ask an administrator of your Vitally workspace what the key may do.',
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

/**
 * The service's own text about a request that it rejected, in full: a key in it must be removed before
 * it is cut.
 *
 * The document does not show the error body; `{ "error": "…" }` was seen, `{ "message": "…" }` and
 * lists are tolerated (docs/public-facts.md, 2).
 *
 * @returns the text, or `undefined` when there is none that would help
 */
export function errorText(body: unknown): string | undefined {
	if (typeof body === 'string') return readable(body);
	if (Array.isArray(body)) return readable(body.map(errorText).filter(Boolean).join('; '));
	if (typeof body !== 'object' || body === null) return undefined;
	const { error, message, errors } = body as IDataObject;
	return errorText(error) ?? errorText(message) ?? errorText(errors);
}

/** A text in one line, cut where it is no message but a page. */
export function truncate(text: string, maxLength: number): string {
	const line = text.replace(/\s+/g, ' ').trim();
	return line.length > maxLength ? `${line.slice(0, maxLength)} …` : line;
}

function readable(text: string): string | undefined {
	const trimmed = text.trim();
	return trimmed === '' || trimmed.startsWith('<') ? undefined : trimmed;
}
