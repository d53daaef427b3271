import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

/** Shorter fragments would blank out ordinary words. */
const LEAST_LENGTH = 4;

/**
 * Takes the key out of a text, in every form in which it travels: a service or gateway may quote it, as
 * it is or in base64, and then escaped for an address, for JSON or for HTML.
 *
 * @param text in full: what is left of a key at a cut would not be found
 * @param credentials the decrypted credential whose `apiKey` must not show
 */
export function redact(text: string, credentials: ICredentialDataDecryptedObject): string {
	const key = String(credentials.apiKey ?? '')
		.trim()
		.replace(/^(?:authorization:\s*)?basic\s+/i, '');
	const secrets = [decodedHeader(key), key].filter((secret) => secret.length >= LEAST_LENGTH);
	return secrets.reduce((clean, secret) => {
		const forms = [base64Start(secret), secret.replace(/=+$/, '')].map(escapedInAnyWay);
		return clean.replace(
			new RegExp(`(?:${forms[0]}${BASE64}*|${forms[1]})${PADDING}*`, 'g'),
			'***',
		);
	}, text);
}

/** The key in a pasted header; '' when the field holds the bare key, which need not be base64. */
function decodedHeader(key: string): string {
	try {
		return atob(key).replace(/:$/, '');
	} catch {
		return '';
	}
}

/** The base64 of the key as far as it does not depend on what stands behind it, such as the colon. */
function base64Start(key: string): string {
	try {
		return btoa(key).slice(0, Math.floor((key.length * 8) / 6));
	} catch {
		// A key outside Latin-1 is rejected before anything is sent.
		return key;
	}
}

const PADDING = escapedInAnyWay('=');
/** Any character of base64, escaped or not. */
const BASE64 =
	'(?:[\\w+/-]|\\\\/|%(?:25)*[\\da-fA-F]{2}|\\\\u00[\\da-fA-F]{2}|&#[xX]?[\\da-fA-F]+;)';

/** A pattern for a text of which each character may be escaped. */
function escapedInAnyWay(text: string): string {
	return [...text].map(escaped).join('');
}

/** `+` as it is, `-` in base64 for addresses, `%2B` and `%252b`, `\u002b`, `&#43;` and `&#x2b;`. */
function escaped(character: string): string {
	const code = character.charCodeAt(0);
	const digits = code.toString(16).padStart(2, '0');
	const hex = [...digits].map((digit) => `[${digit}${digit.toUpperCase()}]`).join('');
	const forms = [
		`%(?:25)*${hex}`,
		`\\\\u00${hex}`,
		`&#0*${code};`,
		`&#[xX]0*${hex};`,
		// Last, because an escape may begin with the character itself.
		`\\\\?\\u${digits.padStart(4, '0')}`,
	];
	if (character === '+') forms.push('-');
	if (character === '/') forms.push('_');
	return `(?:${forms.join('|')})`;
}
