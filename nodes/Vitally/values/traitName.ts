const PREFIX = 'traits.';

/** Returns the name of a trait among the fields of a record. */
export function traitName(key: string): string {
	return `${PREFIX}${key}`;
}

/**
 * Returns the key of the trait that `traits.<key>` names: everything after the first dot, because dots are part of a key
 * (docs/internal/public-facts.md, 4).
 *
 * @returns `undefined` for another field
 */
export function traitKeyOf(name: string): string | undefined {
	return name.startsWith(PREFIX) ? name.slice(PREFIX.length) : undefined;
}
