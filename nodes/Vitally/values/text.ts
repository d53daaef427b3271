import { VitallyError } from '../errors/vitallyError';
import { assertNotNullLikeId, isSpreadsheetError } from './emptyValues';
import { findInvisible } from './invisibleCharacters';
import { jsonValue } from './json/json';
import { assertSafeInteger } from './numbers';
import { singleEntry } from './singleEntry';

/** Half of a character, which has no UTF-8 form, or the sign for bytes that were no character of the encoding. */
const DAMAGED = /[\p{Surrogate}\uFFFD]/u;

/** A long number as spreadsheets show it, and as they and programs write it into a file: `1.23457E+12`. */
const SHORTENED_NUMBER = /^\d(?:[.,]\d+)?E\+\d{2,}$/i;

/** A whole number as programs write it that have read it with missing ones: `12345.0`. A shorter one may be a version. */
const WHOLE_AS_DECIMAL = /^\d{3,}\.0$/;

/** The number of characters that are quoted before a place. */
const MAX_QUOTED = 20;

/**
 * Reads a value as text; a date as ISO text. Numbers are accepted, because spreadsheets convert text to numbers.
 *
 * @throws VitallyError for other types, for a whole number that has lost digits, and for damaged text
 */
export function readText(value: unknown, field: string): string {
	const entry = singleEntry(value);
	const sent = jsonValue(entry);

	if (typeof sent === 'string') {
		assertIntact(sent, field);

		return sent;
	}

	if (typeof entry === 'number' && Number.isFinite(entry)) {
		assertSafeInteger(entry, field);

		return String(entry);
	}

	const advice = Array.isArray(entry) ? ' Join the entries of a list with .join(", ").' : '';

	throw notTextError(field, advice);
}

/**
 * Reads an ID or an address. A date is none: a spreadsheet may have made it of an ID such as MAR-1.
 *
 * @throws VitallyError as `readText`, for a date, and for what `assertIdText` rejects
 */
export function readIdText(value: unknown, field: string): string {
	const entry = singleEntry(value);
	if (typeof entry === 'object') throw notTextError(field);

	const text = readText(entry, field);

	assertIdText(text, field);

	return text;
}

/**
 * Asserts that a text is as it was written: a damaged one would overwrite an intact one in Vitally.
 *
 * @throws VitallyError for half of a character, for the sign that stands for bytes of another encoding, and for the error of
 * a spreadsheet in place of a value
 */
export function assertIntact(text: string, field: string): void {
	if (isSpreadsheetError(text)) throw spreadsheetError(text, field);

	const match = DAMAGED.exec(text);
	if (!match) return;

	const place = placeOf(match.index, text);

	if (match[0] === '\uFFFD') {
		throw new VitallyError(
			`The value of '${field}' was read in the wrong encoding: a character is damaged ${place}`,
			'Read the file again in its encoding, such as Windows-1252: the node that reads the file has an option for the encoding.',
			{ field },
		);
	}

	throw new VitallyError(
		`The value of '${field}' contains half a character ${place}`,
		'Let the expression return the whole text, or cut the text at another place. It was cut inside of a character, such as an emoji.',
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
	if (SHORTENED_NUMBER.test(text.trim())) throw shortenedError(text, field);
	if (WHOLE_AS_DECIMAL.test(text.trim())) throw decimalError(text, field);

	const index = findInvisible(text);
	if (index === -1) return;

	const code = (text.codePointAt(index) as number).toString(16).toUpperCase().padStart(4, '0');

	throw new VitallyError(
		`The value of '${field}' contains an invisible character (U+${code}) ${placeOf(index, text)}`,
		'Type the value again in its source, or remove the character in the expression. With this character, the ID differs from the one that you see.',
		{ field },
	);
}

function notTextError(field: string, advice = ''): VitallyError {
	return new VitallyError(
		`The value of '${field}' is not text`,
		`Enter text for '${field}', or check the expression.${advice}`,
		{ field },
	);
}

function spreadsheetError(text: string, field: string): VitallyError {
	return new VitallyError(
		`The value "${text.trim()}" of '${field}' is an error of a spreadsheet`,
		'Correct the formula of the cell, or let the expression return an empty text instead.',
		{ field },
	);
}

function shortenedError(text: string, field: string): VitallyError {
	return new VitallyError(
		`The value "${text.trim()}" of '${field}' is a number that a spreadsheet has shortened`,
		'Format the column as text in the spreadsheet, enter the IDs again, and export the file again. The other digits of the number are lost.',
		{ field },
	);
}

function decimalError(text: string, field: string): VitallyError {
	const id = text.trim().slice(0, -'.0'.length);

	return new VitallyError(
		`The value "${text.trim()}" of '${field}' is an ID that became a decimal number`,
		`Let the program that writes the file keep the column as text, so that the ID is "${id}" again.`,
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
