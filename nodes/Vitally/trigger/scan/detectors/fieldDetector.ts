import { versionKey } from '../record';
import type { Detector, FeedEvent, RecordVersion, ServiceRecord } from '../types';

const TRAITS = 'traits.';

/** Maximum characters of a value as JSON; of a longer one only a digest is stored. */
const MAX_KEPT_LENGTH = 200;

/** Marks a digest among values. */
const DIGEST = '\u2026digest';

/**
 * The value of a watched field. Syntax:
 * - `healthScore`: a field of the record;
 * - `traits.plan`, `traits.vitally.custom.nextStep`: the trait whose key is everything after the
 *   first dot. Dots in trait keys are part of the key (docs/internal/public-facts.md, 4);
 * - `vitally.custom.nextStep`: a dotted name without `traits.` is a trait key as well, because that
 *   is how the service prints trait keys and no field of a record has a dot.
 *
 * A missing value is null: the service deletes a trait that is set to null.
 */
export function watchedValue(record: ServiceRecord, path: string): unknown {
	if (!path.includes('.')) return ownValue(record, path);
	const key = path.startsWith(TRAITS) ? path.slice(TRAITS.length) : path;
	return ownValue(record.traits, key);
}

/** Ignores inherited properties such as `constructor`. */
function ownValue(of: unknown, name: string): unknown {
	const hasValue = typeof of === 'object' && of !== null && Object.hasOwn(of, name);
	return (hasValue ? (of as ServiceRecord)[name] : null) ?? null;
}

/** The value, or a digest of a long one. */
export function boundedValue(value: unknown): unknown {
	const text = canonicalJson(value);
	return text.length <= MAX_KEPT_LENGTH ? value : { [DIGEST]: digest(text) };
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
				canonicalJson(before?.[index]) !== canonicalJson(remembered[index]);
			const changed = before ? [...paths.keys()].filter(isChanged) : [];
			if (before && !changed.length) return { remembered, event: undefined };
			return { remembered, event: changeEvent(version, paths, changed, before) };
		},
	};
}

/**
 * @param changed indexes of the fields that changed
 * @param before the values of all fields before; undefined: not known
 */
export function changeEvent(
	version: RecordVersion,
	fields: readonly string[],
	changed: readonly number[],
	before: readonly unknown[] | undefined,
): FeedEvent {
	const known = changed.filter((index) => before && !isDigest(before[index]));
	return {
		key: versionKey(version),
		record: version.record,
		changedKeys: [...new Set(changed.map((index) => fields[index]))],
		previous: Object.fromEntries(known.map((index) => [fields[index], before?.[index]])),
		...((!before || known.length < changed.length) && { previousUnknown: true }),
	};
}

/** JSON with sorted keys, which is equal for equal values. */
export function canonicalJson(value: unknown): string {
	return JSON.stringify(inKeyOrder(value));
}

function inKeyOrder(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(inKeyOrder);
	if (typeof value !== 'object' || value === null) return value;
	const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
	return Object.fromEntries(entries.map(([key, inner]) => [key, inKeyOrder(inner)]));
}

/** Two independent 32-bit multiplicative hashes and the length: no secret, only a change detector. */
export function digest(text: string): string {
	let [first, second] = [0x811c9dc5, 0x2f0b4c47];
	for (let index = 0; index < text.length; index++) {
		first = Math.imul(first ^ text.charCodeAt(index), 0x01000193);
		second = Math.imul(second + text.charCodeAt(index), 0x9e3779b1);
	}
	return [first >>> 0, second >>> 0, text.length].map((part) => part.toString(36)).join('.');
}
