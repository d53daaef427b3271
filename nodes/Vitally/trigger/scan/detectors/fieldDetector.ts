import { createHash } from 'crypto';

import { comparedValue, isShown } from '../fields/watchedField';
import type { Detector, FeedEvent, RecordVersion } from '../types';

/** Maximum characters of a value as JSON; of a longer one only a digest is stored. */
const MAX_KEPT_LENGTH = 200;

/** 120 bits. */
const DIGEST_LENGTH = 20;

/** Marks a digest among values. */
const DIGEST = '\u2026digest';

/** The value, or a digest of a long one; see `inOrder`. */
export function boundedValue(value: unknown): unknown {
	const ordered = inOrder(value);
	const text = JSON.stringify(ordered);

	return text.length <= MAX_KEPT_LENGTH ? ordered : { [DIGEST]: digest(text) };
}

/**
 * The value with its lists and the keys of its objects sorted, so that equal values have the same JSON: segments, tags
 * and options are sets.
 */
export function inOrder(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(inOrder).sort(byJson);
	if (typeof value !== 'object' || value === null) return value;

	const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));

	return Object.fromEntries(entries.map(([key, inner]) => [key, inOrder(inner)]));
}

function byJson(a: unknown, b: unknown): number {
	return JSON.stringify(a) < JSON.stringify(b) ? -1 : 1;
}

/** Whether a value of a field is the one of an empty field. */
export function isUnset(value: unknown): boolean {
	if (Array.isArray(value)) return value.length === 0;

	return value === null || value === '';
}

function isDigest(value: unknown): boolean {
	return typeof value === 'object' && value !== null && DIGEST in value;
}

/**
 * Updated events with watched fields: an event when one differs from its stored value. What a record does not show
 * keeps its value.
 */
export function fieldDetector(paths: readonly string[]): Detector<unknown[]> {
	return {
		isEmpty: (remembered) => remembered?.every(isUnset) === true,
		detect(before, version) {
			const { record } = version;
			const remembered = paths.map((path, index) =>
				isShown(record, path)
					? boundedValue(comparedValue(record, path))
					: (before?.[index] ?? null),
			);
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
