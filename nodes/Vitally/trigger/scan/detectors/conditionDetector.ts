import type { Condition } from '../../../operations/definition/resourceEvent';
import { isPlainObject } from '../../../values/json/json';
import { parseDecimal } from '../../../values/numbers';
import { normalizeName } from '../../../values/parse';
import { isThreshold } from '../config';
import { watchedValue, isShown } from '../fields/watchedField';
import type { LeftOut } from '../recordStore';
import type { Detector, ServiceRecord } from '../types';
import { boundedValue, changeEvent, isUnset } from './fieldDetector';

/**
 * What is stored of a condition: whether it was met (null: unknown), because the value may be too long to
 * store. For a threshold, whose limit may change, the last number decides, also while the value is missing.
 */
type Remembered = [isMet: boolean | null, value: unknown];

const UNKNOWN: Remembered = [null, null];

/** Updated events with conditions: an event when a field starts to meet one. */
export function conditionDetector(conditions: readonly Condition[]): Detector<Remembered[]> {
	const fields = conditions.map(({ field }) => field);
	const remember = (record: ServiceRecord, before?: Remembered[]) =>
		conditions.map((condition, index) => rememberedOf(condition, record, before?.[index]));

	return {
		unborn: conditions.map(empty),
		detect(before, version) {
			const after = remember(version.record, before);
			const started = [...conditions.keys()].filter((index) =>
				startsToMeet(conditions[index], before?.[index], after[index]),
			);
			if (started.length === 0) return { remembered: after, event: undefined };

			// A compact store doesn't have the numbers of records that do not meet a threshold.
			const values = before?.map(([, value], index) =>
				isThreshold(conditions[index]) ? (value ?? undefined) : value,
			);

			return { remembered: after, event: changeEvent(version, fields, started, values) };
		},
	};
}

/** Whether a record meets a condition that it did not meet before, or of which nothing is known. */
function startsToMeet(
	condition: Condition,
	before: Remembered | undefined,
	[isMet]: Remembered,
): boolean {
	if (!isMet) return false;

	return before === undefined || wasMet(condition, before) === false;
}

/** Returns the records that need not be stored where all conditions are thresholds: those that meet none. */
export function unmetThresholds(conditions: readonly Condition[]): LeftOut {
	return {
		// The limit may be another one than when the value was stored.
		isNothing: (value) =>
			conditions.every((condition, index) => {
				const remembered = (value as Remembered[])[index];

				return wasMet(condition, remembered) === false;
			}),
		standIn: conditions.map((): Remembered => [false, null]),
		blank: conditions.map((): Remembered => UNKNOWN),
	};
}

/** What to store of a condition while its field is empty, as all are before the creation of a record. */
function empty(condition: Condition): Remembered {
	return isThreshold(condition) ? UNKNOWN : [meets(condition, null), null];
}

/** What to store of a condition. What a record does not show stays as it was. */
function rememberedOf(
	condition: Condition,
	record: ServiceRecord,
	before: Remembered | undefined,
): Remembered {
	const { field } = condition;
	const value = watchedValue(record, field);

	if (!isThreshold(condition)) {
		if (!isShown(record, field)) return before ?? empty(condition);

		return [meets(condition, value), boundedValue(value)];
	}

	const number = parseDecimal(value) ?? parseDecimal(before?.[1]) ?? null;
	if (number === null) return [before?.[0] === false ? false : null, null];

	return [meets(condition, number), number];
}

/** Whether the condition was met; null: unknown. */
function wasMet(condition: Condition, [isMet, value]: Remembered): boolean | null {
	if (!isThreshold(condition)) return isMet;
	if (value === null) return isMet === false ? false : null;

	return meets(condition, value);
}

/** @param value of the field in a record; a list becomes each of its entries */
function meets(condition: Condition, value: unknown): boolean {
	const { is, value: wanted = '' } = condition;
	if (is === 'isSet') return !isUnset(value);
	if (is === 'isCleared') return isUnset(value);
	if (is === 'becomes') return [value].flat().some((entry) => isSame(entry, wanted));

	const number = Number(value);
	const limit = Number(wanted);

	return is === 'dropsBelow' ? number < limit : number > limit;
}

/** Compares with what a user entered: `true`, `5` or `5.0`, text in any case, the name of a segment. */
function isSame(value: unknown, wanted: string): boolean {
	if (isPlainObject(value)) return isSame(value.name, wanted);
	if (typeof value === 'number') return value === parseDecimal(wanted);
	if (typeof value !== 'string' && typeof value !== 'boolean') return false;

	return normalizeName(String(value)) === normalizeName(wanted);
}
