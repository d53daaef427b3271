import { isEmpty } from '../../../values/emptyValues';
import { isPlainObject, ownValue } from '../../../values/json/json';
import { parseDecimal } from '../../../values/numbers';
import { csmIdOf, parseTimestamp, segmentsOf } from '../../../values/recordValues';
import { traitKeyOf } from '../../../values/traits/traitName';
import type { ServiceRecord } from '../types';

/** What a value has to be, to be compared. */
export type Kind = 'any' | 'csm' | 'number' | 'segments' | 'time';

/**
 * How a record shows a field: not at all, without a value, or with one that can or cannot be compared. What a record
 * does not show is no change.
 */
export type Form = 'absent' | 'empty' | 'readable' | 'unreadable';

/** The field of the CSM, whom a key role may show in its place. */
const CSM_ID = 'csmId';

/** The fields of the service that are no plain values, or whose type is known. */
const KINDS: Record<string, Kind | undefined> = {
	[CSM_ID]: 'csm',
	healthScore: 'number',
	score: 'number',
	segments: 'segments',
};

/** The value of a field of a record such as `healthScore`, or of a trait such as `traits.plan`. */
function fieldIn(record: ServiceRecord, path: string): unknown {
	const key = traitKeyOf(path);

	return key === undefined ? ownValue(record, path) : ownValue(record.traits, key);
}

/** The value that a record shows of a watched field; `undefined` where it shows none. */
export function shownValue(record: ServiceRecord, path: string): unknown {
	return path === CSM_ID ? csmIdOf(record) : fieldIn(record, path);
}

/** The value of a watched field. A missing one is null: the service deletes a trait that is set to null. */
export function watchedValue(record: ServiceRecord, path: string): unknown {
	return shownValue(record, path) ?? null;
}

/** The value of a watched field as it is compared: a number that comes as text is that number. */
export function comparedValue(record: ServiceRecord, path: string): unknown {
	const value = watchedValue(record, path);

	return kindOf(path) === 'number' ? (parseDecimal(value) ?? value) : value;
}

/** Whether a record shows a field, with or without a value, in a form that can be compared. */
export function isShown(record: ServiceRecord, path: string): boolean {
	const form = formOf(record, path, kindOf(path));

	return form === 'empty' || form === 'readable';
}

export function kindOf(path: string): Kind {
	return KINDS[path] ?? 'any';
}

export function formOf(record: ServiceRecord, path: string, kind: Kind): Form {
	if (kind === 'csm') return formOfCsm(record);

	const isTrait = traitKeyOf(path) !== undefined;
	const owner = isTrait ? record.traits : record;
	if (owner === undefined) return 'absent';
	if (owner !== null && !isPlainObject(owner)) return 'unreadable';

	const value = fieldIn(record, path);
	// The service deletes a trait that is set to null.
	if (value === undefined && !isTrait) return 'absent';
	if (isEmpty(value)) return 'empty';

	return isReadable(record, value, kind) ? 'readable' : 'unreadable';
}

function isReadable(record: ServiceRecord, value: unknown, kind: Kind): boolean {
	switch (kind) {
		case 'number':
			return parseDecimal(value) !== undefined;
		case 'segments':
			return segmentsOf(record) !== null;
		case 'time':
			return parseTimestamp(value) !== undefined;
		default:
			return true;
	}
}

function formOfCsm(record: ServiceRecord): Form {
	const { csmId, keyRoles } = record;
	if (isPlainObject(csmId) || Array.isArray(csmId)) return 'unreadable';
	if (!isEmpty(csmId)) return 'readable';

	const areRoles = keyRoles === undefined || keyRoles === null || Array.isArray(keyRoles);
	if (!areRoles) return 'unreadable';

	const id = csmIdOf(record);
	if (id === undefined) return 'absent';

	return id === null ? 'empty' : 'readable';
}
