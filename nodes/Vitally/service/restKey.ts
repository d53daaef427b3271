import { Refusal } from '../refusal';

/**
 * The `Authorization` value of the REST API: HTTP Basic with the key as user name and no password.
 *
 * Vitally's settings show the secret token and, beside it, a ready-made header; people copy either.
 *
 * @param input the secret token, `Basic <base64>` or `Authorization: Basic <base64>`
 * @returns the header's value, `Basic <base64 of 'key:'>`
 * @throws Refusal when there is no key, or one that cannot stand in a header
 * Source: service.md, Authentication 1; public-facts.md, 1
 */
export function restAuthorization(input: unknown): string {
	const text = (typeof input === 'string' ? input : '').trim().replace(/^authorization:\s*/i, '');
	const pasted = /^basic(?:\s+(.*))?$/is.exec(text);
	const value = pasted ? (pasted[1] ?? '') : text;
	if (value === '') {
		throw new Refusal(
			"The field 'API Key' in the credential is empty",
			'Copy the secret token from Settings, Integrations, Vitally REST API in Vitally.',
		);
	}
	if (!/^[\x21-\x7e]+$/.test(value)) {
		throw new Refusal(
			"The value of 'API Key' in the credential holds characters that no key has",
			'Copy the key again, without spaces, line breaks or quotation marks around it.',
		);
	}
	return `Basic ${pasted ? value : btoa(`${value}:`)}`;
}
