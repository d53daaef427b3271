import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { formatValue } from '../errors/formatValue';
import { VitallyError } from '../errors/vitallyError';
import { assertNotNullLike, emptyFieldError, isEmpty } from '../values/emptyValues';
import { isPlainObject } from '../values/json/json';
import { readDecimal } from '../values/numbers';
import { parseBoolean } from '../values/parse';
import { readIdText, readText } from '../values/text';
import type { ItemParameters } from './itemParameters';
import type { Choice } from './properties';

/**
 * Readers of parameters. An expression or an AI model may return anything: unambiguous values are accepted, as
 * text too, and all others are errors that name what is allowed.
 */

export interface ParameterRef {
	/** The name of the parameter; `collection.field` for one in a collection. */
	parameter: string;
	label: string;
}

interface NumberRule {
	/** The number where none is set; absent where a number is required. */
	fallback?: number;
	isAllowed: (number: number) => boolean;
	/** What the error text asks for, such as `a whole number of 1 or more`. */
	wanted: string;
}

/**
 * The name and the label of a field's parameter.
 *
 * @param collection that contains the field
 */
export function refTo(
	{ name, displayName: label }: Pick<INodeProperties, 'name' | 'displayName'>,
	collection?: string,
): ParameterRef {
	return { parameter: collection === undefined ? name : `${collection}.${name}`, label };
}

/**
 * The value of a drop-down, not case-sensitive; its default where it is not set.
 *
 * @param collection that contains the field
 * @throws VitallyError for a value that it does not offer
 */
export function readChoice<T extends string>(
	item: Pick<ItemParameters, 'param'>,
	field: Choice<T>,
	collection?: string,
): T {
	const { parameter, label } = refTo(field, collection);
	const value = item.param(parameter);
	if (value === undefined) return field.default;

	const text = typeof value === 'string' ? value.trim().toLowerCase() : undefined;
	const values = field.options.map((option) => option.value);
	const chosen = values.find((offered) => offered.toLowerCase() === text);
	if (chosen !== undefined) return chosen;

	throw unknownValueError(value, label, values);
}

/** The value of a switch; its default where it is not set. Errors as `readBoolean`, parameters as `readChoice`. */
export function readSwitch(
	item: Pick<ItemParameters, 'param'>,
	field: INodeProperties,
	collection?: string,
): boolean {
	const { parameter, label } = refTo(field, collection);
	const value = item.param(parameter);

	return value === undefined ? field.default === true : requiredBoolean(value, label);
}

/**
 * The value of a switch: true or false, also as text or as 1 and 0, not case-sensitive; false where it is not set.
 *
 * @throws VitallyError for anything else, so that nothing counts as off by mistake
 */
export function readBoolean(
	item: Pick<ItemParameters, 'param'>,
	{ parameter, label }: ParameterRef,
): boolean {
	const value = item.param(parameter);

	return value === undefined ? false : requiredBoolean(value, label);
}

function requiredBoolean(value: unknown, label: string): boolean {
	const boolean = parseBoolean(value);
	if (boolean !== undefined) return boolean;

	throw new VitallyError(
		`The value ${formatValue(value)} of '${label}' is not true or false`,
		`Turn '${label}' on or off, or let the expression return true or false.`,
		{ field: label },
	);
}

/**
 * The value of a field for a number, which may be text with blanks around it.
 *
 * @param rule which numbers are in range, see `wholeNumber`
 * @throws VitallyError for anything else, and for no number where the rule has no fallback
 */
export function readNumber(
	item: Pick<ItemParameters, 'param'>,
	{ parameter, label }: ParameterRef,
	rule: NumberRule,
): number {
	const { fallback, isAllowed, wanted } = rule;
	const value = item.param(parameter);
	if (value === undefined && fallback !== undefined) return fallback;

	const number = readDecimal(value, label);
	if (number !== undefined && isAllowed(number)) return number;

	throw new VitallyError(
		`The value ${formatValue(value)} of '${label}' is not ${wanted}`,
		`Enter ${wanted}, or let the expression return one.`,
		{ field: label },
	);
}

/** The rule for a whole number of at least `min`, and at most `max`. */
export function wholeNumber(min: number, max = Infinity): Omit<NumberRule, 'fallback'> {
	const range = max === Infinity ? `of ${min} or more` : `from ${min} to ${max}`;

	return {
		isAllowed: (number) => Number.isInteger(number) && number >= min && number <= max,
		wanted: `a whole number ${range}`,
	};
}

/**
 * A text that the service requires.
 *
 * @param name of the parameter; `collection.field` for one in a collection
 * @throws VitallyError when it is empty or no text; see `readText`
 */
export function requiredText(item: ItemParameters, name: string, label: string): string {
	return readText(requiredValue(item, name, label), label);
}

function requiredValue(item: ItemParameters, name: string, label: string): unknown {
	const value = item.param(name);
	if (!isEmpty(value)) return value;

	throw emptyFieldError(label);
}

/**
 * An ID that the service requires. Parameters as `requiredText`.
 *
 * @throws VitallyError when it is empty; see `readIdText`
 */
export function requiredId(item: ItemParameters, name: string, label: string): string {
	return readIdText(requiredValue(item, name, label), label);
}

/**
 * The value of an option that limits what an action does. An empty one does not count as left out: without the limit,
 * the action would do more than the user wants.
 *
 * @returns what was entered, of a locator its value; `undefined` only where the option is not there
 * @throws VitallyError where it is there and empty, such as that of a blank cell
 */
export function readLimitation(
	item: Pick<ItemParameters, 'param'>,
	{ parameter, label }: ParameterRef,
): unknown {
	const entered = item.param(parameter);
	if (entered === undefined) return undefined;

	const isLocator = isPlainObject(entered) && 'value' in entered;
	const value = isLocator ? entered.value : entered;
	if (!isEmpty(value)) return value;

	throw new VitallyError(
		`'${label}' is empty, so nothing was done`,
		`Enter a value for '${label}', check that the expression returns one, or remove '${label}' to do without it.`,
		{ field: label },
	);
}

/**
 * A text to search for, trimmed.
 *
 * @returns `undefined` where the option is not there
 * @throws VitallyError when it is empty, no text, or null-like
 */
export function readSearchText(item: ItemParameters, choice: ParameterRef): string | undefined {
	const value = readLimitation(item, choice);
	if (value === undefined) return undefined;

	const text = readText(value, choice.label).trim();

	assertNotNullLike(text, choice.label);

	return text;
}

/**
 * A group of fields, which a single expression may return.
 *
 * @throws VitallyError for anything but an object
 */
export function readObject(
	item: Pick<ItemParameters, 'param'>,
	{ parameter, label }: ParameterRef,
): Record<string, unknown> {
	const value = item.param(parameter) ?? {};
	if (typeof value === 'object' && !Array.isArray(value)) return value as Record<string, unknown>;

	throw notObjectError(value, label);
}

export function notObjectError(value: unknown, label: string): VitallyError {
	return new VitallyError(
		`The value ${formatValue(value)} of '${label}' is not a group of fields`,
		'Add the fields in the editor, or let the expression return an object with their names.',
		{ field: label },
	);
}

export function unknownValueError(
	value: unknown,
	label: string,
	allowed: readonly string[],
): VitallyError {
	return new VitallyError(
		`The value ${formatValue(value)} of '${label}' is not one of its options`,
		`Choose one from the list, or let the expression return one of these: ${allowed.filter(Boolean).join(', ')}.`,
		{ field: label },
	);
}

/**
 * The rows of a form: n8n stores no list without rows, and an expression may return a single row.
 *
 * @param name of the rows in the form
 * @returns the rows; an expression without a result is null, as at the top, so that no default takes its place
 * @throws VitallyError for a form or a row that is not an object
 */
export function readRows(
	item: Pick<ItemParameters, 'param'>,
	form: ParameterRef,
	name: string,
): IDataObject[] {
	const stored = readObject(item, form)[name] ?? [];
	const rows: unknown[] = Array.isArray(stored) ? stored : [stored];

	return rows.map((row) => {
		if (!isPlainObject(row)) throw notObjectError(row, form.label);
		if (!Object.values(row).includes(undefined)) return row;

		return Object.fromEntries(Object.entries(row).map(([key, value]) => [key, value ?? null]));
	});
}
