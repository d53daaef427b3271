import { formatValue } from '../errors/formatValue';
import { VitallyError } from '../errors/vitallyError';
import { isEmpty } from './emptyValues';
import { parseJson } from './json/json';
import { describeJsonError } from './json/jsonErrors';
import { assertSafeInteger } from './numbers';
import { assertIntact } from './text';

/** The separators of entries in a text, by precedence: names contain commas rather than semicolons. */
const SEPARATORS = ['\n', ';', ','];

/** The sign or the number before each line of a list, as Markdown has it and models write it. */
const BULLETS = [/^[-*]\s+/, /^•\s*/, /^\d{1,2}[.)]\s+/];

/** An entry in quotes, as CSV files have it: a quote inside is written twice. */
const QUOTED = /^"((?:[^"]|"")*)"$/;

/** A quotation within a text. The sign for inches, which follows a number, begins none. */
const QUOTATION = /(?<![^\s;,])"(?:[^"]|"")*"/g;

/** A list as Postgres writes it: entries without quotes, or in quotes with backslashes. */
const POSTGRES_LIST = /^\{(?:(?:"(?:[^"\\]|\\.)*"|[^{}",\\]*)(?:,|(?=\}$)))*\}$/s;
const POSTGRES_ENTRY = /"((?:[^"\\]|\\.)*)"|([^{}",\\]+)/gs;

/**
 * Parses a list of strings.
 *
 * @param value a list, the JSON text of a list, a list of Postgres, or text with line breaks, semicolons or commas between
 * the entries; null and empty text are an empty list
 * @returns the entries without empty ones; those of a text are trimmed
 * @throws VitallyError for entries that are not text
 */
export function parseTextList(value: unknown, field: string): string[] {
	return parseEntries(value, field, splitText);
}

/** Parses a list of sentences, as `parseTextList`, but a text has one entry on each line. */
export function parseLines(value: unknown, field: string): string[] {
	return parseEntries(value, field, (text) => linesOf(text.split(/\r\n|[\n\r]/)));
}

function parseEntries(
	value: unknown,
	field: string,
	split: (text: string) => string[] | undefined,
): string[] {
	if (isEmpty(value)) return [];
	if (typeof value === 'number') return [textEntry(value, field)];

	const entries = typeof value === 'string' ? listIn(value.trim(), field, split) : value;
	if (!Array.isArray(entries)) throw notListError(value, field);

	const present = entries.filter((entry) => !isEmpty(entry));
	// Separators alone are what missing values leave behind. Sent as an empty list, they would clear the field.
	if (present.length === 0 && entries.length > 0) throw notListError(value, field);

	return present.map((entry) => textEntry(entry, field));
}

function listIn(
	text: string,
	field: string,
	split: (text: string) => string[] | undefined,
): unknown {
	return text.startsWith('[') ? parseJson(text, field) : split(text);
}

/** @returns `undefined` for braces around something else than a list of Postgres */
function splitText(text: string): string[] | undefined {
	if (text.startsWith('{') && text.endsWith('}')) return splitPostgres(text);

	const lines = text.replace(/\r\n?/g, '\n');
	const unquoted = lines.replace(QUOTATION, '');
	const separator = SEPARATORS.find((candidate) => unquoted.includes(candidate)) ?? ',';

	const parts = splitOutsideQuotes(lines, separator);
	const entries = separator === '\n' ? linesOf(parts) : parts;

	return entries.map((entry) => withoutQuotes(entry.trim()));
}

/** Splits a text, but not inside of an entry that is in quotes. */
function splitOutsideQuotes(text: string, separator: string): string[] {
	const entries: string[][] = [];
	let isOpen = false;

	for (const part of text.split(separator)) {
		// Only the part is searched for quotes: the entry may grow with each part.
		if (isOpen) {
			entries[entries.length - 1].push(part);
			isOpen = hasEvenQuotes(part);
		} else {
			entries.push([part]);
			isOpen = part.trimStart().startsWith('"') && !hasEvenQuotes(part);
		}
	}

	return entries.map((parts) => parts.join(separator));
}

function hasEvenQuotes(text: string): boolean {
	return text.split('"').length % 2 === 1;
}

function withoutQuotes(entry: string): string {
	const [, quoted] = QUOTED.exec(entry) ?? [];

	return quoted === undefined ? entry : quoted.replace(/""/g, '"');
}

/** Returns the lines that are not blank, those of a list of Markdown without its bullets. */
function linesOf(parts: string[]): string[] {
	const lines = parts.map((part) => part.trim()).filter((line) => line !== '');
	const bullet = BULLETS.find((sign) => lines.every((line) => sign.test(line)));
	if (bullet === undefined || lines.length < 2) return lines;

	return lines.map((line) => line.replace(bullet, ''));
}

/** @returns the entries, blank ones for NULL */
function splitPostgres(text: string): string[] | undefined {
	if (!POSTGRES_LIST.test(text)) return undefined;

	const entries: string[] = [];

	for (const [, quoted, plain = ''] of text.slice(1, -1).matchAll(POSTGRES_ENTRY)) {
		if (quoted !== undefined) entries.push(quoted.replace(/\\(.)/gs, '$1'));
		else entries.push(plain.trim() === 'NULL' ? '' : plain.trim());
	}

	return entries;
}

function textEntry(entry: unknown, field: string): string {
	if (typeof entry === 'string') {
		assertIntact(entry, field);

		return entry;
	}

	assertSafeInteger(entry, field);
	if (typeof entry === 'boolean' || Number.isFinite(entry)) return String(entry);

	throw notListError(entry, field);
}

/** Returns the place of an error in a text that was read as JSON, because it begins with a bracket. */
function describePlaceIn(value: unknown): string {
	const isJson = typeof value === 'string' && value.trim().startsWith('[');

	return isJson ? describeJsonError(value) : '';
}

function notListError(value: unknown, field: string): VitallyError {
	return new VitallyError(
		`The value ${formatValue(value)} of '${field}' is not a list of texts`,
		`Enter a comma-separated list, or an expression that returns a list of texts.${describePlaceIn(value)}`,
		{ field },
	);
}
