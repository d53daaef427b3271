import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { ItemParameters } from '../../fields/itemParameters';
import { dateProperty, numberProperty } from '../../fields/properties';
import { readNumber, wholeNumber, type ParameterRef } from '../../fields/readers';
import { optionalLocator, type RecordType } from '../../records/recordType';
import { PendingValue, readRecordId, resolveValue, type BodyValue } from '../../records/resolveId';
import { calendarDate, DAY_MS } from '../../values/dates';
import { parseDecimal } from '../../values/numbers';
import { parseDay } from '../../values/recordValues';

/** Ends the description of filters that the service does not have, so that n8n applies them. */
export const CLIENT_SIDE_NOTE = 'Applied in n8n';

/** Whether a record is included, by what the filter reads of it: `undefined` for nothing. */
export type Predicate = (value: unknown) => boolean;

/** Reads a value that is set; `undefined` for one in another form. */
export type ValueReader = (value: unknown) => unknown;

/** A filter on one field of records, applied here because the service does not have it. */
export interface FieldFilter {
	property: INodeProperties;
	field: string;
	/** The value of a record, by default that of the field; `undefined` where the list does not show it. */
	valueIn?(record: IDataObject): unknown;
	/** Reads the values of records, as the trigger does; by default any is read. */
	parse?: ValueReader;
	/** Whether no record after an excluded one can be included, in a list in the descending order of the field. */
	endsList?: boolean;
	/**
	 * Reads the value of the filter. Only called when the parameter is there and not empty.
	 *
	 * @throws VitallyError for an invalid value
	 */
	read(item: ItemParameters, choice: ParameterRef): Predicate | PendingValue<Predicate>;
}

/** A filter that the service applies; sent under the name of its property. */
export interface ServiceFilter {
	property: INodeProperties;
	/** Whether only the list of all records accepts it. */
	isOnlyForAll?: true;
	/**
	 * Reads the value of the filter. Only called when the parameter is there and not empty.
	 *
	 * @returns the value to send, or a `PendingValue`
	 * @throws VitallyError for an invalid value
	 */
	read(item: ItemParameters, choice: ParameterRef): BodyValue;
}

interface FilterFacts {
	field: string;
	/** What follows "Only return" in the description. */
	only: string;
}

/** A filter whose value needs no look-up. */
export interface ValueFilter extends FieldFilter {
	read(item: ItemParameters, choice: ParameterRef): Predicate;
}

/** The maximum is a hundred years, so that the last day is still a date. */
const MAX_DAYS = 36_500;

/** The limits and the rule of a `numberFilter` whose number is one of days. */
export const NUMBER_OF_DAYS = {
	bounds: { minValue: 0, maxValue: MAX_DAYS },
	rule: wholeNumber(0, MAX_DAYS),
};

const ANY_NUMBER = { isAllowed: Number.isFinite, wanted: 'a number' };

export function describeFilter(only: string): string {
	return `Only return ${only}. ${CLIENT_SIDE_NOTE}.`;
}

interface NumberFilter extends FilterFacts {
	initial: number;
	/** The numbers that the editor accepts. */
	bounds: { minValue: number; maxValue: number };
	/** Reads the values of records, by default as numbers. */
	parse?: ValueReader;
	/** The numbers that are accepted; by default, all. */
	rule?: Omit<Parameters<typeof readNumber>[2], 'fallback'>;
}

/**
 * Records by a number that the user enters.
 *
 * @param predicateOf creates the predicate from the number, the time zone of the workflow and the filter's label
 */
export function numberFilter(
	displayName: string,
	name: string,
	{ field, only, initial, bounds, parse = parseDecimal, rule = ANY_NUMBER }: NumberFilter,
	predicateOf: (bound: number, timeZone: string, label: string) => Predicate,
): ValueFilter {
	return {
		property: numberProperty(displayName, name, {
			typeOptions: bounds,
			default: initial,
			description: describeFilter(only),
		}),
		field,
		parse,
		read: (item, choice) => {
			const bound = readNumber(item, choice, { fallback: initial, ...rule });

			return predicateOf(bound, item.timeZone, choice.label);
		},
	};
}

/**
 * Creates the predicate of a `numberFilter` that excludes records without the number.
 *
 * @param isWanted compares the number of a record with the one that the user enters
 */
export function comparing(
	isWanted: (value: number, bound: number) => boolean,
): (bound: number) => Predicate {
	return (bound) => (value) => typeof value === 'number' && isWanted(value, bound);
}

/**
 * Records whose date is on one side of a day; those without a date are excluded.
 *
 * @param isWanted compares the day of a record with the one that the user enters, both as 2026-03-31
 */
export function dayFilter(
	displayName: string,
	name: string,
	{ field, only, initial = '' }: FilterFacts & { initial?: string },
	isWanted: (day: string, bound: string) => boolean,
): ValueFilter {
	const description = describeFilter(`${only}, such as 2026-03-31; any time is ignored`);

	return {
		property: dateProperty(displayName, name, { default: initial, description }),
		field,
		parse: parseDay,
		read: (item, { parameter, label }) => {
			const bound = calendarDate(item.param(parameter), label, item.timeZone);

			return (day) => typeof day === 'string' && isWanted(day, bound);
		},
	};
}

/** Records whose day is from today until a number of days from now. */
export function withinDaysFilter(
	displayName: string,
	name: string,
	facts: FilterFacts & { initial: number },
): ValueFilter {
	return numberFilter(
		displayName,
		name,
		{ ...facts, ...NUMBER_OF_DAYS, parse: parseDay },
		(count, timeZone, label) => {
			const today = calendarDate(new Date(), label, timeZone);
			const last = new Date(Date.parse(today) + count * DAY_MS).toISOString();

			return (day) => typeof day === 'string' && today <= day && day <= last;
		},
	);
}

interface LocatorFilter extends FilterFacts {
	/** The IDs to which a record refers, or the only one; by default, that in the field. */
	idsOf?: (record: IDataObject) => unknown;
}

/** Records that refer to one record of a type by its Vitally ID. */
export function locatorFilter(
	type: RecordType,
	displayName: string,
	name: string,
	{ field, only, idsOf }: LocatorFilter,
): FieldFilter {
	return {
		property: optionalLocator(type, { displayName, name, description: describeFilter(only) }),
		field,
		valueIn: idsOf,
		parse: parseIds,
		read: (item, { parameter, label }) => {
			const named = readRecordId(item, type, parameter, label);

			return new PendingValue(async (context) => {
				const id = await resolveValue(context, named);

				return (ids) => Array.isArray(ids) && ids.includes(id);
			});
		},
	};
}

/** Reads an ID, or a list of them. */
function parseIds(value: unknown): unknown[] | undefined {
	const ids: unknown[] = [value].flat();

	return ids.every((id) => typeof id === 'string') ? ids : undefined;
}
