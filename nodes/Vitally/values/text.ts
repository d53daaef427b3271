import { VitallyError } from '../errors/vitallyError';
import { assertNotNullLikeId } from './emptyValues';
import { findInvisible } from './invisibleCharacters';
import { jsonValue } from './json';
import { assertSafeInteger } from './numbers';

/** Half of a character, which has no UTF-8 form, or the sign for bytes that were no character of the encoding. */
const DAMAGED = /[\p{Surrogate}\uFFFD]/u;

/** How many characters before a place are quoted. */
const MAX_QUOTED = 20;

/**
 * Reads a value as text; a date as ISO text. Numbers are accepted, because spreadsheets convert text to numbers.
 *
 * @throws VitallyError for other types, for a whole number that has lost digits, and for damaged text
 */
export function readText(value: unknown, field: string): string {
	const sent = jsonValue(value);

	if (typeof sent === 'string') {
		assertIntact(sent, field);

		return sent;
	}

	if (typeof value === 'number' && Number.isFinite(value)) {
		assertSafeInteger(value, field);

		return String(value);
	}

	throw new VitallyError(
		`The value of '${field}' is not text`,
		`Enter text for '${field}', or check what the expression returns.`,
		{ field },
	);
}

/**
 * Asserts that a text is as it was written: it would overwrite an intact one.
 *
 * @throws VitallyError for half of a character, and for the sign that stands for bytes of another encoding
 */
export function assertIntact(text: string, field: string): void {
	const match = DAMAGED.exec(text);
	if (!match) return;

	const place = placeOf(match.index, text);

	if (match[0] === '\uFFFD') {
		throw new VitallyError(
			`The value of '${field}' was read in the wrong encoding: a character is damaged ${place}`,
			'Read the file again in its encoding, such as Windows-1252: the node that reads it has an option for it.',
			{ field },
		);
	}

	throw new VitallyError(
		`The value of '${field}' contains half a character ${place}`,
		'A text was cut inside of a character, such as an emoji. Let the expression return the whole text, or cut it elsewhere.',
		{ field },
	);
}

/**
 * Asserts that a text can be an ID or an address: it is intact, no word for nothing, and has no character that nobody sees.
 * With such a character it would be another ID.
 *
 * @throws VitallyError for anything else
 */
export function assertIdText(text: string, field: string): void {
	assertIntact(text, field);
	assertNotNullLikeId(text, field);

	const index = findInvisible(text);
	if (index === -1) return;

	const code = (text.codePointAt(index) as number).toString(16).toUpperCase().padStart(4, '0');

	throw new VitallyError(
		`The value of '${field}' contains an invisible character (U+${code}) ${placeOf(index, text)}`,
		'It would be another ID than the one that you see. Type the value again where it comes from, or remove the character in the expression.',
		{ field },
	);
}

/** Returns where in a text a character is, for a sentence. */
function placeOf(index: number, text: string): string {
	const before = text.slice(0, index);
	if (before.trim() === '') return 'at its beginning';

	const start = Math.max(0, before.length - MAX_QUOTED);

	return `after '${start > 0 ? '…' : ''}${before.slice(start)}'`;
}
