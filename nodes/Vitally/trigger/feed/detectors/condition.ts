import { canonicalJson } from '../digest';
import type { ServiceRecord } from '../record';
import { keptValue, watchedValue } from './watchedFields';

/** When a field counts as what the user waits for. */
export interface Condition {
	/** As `watchedValue` takes it. */
	field: string;
	is: 'dropsBelow' | 'risesAbove' | 'becomes' | 'isCleared' | 'isSet';
	/** Of the first three. */
	value?: string;
}

/** Whether a condition is about a number on one side of another. */
export function isThreshold({ is }: Pick<Condition, 'is'>): boolean {
	return is === 'dropsBelow' || is === 'risesAbove';
}

/**
 * What is remembered of a field. Of a threshold it is the last number: a score that is gone for a while
 * is still on the side on which it was.
 *
 * @param earlier what was remembered before
 */
export function rememberedFor(
	condition: Condition,
	record: ServiceRecord,
	earlier: unknown,
): unknown {
	const value = watchedValue(record, condition.field);
	return isThreshold(condition) ? (numberIn(value) ?? numberIn(earlier)) : keptValue(value);
}

/** Whether a field has come to meet a condition that it did not meet before. */
export function crosses(condition: Condition, before: unknown, after: unknown): boolean {
	if (isThreshold(condition) && numberIn(before) === null) return false;
	const isChanged = canonicalJson(before) !== canonicalJson(after);
	return isChanged && !meets(condition, before) && meets(condition, after);
}

/** Whether a value meets a condition, whatever it was before. */
export function meets({ is, value = '' }: Condition, of: unknown): boolean {
	if (is === 'isSet') return !isEmpty(of);
	if (is === 'isCleared') return isEmpty(of);
	if (is === 'becomes')
		return Array.isArray(of) ? of.some((one) => isSame(one, value)) : isSame(of, value);
	const [number, limit] = [numberIn(of), numberIn(value)];
	if (number === null || limit === null) return false;
	return is === 'dropsBelow' ? number < limit : number > limit;
}

function isEmpty(value: unknown): boolean {
	if (Array.isArray(value)) return value.length === 0;
	return value === null || value === undefined || value === '';
}

/** As people write it: `true`, `5` or `5.0`, text in any case of letters. */
function isSame(value: unknown, wanted: string): boolean {
	if (typeof value === 'number') return value === numberIn(wanted);
	if (typeof value !== 'string' && typeof value !== 'boolean') return false;
	return String(value).trim().toLowerCase() === wanted.trim().toLowerCase();
}

/** A number, also where a trait holds it as text. */
export function numberIn(value: unknown): number | null {
	if (typeof value === 'number') return Number.isFinite(value) ? value : null;
	if (typeof value !== 'string' || value.trim() === '') return null;
	const number = Number(value);
	return Number.isFinite(number) ? number : null;
}
