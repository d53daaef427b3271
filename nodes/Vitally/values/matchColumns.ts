import { VitallyError } from '../errors/vitallyError';

/** A trait or a field of the record that a column name can refer to. */
interface NamedTarget {
	/** Key of the trait, with its dots, or name of the field. */
	id: string;
	/** Label in Vitally. */
	displayName?: string;
}

/** A key or label for comparison: without case, spaces, hyphens and underscores. */
const normalizeKey = (name: string) => name.toLowerCase().replace(/[\s_-]/g, '');

type Matcher = [
	nameOf: (target: NamedTarget) => string | undefined,
	normalize: (name: string) => string,
];

/** From exact to loose; what one has matched is not compared by the next. */
const MATCHERS: readonly Matcher[] = [
	[({ id }) => id, (name) => name],
	[({ id }) => id, normalizeKey],
	[({ id }) => id.slice(id.lastIndexOf('.') + 1), normalizeKey],
	// Where labels repeat, the key follows in brackets.
	[({ displayName, id }) => displayName?.replace(` (${id})`, ''), normalizeKey],
];

/**
 * Matches columns of a table with traits and fields: by the key, by its last part, and by the label, each
 * without regard to case, spaces, hyphens and underscores unless it matches exactly.
 *
 * @returns target by column; a column without a match is not in it
 * @throws VitallyError if a matcher finds several targets for a column, or several columns for a target
 */
export function matchColumns<Target extends NamedTarget>(
	columns: readonly string[],
	targets: readonly Target[],
): Map<string, Target> {
	const matches = new Map<string, Target>();
	const columnOf = new Map<Target, string>();

	for (const [nameOf, normalize] of MATCHERS) {
		const groups = new Map<string, Target[]>();

		for (const target of targets) {
			const name = nameOf(target);
			if (columnOf.has(target) || name === undefined) continue;

			const group = groups.get(normalize(name)) ?? [];

			group.push(target);
			groups.set(normalize(name), group);
		}

		for (const column of columns.filter((one) => !matches.has(one))) {
			const [target, ...others] = groups.get(normalize(column)) ?? [];
			if (!target) continue;
			if (others.length > 0) throw severalTargetsError(column, [target, ...others]);

			const other = columnOf.get(target);
			if (other !== undefined) throw severalColumnsError(target, other, column);

			matches.set(column, target);
			columnOf.set(target, column);
		}
	}

	return matches;
}

/** Shorter names are part of too many others. */
const MIN_SIMILAR_LENGTH = 4;

/** A trait or field whose key or label contains the name of a column, or is contained in it. */
export function similarTarget<Target extends NamedTarget>(
	column: string,
	targets: readonly Target[],
): Target | undefined {
	const name = normalizeKey(column);

	return targets.find(({ id, displayName = '' }) =>
		[id.slice(id.lastIndexOf('.') + 1), displayName].map(normalizeKey).some((other) => {
			const [short, long] = name.length < other.length ? [name, other] : [other, name];

			return short.length >= MIN_SIMILAR_LENGTH && long.includes(short);
		}),
	);
}

function severalTargetsError(column: string, targets: NamedTarget[]): VitallyError {
	return new VitallyError(
		`The column '${column}' fits several traits: ${targets.map(({ id }) => id).join(', ')}`,
		"Name the column by the key of the trait, or choose 'Map Each Column Manually'.",
		{ field: 'Traits' },
	);
}

function severalColumnsError(target: NamedTarget, one: string, other: string): VitallyError {
	return new VitallyError(
		`The columns '${one}' and '${other}' both fit the trait '${target.id}'`,
		"Remove one of the columns, or choose 'Map Each Column Manually'.",
		{ field: 'Traits' },
	);
}
