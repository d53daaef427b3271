import { isPlainObject } from '../values/json/json';

/** Statuses with which a proxy sends a web page although they say that nothing was done; 407 is its own. */
const DEFINITE = new Set([407, 413, 429]);

interface Answer {
	status: number;
	body: unknown;
}

/**
 * Whether a rejection is a web page. It comes from something in front of the service, which sends JSON, so it says
 * neither that there is no record nor that a change was refused.
 */
export function isRejectedByWebPage({ status, body }: Answer): boolean {
	return status >= 400 && status < 500 && !DEFINITE.has(status) && isWebPage(body);
}

export function isWebPage(body: unknown): boolean {
	return typeof body === 'string' && body.trimStart().startsWith('<');
}

/** Whether the body of a success reports an error and is no record, which proxies send and perhaps the service. */
export function isErrorBody(body: unknown): boolean {
	if (!isPlainObject(body) || body.id !== undefined) return false;

	const { error, errors, success, ok, status } = body;
	const isDenied = success === false || ok === false || status === 'error';

	return isDenied || Boolean(error) || hasEntries(errors);
}

function hasEntries(errors: unknown): boolean {
	if (typeof errors === 'object' && errors !== null) return Object.keys(errors).length > 0;

	return Boolean(errors);
}
