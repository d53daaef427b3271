import { createHash } from 'crypto';

import { ownValue } from '../../../values/json';
import { csmIdOf } from '../../../values/recordValues';
import { traitKeyOf } from '../../../values/traitName';
import type { Detector, FeedEvent, RecordVersion, ServiceRecord } from '../types';

/** Maximum characters of a value as JSON; of a longer one only a digest is stored. */
const MAX_KEPT_LENGTH = 200;

/** 120 bits. */
const DIGEST_LENGTH = 20;

/** The field of the CSM, whom a key role may show in its place. */
const CSM_ID = 'csmId';

/** Marks a digest among values. */
const DIGEST = '\u2026digest';

/** The value of a field of a record such as `healthScore`, or of a trait such as `traits.plan`. */
export function fieldIn(record: ServiceRecord, path: string): unknown {
	const key = traitKeyOf(path);

	return key === undefined ? ownValue(record, path) : ownValue(record.traits, key);
}

/** The value of a watched field. A missing one is null: the service deletes a trait that is set to null. */
export function watchedValue(record: ServiceRecord, path: string): unknown {
	const value = path === CSM_ID ? csmIdOf(record) : fieldIn(record, path);

	return value ?? null;
}

/** The value, or a digest of a long one; objects with the same fields are the same in any order. */
export function boundedValue(value: unknown): unknown {
	const ordered = inKeyOrder(value);
	const text = JSON.stringify(ordered);

	return text.length <= MAX_KEPT_LENGTH ? ordered : { [DIGEST]: digest(text) };
}

/** The value with the keys of its objects sorted, so that equal objects have the same JSON. */
export function inKeyOrder(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(inKeyOrder);
	if (typeof value !== 'object' || value === null) return value;

	const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));

	return Object.fromEntries(entries.map(([key, inner]) => [key, inKeyOrder(inner)]));
}

function isDigest(value: unknown): boolean {
	return typeof value === 'object' && value !== null && DIGEST in value;
}

/** Updated events with watched fields: an event when one differs from its stored value. */
export function fieldDetector(paths: readonly string[]): Detector<unknown[]> {
	return {
		detect(before, version) {
			const remembered = paths.map((path) => boundedValue(watchedValue(version.record, path)));
			const isChanged = (index: number) =>
				JSON.stringify(before?.[index]) !== JSON.stringify(remembered[index]);
			const changed = before ? [...paths.keys()].filter(isChanged) : [];
			if (before && !changed.length) return { remembered, event: undefined };

			return { remembered, event: changeEvent(version, paths, changed, before) };
		},
	};
}

/**
 * The event of a record whose fields changed.
 *
 * @param changed indexes of the fields that changed
 * @param before the values of all fields before; undefined: not known
 */
export function changeEvent(
	{ record }: RecordVersion,
	fields: readonly string[],
	changed: readonly number[],
	before: readonly unknown[] | undefined,
): FeedEvent {
	const known = changed.filter(
		(index) => before?.[index] !== undefined && !isDigest(before[index]),
	);

	const event: FeedEvent = {
		record,
		changedKeys: [...new Set(changed.map((index) => fields[index]))],
		previous: Object.fromEntries(known.map((index) => [fields[index], before?.[index]])),
	};
	if (!before || known.length < changed.length) event.previousUnknown = true;

	return event;
}

/** Short, and different for different values. */
export function digest(text: string): string {
	return createHash('sha256').update(text).digest('base64url').slice(0, DIGEST_LENGTH);
}
