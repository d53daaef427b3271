const PREFIX = 'traits.';

/** Returns the name of a trait among the fields of a record. */
export function traitName(key: string): string {
	return `${PREFIX}${key}`;
}

/** The column of a trait. */
interface TraitColumn {
	name: string;
	/** Is another one for each trait, from 1 on. */
	number: number;
}

/** Remembers the columns of the traits of many records: to join each name again takes a fifth of the time of a long list. */
export class TraitColumns {
	private readonly columns = new Map<string, TraitColumn>();

	columnOf(key: string): TraitColumn {
		const known = this.columns.get(key);
		if (known) return known;

		const column = { name: traitName(key), number: this.columns.size + 1 };

		this.columns.set(key, column);

		return column;
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
