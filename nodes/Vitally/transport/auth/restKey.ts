import { readApiKey } from './apiKey';

/**
 * The `Authorization` value of the REST API: HTTP Basic with the key as user name and no password.
 *
 * Vitally's settings show the secret token and, beside it, a ready-made header; people copy either.
 *
 * @param input the secret token, `Basic <base64>` or `Authorization: Basic <base64>`
 * @returns the header's value, `Basic <base64 of 'key:'>`
 * @throws VitallyError, see `readApiKey`
 * Source: docs/service.md, Authentication 1; docs/public-facts.md, 1
 */
export function restAuthorization(input: unknown): string {
	const { key, isHeader } = readApiKey(input, 'Vitally REST API');
	return `Basic ${isHeader ? key : btoa(`${key}:`)}`;
}
