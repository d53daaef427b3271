import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { assertNotNullLike, isEmpty } from '../../values/emptyValues';
import { VitallyError } from '../../errors/vitallyError';
import type { ItemParameters } from '../../fields/itemParameters';
import { textProperty } from '../../fields/properties';
import { readEnum, readObject, rowsOf, type ParameterRef } from '../../fields/readers';
import { traitKeyField } from '../../fields/traits/traits';
import { calendarDate } from '../../values/dates';
import { parseDecimal } from '../../values/parse';
import { isPlainObject } from '../../values/json';
import { valuesEqual } from '../../values/valuesEqual';
import { filterProperty, type FieldFilter, type Predicate } from './fieldFilter';

const COMPARISONS = ['above', 'below', 'equals', 'isEmpty', 'isSet'] as const;

const rows: INodeProperties[] = [
	traitKeyField,
	{
		displayName: 'Is',
		name: 'is',
		type: 'options',
		options: [
			{ name: 'Above', value: 'above' },
			{ name: 'Below', value: 'below' },
			{ name: 'Empty', value: 'isEmpty' },
			{ name: 'Equal To', value: 'equals' },
			{ name: 'Set', value: 'isSet' },
		],
		default: 'equals',
	},
	textProperty('Value', 'value', {
		description: 'Above and below take a number or a date',
		displayOptions: { show: { is: ['above', 'below', 'equals'] } },
	}),
];

/** Records whose traits meet all of the conditions that an item enters. */
export const traitFilter: FieldFilter = {
	property: filterProperty(
		{ displayName: 'Trait', name: 'trait', only: 'records with these traits' },
		{
			type: 'fixedCollection',
			typeOptions: { multipleValues: true },
			placeholder: 'Add Condition',
			default: {},
			options: [{ displayName: 'Condition', name: 'condition', values: rows }],
		},
	),
	field: 'traits',
	read: (item, choice) => {
		const entered = rowsOf(readObject(item, choice), 'condition');
		const conditions = entered.flatMap((row) => conditionOf(row, item, choice) ?? []);
		if (conditions.length === 0) return undefined;
		return (traits) =>
			conditions.every(({ key, meets }) => meets(isPlainObject(traits) ? traits[key] : undefined));
	},
};

interface Condition {
	key: string;
	meets: Predicate;
}

/** @returns `undefined` for a row without key or value, which an AI model or an expression left out */
function conditionOf(
	row: unknown,
	{ timeZone }: ItemParameters,
	{ label }: ParameterRef,
): Condition | undefined {
	const { key: stored, value, is: chosen } = isPlainObject(row) ? row : {};
	const picked = isPlainObject(stored) ? stored.value : stored;
	const key = typeof picked === 'string' ? picked.trim() : '';
	const choice = { parameter: 'is', label: 'Is' };
	const is = readEnum({ param: () => chosen || undefined }, choice, COMPARISONS, 'equals');
	const needsValue = is !== 'isEmpty' && is !== 'isSet';
	if (needsValue ? isEmpty(value) : key === '') return undefined;
	assertNotNullLike(key, label);
	if (typeof value === 'string') assertNotNullLike(value, label);
	if (key === '') {
		throw new VitallyError(
			`A condition in '${label}' has no key`,
			"Choose the trait under 'Trait', or remove the condition.",
			{ field: label },
		);
	}
	if (is === 'isEmpty') return { key, meets: isEmptyTrait };
	if (is === 'isSet') return { key, meets: (current) => !isEmptyTrait(current) };
	if (is === 'equals') return { key, meets: (current) => isEqual(current, value) };
	return { key, meets: exceeds(is, value, `${label}: ${key}`, timeZone) };
}

function isEmptyTrait(value: unknown): boolean {
	return isEmpty(value) || (Array.isArray(value) && value.length === 0);
}

/** Text is not case-sensitive; a list has to contain the value. */
function isEqual(current: unknown, wanted: IDataObject[string]): boolean {
	if (Array.isArray(current)) return current.some((one) => isEqual(one, wanted));
	const lower = (value: unknown) => String(value).trim().toLowerCase();
	const isText = typeof current === 'string' && typeof wanted === 'string';
	return valuesEqual(current, wanted) || (isText && lower(current) === lower(wanted));
}

/**
 * Whether a trait is on one side of a number, or of a day.
 *
 * @throws VitallyError for a value that is neither
 */
function exceeds(
	is: 'above' | 'below',
	value: unknown,
	label: string,
	timeZone: string,
): Predicate {
	const isPastBound = <T extends number | string>(current: T, bound: T) =>
		is === 'above' ? current > bound : current < bound;
	const bound = parseDecimal(value);
	if (bound !== undefined) {
		return (current) => {
			const number = parseDecimal(current);
			return number !== undefined && isPastBound(number, bound);
		};
	}
	const day = calendarDate(value, label, timeZone);
	return (current) => {
		const [currentDay] = /^\d{4}-\d{2}-\d{2}/.exec(String(current)) ?? [];
		return currentDay !== undefined && isPastBound(currentDay, day);
	};
}
