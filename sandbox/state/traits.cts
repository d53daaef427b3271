import type { Traits } from './row.cts';

/**
 * Merges traits: those that were not sent stay, those sent as null are deleted (docs/internal/service.md, Custom traits on
 * notes and projects).
 */
export function mergeTraits(kept: Traits, sent: Traits = {}): Traits {
	const merged = { ...kept, ...sent };

	return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null));
}
