import type { Traits } from './row.cts';

/**
 * Keeps traits that were not sent, deletes those sent as null (docs/internal/service.md, Custom traits on
 * notes and projects).
 */
export function mergeTraits(kept: Traits, sent: Traits = {}): Traits {
	const merged = { ...kept, ...sent };

	return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null));
}
