import { isThreshold } from '../config';
import type { Condition, Detector, ServiceRecord } from '../types';
import { boundedValue, changeEvent, watchedValue } from './fieldDetector';

/**
 * What is remembered of a condition: whether it was met, because the value itself may be too long to be
 * kept; null where that is not known. The limit of a threshold may change, so it is computed from the
 * value: the last number, because a score that is missing for a while is still on its side of the limit.
 */
type Remembered = [isMet: boolean | null, value: unknown];

/** Updated events with conditions: fires when a field starts to meet one, not while it does. */
export function conditionDetector(conditions: readonly Condition[]): Detector<Remembered[]> {
	const fields = conditions.map(({ field }) => field);
	const remember = (record: ServiceRecord, before?: Remembered[]) =>
		conditions.map((condition, index) => remembered(condition, record, before?.[index]));
	return {
		unborn: remember({}),
		detect(before, version) {
			const after = remember(version.record, before);
			const starts = [...conditions.keys()].filter(
				(index) =>
					after[index][0] && (!before || wasMet(conditions[index], before[index]) === false),
			);
			const values = before?.map(([, value]) => value);
			const event = starts.length ? changeEvent(version, fields, starts, values) : undefined;
			return { remembered: after, event };
		},
	};
}

function remembered(
	condition: Condition,
	record: ServiceRecord,
	before: Remembered | undefined,
): Remembered {
	const value = watchedValue(record, condition.field);
	if (!isThreshold(condition)) return [meets(condition, value), boundedValue(value)];
	const number = parseNumber(value) ?? parseNumber(before?.[1]);
	return [number === null ? null : meets(condition, number), number];
}

function wasMet(condition: Condition, [isMet, value]: Remembered): boolean | null {
	if (!isThreshold(condition)) return isMet;
	return value === null ? null : meets(condition, value);
}

/** Whether a value meets a condition, whatever it was before. */
function meets({ is, value = '' }: Condition, of: unknown): boolean {
	if (is === 'isSet') return !isEmpty(of);
	if (is === 'isCleared') return isEmpty(of);
	if (is === 'becomes')
		return Array.isArray(of) ? of.some((one) => isSame(one, value)) : isSame(of, value);
	const [number, limit] = [parseNumber(of), parseNumber(value)];
	if (number === null || limit === null) return false;
	return is === 'dropsBelow' ? number < limit : number > limit;
}

function isEmpty(value: unknown): boolean {
	if (Array.isArray(value)) return value.length === 0;
	return value === null || value === undefined || value === '';
}

/** As people write it: `true`, `5` or `5.0`, text in any case of letters. */
function isSame(value: unknown, wanted: string): boolean {
	if (typeof value === 'number') return value === parseNumber(wanted);
	if (typeof value !== 'string' && typeof value !== 'boolean') return false;
	return String(value).trim().toLowerCase() === wanted.trim().toLowerCase();
}

/** A number, also where a trait contains it as text. */
export function parseNumber(value: unknown): number | null {
	if (typeof value === 'number') return Number.isFinite(value) ? value : null;
	if (typeof value !== 'string' || value.trim() === '') return null;
	const number = Number(value);
	return Number.isFinite(number) ? number : null;
}
