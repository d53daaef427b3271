import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { VitallyError } from '../../errors/vitallyError';
import type { ItemContext } from '../../execution/operation';
import type { ItemParameters } from '../../fields/itemParameters';
import { textProperty, choiceProperty, formRow, rowsProperty } from '../../fields/properties';
import { readChoice, readRows } from '../../fields/readers';
import { traitKeyField } from '../../fields/traits/traitFields';
import { PendingValue } from '../../records/resolveId';
import { calendarDate, dayOfUnixTime } from '../../values/dates';
import { assertNotNullLike, isEmpty } from '../../values/emptyValues';
import { isPlainObject, ownValue } from '../../values/json/json';
import { parseDecimal, readDecimal } from '../../values/numbers';
import { normalizeName } from '../../values/parse';
import { traitKeyOf } from '../../values/traits/traitName';
import { valuesEqual } from '../../values/valuesEqual';
import { readDefinedTraits } from '../body/traitDefinitions';
import { describeFilter, type FieldFilter, type Predicate } from './fieldFilter';

const DAY = /^\d{4}-\d{2}-\d{2}/;

const comparison = choiceProperty('Is', 'is', {
	options: [
		{ name: 'Above', value: 'above' },
		{ name: 'Below', value: 'below' },
		{ name: 'Empty', value: 'isEmpty' },
		{ name: 'Equal To', value: 'equals' },
		{ name: 'Set', value: 'isSet' },
	],
	default: 'equals',
});

const rowFields: INodeProperties[] = [
	traitKeyField,
	comparison,
	textProperty('Value', 'value', {
		description: 'Above and below take a number or a date',
		displayOptions: { show: { is: ['above', 'below', 'equals'] } },
	}),
];

/** Records whose traits meet all of the conditions that an item enters. */
export const traitFilter: FieldFilter = {
	property: rowsProperty('Trait', 'trait', {
		placeholder: 'Add Condition',
		description: describeFilter('records with these traits'),
		options: formRow('Condition', 'condition', rowFields),
	}),
	field: 'traits',
	parse: (traits) => (isPlainObject(traits) ? traits : undefined),
	read: (item, choice) => {
		const { label } = choice;
		const rows = readRows(item, choice, 'condition');
		if (rows.length === 0) throw incompleteError(label, `There is no condition in '${label}'`);

		const conditions = rows.map((row) => conditionOf(row, item, label));
		const isWanted: Predicate = (traits) =>
			conditions.every(({ key, meets }) => meets(ownValue(traits, key)));
		const enteredKeys = conditions.filter(({ isPicked }) => !isPicked).map(({ key }) => key);
		if (enteredKeys.length === 0) return isWanted;

		return new PendingValue(async (context) => {
			await assertNoLabels(context, enteredKeys, label);

			return isWanted;
		});
	},
};

interface Condition {
	key: string;
	/** Whether the trait is chosen from the list, which has its key. */
	isPicked: boolean;
	meets(value: unknown): boolean;
}

/** @throws VitallyError for a key that is the label of a trait: no record has it, so that each one would count as empty */
async function assertNoLabels(item: ItemContext, keys: string[], field: string): Promise<void> {
	const defined = await readDefinedTraits(item, undefined, `'${field}' uses the keys as they came`);

	for (const key of keys) {
		const labelled = defined?.keyOfLabel(key);
		if (labelled === undefined) continue;

		throw new VitallyError(
			`'${key}' is the label of the trait '${labelled}', not its key`,
			`Use the key '${labelled}' in the filter '${field}', or choose the trait from the list.`,
			{ field },
		);
	}
}

/**
 * The condition of a row of the form.
 *
 * @throws VitallyError for a row without key or value
 */
function conditionOf(row: IDataObject, { timeZone }: ItemParameters, label: string): Condition {
	const { key: stored, value, is: chosen } = row;
	const isPicked = isPlainObject(stored) && stored.mode === 'list';
	const picked = isPlainObject(stored) ? stored.value : stored;
	const name = typeof picked === 'string' ? picked.trim() : '';
	const key = traitKeyOf(name) ?? name;
	const is = readChoice({ param: () => chosen }, comparison);
	if (key === '') throw incompleteError(label, `A condition in '${label}' has no key`);

	const needsValue = is !== 'isEmpty' && is !== 'isSet';
	const lacksValue = needsValue && isEmpty(value);
	if (lacksValue) throw incompleteError(label, `A condition in '${label}' has no value`);

	assertNotNullLike(key, label);
	if (typeof value === 'string') assertNotNullLike(value, label);

	if (is === 'isEmpty') return { key, isPicked, meets: isEmptyTrait };
	if (is === 'isSet') return { key, isPicked, meets: (current) => !isEmptyTrait(current) };
	if (is === 'equals') return { key, isPicked, meets: (current) => equalsTrait(current, value) };

	return { key, isPicked, meets: boundPredicate(is, value, `${label}: ${key}`, timeZone) };
}

function incompleteError(field: string, message: string): VitallyError {
	return new VitallyError(
		message,
		"Choose the trait under 'Trait' and enter a 'Value', or remove the filter. To find records without the trait, choose 'Empty' under 'Is'.",
		{ field },
	);
}

function isEmptyTrait(value: unknown): boolean {
	return isEmpty(value) || (Array.isArray(value) && value.length === 0);
}

/** Whether a trait has a value: text is not case-sensitive, and a list has to contain the value. */
function equalsTrait(current: unknown, wanted: IDataObject[string]): boolean {
	if (Array.isArray(current)) return current.some((entry) => equalsTrait(entry, wanted));

	return (
		valuesEqual(current, wanted) || normalizeName(String(current)) === normalizeName(String(wanted))
	);
}

/**
 * Creates the predicate for a trait above or below a number, or after or before a day. A trait that is neither a
 * number nor a day never meets it.
 *
 * @throws VitallyError for a value that is neither a number nor a day
 */
function boundPredicate(
	is: 'above' | 'below',
	value: unknown,
	label: string,
	timeZone: string,
): Condition['meets'] {
	const isPast = <T extends number | string>(current: T, bound: T) =>
		is === 'above' ? current > bound : current < bound;
	const bound = readDecimal(value, label);

	if (bound !== undefined) {
		return (current) => {
			const number = parseDecimal(current);

			return number !== undefined && isPast(number, bound);
		};
	}

	const day = calendarDate(value, label, timeZone);

	return (current) => {
		const currentDay =
			typeof current === 'number' ? dayOfUnixTime(current) : DAY.exec(String(current))?.[0];

		return currentDay !== undefined && isPast(currentDay, day);
	};
}
