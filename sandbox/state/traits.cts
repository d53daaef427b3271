import type { Traits, TraitValue } from './row.cts';

/** Keeps traits that were not sent, deletes those sent as null (service.md, Custom traits). */
export function mergeTraits(kept: Traits, sent: Traits = {}): Traits {
	const merged = { ...kept, ...sent };
	return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null));
}

const ISO_UTC = /^\d{4}-\d{2}-\d{2}T(\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)Z$/;

/**
 * The type that a first value gives its trait (service.md, Trait creation rules).
 * Null gives none.
 */
export function traitType(value: TraitValue): string | undefined {
	if (value === null) return undefined;
	if (Array.isArray(value)) return 'Multi-select';
	if (typeof value === 'number') return 'Number';
	if (typeof value === 'boolean') return 'Boolean';
	const time = ISO_UTC.exec(value)?.[1];
	if (time === undefined) return 'String';
	return /[1-9]/.test(time) ? 'Datetime' : 'Date';
}
