import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { readKey } from '../auth';

/** Shorter secrets would match ordinary text. */
const MIN_LENGTH = 4;

/** Any character of base64, escaped or not. */
const BASE64 =
	'(?:[\\w+/-]|\\\\{1,3}/|%(?:25)*[\\da-fA-F]{2}|\\\\{1,3}u00[\\da-fA-F]{2}|&#[xX]?[\\da-fA-F]+;)';

/** A run redacts many texts with one credential, and making the patterns takes longer than a search. */
const patternsByCredential = new WeakMap<ICredentialDataDecryptedObject, RegExp[]>();

/**
 * Removes the key from a text, because a service or proxy may quote it: as it is, in base64 or in hex, in any case of
 * letters, and escaped for a URL, for JSON up to twice, or for HTML.
 *
 * @param text must not be truncated: a part of a key would not be found
 */
export function redact(text: string, credentials: ICredentialDataDecryptedObject): string {
	const patterns = patternsByCredential.get(credentials) ?? patternsOf(credentials);

	patternsByCredential.set(credentials, patterns);

	return patterns.reduce((clean, pattern) => clean.replace(pattern, '***'), text);
}

function patternsOf(credentials: ICredentialDataDecryptedObject): RegExp[] {
	const { key } = readKey(credentials.apiKey);
	// A pasted header contains the key in base64; a bare key need not be base64.
	const header = convert(atob, key).replace(/:$/, '');

	return [header, key].filter((secret) => secret.length >= MIN_LENGTH).map(patternOf);
}

function patternOf(secret: string): RegExp {
	// The last characters of the base64 are left out, because they depend on what follows the key.
	const base64 = convert(btoa, secret).slice(0, Math.floor((secret.length * 8) / 6)) || secret;
	const bare = secret.replace(/(?<!=)=+$/, '');

	return new RegExp(
		`(?:(?:${inHex(base64)}|${inHex(bare)})(?:[\\da-f]{2})*|${escapedInAnyWay(base64)}${BASE64}*|${escapedInAnyWay(bare)})${escaped('=')}*`,
		'gi',
	);
}

/** Returns the bytes of a text in hex. A key has no other characters than those of ASCII. */
function inHex(text: string): string {
	const bytes = [...text].map((character) => character.charCodeAt(0));

	return bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Returns '' for what cannot be converted. */
function convert(conversion: (text: string) => string, text: string): string {
	try {
		return conversion(text);
	} catch {
		return '';
	}
}

function escapedInAnyWay(text: string): string {
	// Backslashes in a row are one pattern: several would try every way to share them out.
	return (text.match(/\\+|[^]/g) ?? []).map(escaped).join('');
}

/** Returns a pattern for all forms of a character, such as `+` as it is, `-` in base64 for addresses, `%2B` and `%252b`, `\u002b` and `\\u002b`, `&#43;` and `&#x2b;`. */
function escaped(part: string): string {
	const [character] = part;
	const code = character.charCodeAt(0);
	const digits = code.toString(16).padStart(2, '0');
	const hex = [...digits].map((digit) => `[${digit}${digit.toUpperCase()}]`).join('');
	const coded = `%(?:25)*${hex}|\\\\{1,3}u00${hex}|&#0*${code};|&#[xX]0*${hex};`;
	if (character === '\\') return `(?:${coded}|\\\\){${part.length},${4 * part.length}}`;

	const urlSafe = { '+': '|-', '/': '|_' }[character] ?? '';
	// Any entity of HTML may stand for a sign: the other characters of the key are around it.
	const entity = /\w/.test(character) ? '' : '|&[a-z]{2,8};';

	// The character itself is last, because an escape may begin with it.
	return `(?:${coded}|\\\\{0,3}(?:\\u${digits.padStart(4, '0')}${entity}${urlSafe}))`;
}
