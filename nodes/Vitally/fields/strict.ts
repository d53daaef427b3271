import { formatValue } from '../errors/formatValue';
import { VitallyError } from '../errors/vitallyError';
import type { ItemParameters } from './itemParameters';

/**
 * Readers for values of choice. The editor offers only what is allowed, but an expression or an AI model
 * may give anything: what is unmistakable is taken, also as text, and everything else is an error that
 * names what is allowed. Nothing turns into a default in silence.
 */

/** A parameter and its name in the editor. */
export interface Choice {
	/** `collection.field` for one in a collection. */
	parameter: string;
	label: string;
}

/**
 * One of the values of a drop-down, in upper or lower case.
 *
 * @param values that are allowed
 * @param fallback stands for a parameter that is not set
 * @throws VitallyError for any other value
 */
export function choiceIn<T extends string>(
	item: Pick<ItemParameters, 'param'>,
	{ parameter, label }: Choice,
	values: readonly T[],
	fallback: T,
): T {
	const value = item.param(parameter);
	if (value === undefined) return fallback;
	const text = typeof value === 'string' ? value.trim().toLowerCase() : undefined;
	const chosen = values.find((one) => one.toLowerCase() === text);
	if (chosen !== undefined) return chosen;
	throw unknownError(value, label, values);
}

/**
 * A switch: true or false, also as text in upper or lower case.
 *
 * @throws VitallyError for anything else, so that nothing counts as off by mistake
 */
export function switchIn(
	item: Pick<ItemParameters, 'param'>,
	{ parameter, label }: Choice,
	fallback: boolean,
): boolean {
	const value = item.param(parameter);
	if (value === undefined) return fallback;
	if (typeof value === 'boolean') return value;
	const text = typeof value === 'string' ? value.trim().toLowerCase() : undefined;
	if (text === 'true' || text === 'false') return text === 'true';
	throw new VitallyError(
		`The value ${formatValue(value)} of '${label}' is not true or false`,
		`Turn '${label}' on or off, or let the expression return true or false.`,
		{ field: label },
	);
}

/**
 * A number, also as text with blanks around it.
 *
 * @param isAllowed whether the number fits
 * @param wanted what fits, in words: `a whole number of 1 or more`
 * @throws VitallyError for anything else
 */
export function numberIn(
	item: Pick<ItemParameters, 'param'>,
	{ parameter, label }: Choice,
	{ fallback, isAllowed, wanted }: NumberRule,
): number {
	const value = item.param(parameter);
	if (value === undefined) return fallback;
	const isText = typeof value === 'string' && value.trim() !== '';
	const number = typeof value === 'number' || isText ? Number(value) : NaN;
	if (isAllowed(number)) return number;
	throw new VitallyError(
		`The value ${formatValue(value)} of '${label}' is not ${wanted}`,
		`Enter ${wanted}, or let the expression return one.`,
		{ field: label },
	);
}

interface NumberRule {
	fallback: number;
	isAllowed: (number: number) => boolean;
	wanted: string;
}

/**
 * A group of fields that one expression may give as a whole.
 *
 * @throws VitallyError when it gives something else than an object
 */
export function fieldsIn(
	item: Pick<ItemParameters, 'param'>,
	{ parameter, label }: Choice,
): Record<string, unknown> {
	const value = item.param(parameter) ?? {};
	if (typeof value === 'object' && !Array.isArray(value)) return value as Record<string, unknown>;
	throw notFieldsError(value, label);
}

/** The error for a group of fields that an expression gives as something else. */
export function notFieldsError(value: unknown, label: string): VitallyError {
	return new VitallyError(
		`The value ${formatValue(value)} of '${label}' is not a group of fields`,
		'Add the fields in the editor, or let the expression return an object with their names.',
		{ field: label },
	);
}

function unknownError(value: unknown, label: string, allowed: readonly string[]): VitallyError {
	return new VitallyError(
		`The value ${formatValue(value)} of '${label}' is unknown`,
		`Choose one from the list, or let the expression return one of these: ${allowed.join(', ')}.`,
		{ field: label },
	);
}
