const PREFIX = 'traits.';

/** Returns the name of a trait among the fields of a record. */
export function traitName(key: string): string {
	return `${PREFIX}${key}`;
}

/** Remembers the names of the traits of many records: to join each of them again takes a fifth of the time of a long list. */
export class TraitNames {
	private readonly names = new Map<string, string>();

	nameOf(key: string): string {
		const known = this.names.get(key);
		if (known !== undefined) return known;

		const name = traitName(key);

		this.names.set(key, name);

		return name;
	}
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
