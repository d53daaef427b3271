import { VitallyError } from '../errors/vitallyError';
import { singleEntry } from './singleEntry';

/** A decimal number of at most 100 characters. */
const DECIMAL = /^(?=.{1,100}$)[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

const AS_TEXT = 'Let the expression return the value as text.';

/**
 * Asserts that a number has all its digits. Above 2^53 JavaScript rounds whole numbers, which would change an ID.
 *
 * @param advice how to keep the digits
 * @throws VitallyError for such a number
 */
export function assertSafeInteger(value: unknown, field: string, advice = AS_TEXT): void {
	if (!Number.isInteger(value) || Number.isSafeInteger(value)) return;

	throw new VitallyError(
		`The value of '${field}' is a number that has lost digits`,
		`${advice} Programs round numbers above 9007199254740991.`,
		{ field },
	);
}

/**
 * Parses a decimal number, also as text. JavaScript also reads 0x10 and empty text as numbers.
 *
 * @returns `undefined` for what is no decimal number
 */
export function parseDecimal(value: unknown): number | undefined {
	const text = typeof value === 'number' ? String(value) : value;
	const number = typeof text === 'string' && DECIMAL.test(text.trim()) ? Number(text) : NaN;

	return Number.isFinite(number) ? number : undefined;
}

/**
 * Reads a number that is sent or compared, as `parseDecimal`, also from a list of a single one.
 *
 * @throws VitallyError for a whole number that loses digits as a number, also as text
 */
export function readDecimal(value: unknown, field: string): number | undefined {
	const number = parseDecimal(singleEntry(value));

	assertSafeInteger(
		number,
		field,
		'Send an ID with so many digits in a text field or a trait of the type String.',
	);

	return number;
}
