import type { INodeProperties } from 'n8n-workflow';

import type { ItemParameters } from '../fields/itemParameters';
import { locatorOf } from '../fields/locators';
import { APPLIED_HERE, type OwnFilter } from '../fields/recordFilter';
import { numberIn, switchIn, type Choice } from '../fields/strict';
import type { ItemContext } from '../run/operation';
import { calendarDate } from '../values/dates';
import { isEmpty } from '../values/emptyValues';
import { optionalLocator, type RecordType } from '../records/recordType';
import { PendingValue, resolveId, resolveValue } from '../records/resolveId';

/** Whether a record is wanted, by the value of the field that a filter looks at. */
export type Wanted = (value: unknown) => boolean;

/** A filter on one field of the records of a list, which the service does not offer. */
export interface FieldFilter {
	/** As the editor shows it, under 'Filters'. */
	property: INodeProperties;
	/** The field of a record that it looks at. */
	field: string;
	/**
	 * Only asked when something is entered.
	 *
	 * @returns `undefined` for no filter
	 * @throws VitallyError for a value that is none
	 */
	read(item: ItemParameters, choice: Choice): Wanted | PendingValue<Wanted> | undefined;
}

interface FilterTexts {
	displayName: string;
	name: string;
	/** Behind "Only return"; that it is applied in n8n is added. */
	only: string;
}

/** The part that all these filters have in common. */
export function filterProperty<T extends Partial<INodeProperties>>(
	{ displayName, name, only }: FilterTexts,
	rest: T,
): { displayName: string; name: string; description: string } & T {
	return { displayName, name, ...rest, description: `Only return ${only}. ${APPLIED_HERE}.` };
}

/**
 * Records whose number is on one side of a bound; those without a number are left out.
 *
 * @param bounds that the editor takes, and the one that it begins with
 */
export function numberFilter(
	texts: FilterTexts,
	field: string,
	{ initial, ...typeOptions }: { initial: number; minValue: number; maxValue: number },
	isWanted: (value: number, bound: number) => boolean,
): FieldFilter {
	return {
		property: filterProperty(texts, { type: 'number', typeOptions, default: initial }),
		field,
		read: (item, choice) => {
			const rule = { fallback: NaN, isAllowed: Number.isFinite, wanted: 'a number' };
			const bound = numberIn(item, choice, rule);
			return (value) => typeof value === 'number' && isWanted(value, bound);
		},
	};
}

/** Records whose date is on one side of a day; those without a date are left out. */
export function dayFilter(
	texts: FilterTexts,
	field: string,
	isWanted: (day: string, bound: string) => boolean,
): FieldFilter {
	return {
		property: filterProperty(
			{ ...texts, only: `${texts.only}, such as 2026-03-31; any time is ignored` },
			{ type: 'dateTime', typeOptions: { dateOnly: true }, default: '' },
		),
		field,
		read: (item, { parameter, label }) => {
			const bound = calendarDate(item.param(parameter), label, item.timeZone);
			return (value) => typeof value === 'string' && isWanted(value.slice(0, 10), bound);
		},
	};
}

/** Records that are in a state, or those that are not. */
export function switchFilter(
	property: INodeProperties,
	field: string,
	isInState: Wanted,
): FieldFilter {
	return {
		property,
		field,
		read: (item, choice) => {
			const isWanted = switchIn(item, choice, false);
			return (value) => isInState(value) === isWanted;
		},
	};
}

/** Records that name one record of a type by its service ID. */
export function locatorFilter(type: RecordType, texts: FilterTexts, field: string): FieldFilter {
	const { displayName, name, description } = filterProperty(texts, {});
	return {
		property: optionalLocator(type, { displayName, name, description }),
		field,
		read: (item, { parameter, label }) => {
			const locator = locatorOf(item, parameter, type);
			if (isEmpty(locator.value)) return undefined;
			const named = resolveId(item, type, locator, label);
			return new PendingValue(async (context) => {
				const id = await resolveValue(context, named);
				return (value) => value === id;
			});
		},
	};
}

/**
 * What an item enters. An empty filter is one that an AI model or an expression left out.
 *
 * @throws VitallyError for a value that is none
 */
export function readFilters(
	item: ItemContext,
	filters: readonly FieldFilter[],
): Array<OwnFilter | PendingValue<OwnFilter>> {
	return filters.map((filter) => readFilter(item, filter)).filter((one) => one !== undefined);
}

function readFilter(
	item: ItemContext,
	{ property: { name, displayName: label }, field, read }: FieldFilter,
): OwnFilter | PendingValue<OwnFilter> | undefined {
	const parameter = `filters.${name}`;
	const wanted = isEmpty(item.param(parameter)) ? undefined : read(item, { parameter, label });
	if (wanted === undefined) return undefined;
	const by = (isWanted: Wanted): OwnFilter => ({
		label,
		field,
		includes: (record) => isWanted(record[field]),
	});
	return wanted instanceof PendingValue
		? new PendingValue(async (context) => by(await wanted.resolve(context)))
		: by(wanted);
}
