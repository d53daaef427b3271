import type { Traits } from './row.cts';

/** Keeps traits that were not sent, deletes those sent as null (service.md, Custom traits). */
export function mergeTraits(kept: Traits, sent: Traits = {}): Traits {
	const merged = { ...kept, ...sent };
	return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null));
}
