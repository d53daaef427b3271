import type { TraitType } from './traitValue';

/** A trait as Vitally defines it. */
export interface DefinedTrait {
	key: string;
	/** The name of the trait in Vitally, which several traits may have. */
	label?: string;
	/** `undefined` for a type that is not known here. */
	type?: TraitType;
}

/** The traits that Vitally defines for one kind of record at the time of the run. */
export class DefinedTraits {
	private readonly byKey: ReadonlyMap<string, DefinedTrait>;
	/** The keys by label, see `normalizeLabel`. */
	private readonly keysByLabel = new Map<string, string>();
	readonly types: ReadonlyMap<string, TraitType>;

	constructor(readonly traits: readonly DefinedTrait[]) {
		const types = new Map<string, TraitType>();

		this.byKey = new Map(traits.map((trait) => [trait.key, trait]));
		this.types = types;

		for (const { key, label, type } of traits) {
			if (type) types.set(key, type);
			if (label !== undefined) this.keysByLabel.set(normalizeLabel(label), key);
		}
	}

	has(key: string): boolean {
		return this.byKey.has(key);
	}

	/**
	 * Returns the key of the trait with a label; of several, that of the last.
	 *
	 * @returns `undefined` for a text that is the key of a trait itself
	 */
	keyOfLabel(label: string): string | undefined {
		return this.has(label) ? undefined : this.keysByLabel.get(normalizeLabel(label));
	}
}

/** A key differs from a label by its capitals alone: `mrr` is none. */
function normalizeLabel(label: string): string {
	return label.trim().normalize();
}
