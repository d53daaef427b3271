import { VitallyError } from '../errors/vitallyError';

/**
 * Above 2^53 JavaScript rounds whole numbers, which would change an ID.
 *
 * @param field label of the field, for the error text
 * @throws VitallyError for such a number
 */
export function assertSafeInteger(value: unknown, field: string): void {
	if (!Number.isInteger(value) || Number.isSafeInteger(value)) return;
	throw new VitallyError(
		`The value of '${field}' is a number that has lost digits`,
		'Numbers above 9007199254740991 are rounded before they get here. Let the expression return the value as text.',
		{ field },
	);
}

const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** @returns `undefined` for what is no decimal number, also as text: JavaScript reads 0x10 and empty text as numbers */
export function parseDecimal(value: unknown): number | undefined {
	const text = typeof value === 'number' ? String(value) : value;
	const number = typeof text === 'string' && DECIMAL.test(text.trim()) ? Number(text) : NaN;
	return Number.isFinite(number) ? number : undefined;
}
