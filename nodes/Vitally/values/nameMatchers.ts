/** A trait or a field of the record that a column name can refer to. */
export interface NamedTarget {
	/** Key of the trait, with its dots, or name of the field. */
	id: string;
	/** Label in Vitally. */
	displayName?: string;
}

interface Matcher {
	nameOf: (target: NamedTarget) => string | undefined;
	normalize: (name: string) => string;
}

/** A name of a record for comparison: without surrounding blanks, not case-sensitive. */
export function normalizeName(name: string): string {
	return name.trim().normalize().toLowerCase();
}

/** A key or label for comparison: without case, spaces, hyphens and underscores. */
export function normalizeKey(name: string): string {
	return name.toLowerCase().replace(/[\s_-]/g, '');
}

const asWritten = (name: string) => name;

/** From exact to loose; what one has matched is not compared by the next. */
export const MATCHERS: readonly Matcher[] = [
	{ nameOf: ({ id }) => id, normalize: asWritten },
	{ nameOf: ({ id }) => id, normalize: normalizeKey },
	{ nameOf: ({ id }) => id.slice(id.lastIndexOf('.') + 1), normalize: normalizeKey },
	{ nameOf: ({ displayName }) => displayName, normalize: normalizeKey },
];

/** The targets by the name that a matcher compares. */
export function groupByName<Target extends NamedTarget>(
	targets: readonly Target[],
	{ nameOf, normalize }: Matcher,
): Map<string, Target[]> {
	const groups = new Map<string, Target[]>();
	for (const target of targets) {
		const name = nameOf(target);
		if (name === undefined) continue;
		const group = groups.get(normalize(name));
		if (group) group.push(target);
		else groups.set(normalize(name), [target]);
	}
	return groups;
}
