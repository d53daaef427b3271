import { canonicalJson, digest } from '../digest';
import type { ServiceRecord } from '../record';

const TRAITS = 'traits.';

/** JSON text of a value above this many characters is kept as a digest: enough to see a change. */
const LONGEST_KEPT = 200;

/** Marks a digest among values. */
const DIGEST = '\u2026digest';

/**
 * The value of a watched field. Syntax:
 * - `healthScore`: a field of the record;
 * - `traits.plan`, `traits.vitally.custom.nextStep`: the trait whose key is everything after the
 *   first dot. Dots in trait keys are part of the key (docs/public-facts.md, 4);
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

/** What every object has, such as `constructor`, is no value of a record. */
function ownValue(of: unknown, name: string): unknown {
	const hasValue = typeof of === 'object' && of !== null && Object.hasOwn(of, name);
	return (hasValue ? (of as ServiceRecord)[name] : null) ?? null;
}

/** The watched values as one compact text, equal exactly when the values are. */
export function watchedText(record: ServiceRecord, paths: readonly string[]): string {
	const values = paths.map((path) => canonicalJson(keptValue(watchedValue(record, path))));
	return `[${values.join(',')}]`;
}

/** The value, or a digest of one that is long. */
export function keptValue(value: unknown): unknown {
	const text = canonicalJson(value);
	return text.length <= LONGEST_KEPT ? value : { [DIGEST]: digest(text) };
}

export interface Difference {
	changedKeys: string[];
	previous: Record<string, unknown>;
	/** A changed value was too long to be kept: `previous` lacks it. */
	incomplete: boolean;
}

export function difference(before: string, after: string, paths: readonly string[]): Difference {
	const earlier = valuesIn(before, paths);
	const later = JSON.parse(after) as unknown[];
	const isChanged = (index: number) =>
		JSON.stringify(earlier[index]) !== JSON.stringify(later[index]);
	const changed = paths.map((_, index) => index).filter(isChanged);
	const kept = changed.filter((index) => index in earlier && !isDigest(earlier[index]));
	return {
		changedKeys: changed.map((index) => paths[index]),
		previous: Object.fromEntries(kept.map((index) => [paths[index], earlier[index]])),
		incomplete: kept.length < changed.length,
	};
}

/** Nothing when the text is not what `watchedText` gave: the values before are not known then. */
function valuesIn(text: string, paths: readonly string[]): unknown[] {
	try {
		const values = JSON.parse(text) as unknown;
		return Array.isArray(values) && values.length === paths.length ? values : [];
	} catch {
		return [];
	}
}

/** Whether it stands for a value that was too long to be kept. */
export function isDigest(value: unknown): boolean {
	return typeof value === 'object' && value !== null && DIGEST in value;
}
