import { VitallyError } from '../../errors/vitallyError';
import { normalizeName } from '../parse';
import { nameOfColumn, namesTrait } from './columnNames';

/** A trait or a field of the record that a column name can refer to. */
interface NamedTarget {
	/** Key of the trait, with its dots, or name of the field. */
	id: string;
	/** Label in Vitally. */
	displayName?: string;
	/** Whether it is a field that is not sent as a trait, so that no column `traits.<key>` is meant for it. */
	isField?: boolean;
}

/** A way in which a column fits a target: the normalized name of both is the same. */
interface Matcher {
	/** Whether what it compares with is the whole key, so that it is as exact as a column `traits.<key>`. */
	comparesKeys: boolean;
	namesOf(target: NamedTarget): string[];
	normalize(name: string): string;
}

/** The matchers from exact to loose. What a matcher has matched is not compared by those after it. */
const MATCHERS: readonly Matcher[] = [
	{ comparesKeys: true, namesOf: ({ id }) => [id], normalize: (name) => name },
	{ comparesKeys: true, namesOf: ({ id }) => [id], normalize: nameOfColumn },
	{ comparesKeys: true, namesOf: ({ id }) => [id], normalize: normalizeKey },
	// Whoever renames a trait may give its old label, which its key still contains, to another one.
	{ comparesKeys: false, namesOf: namesBesidesKey, normalize: normalizeKey },
];

/** Shorter names are part of too many others. */
const MIN_SIMILAR_LENGTH = 4;

/**
 * Matches columns of a table with traits and fields: by the key, or else by its last part or the label, each
 * without regard to case, spaces, hyphens and underscores unless it matches exactly. A column `traits.<key>`, as records
 * have it in the output, is the trait with exactly this key and nothing else.
 *
 * @returns target by column; a column without a match is not in it
 * @throws VitallyError if a matcher finds several targets for a column, or several columns for a target
 */
export function matchColumns<Target extends NamedTarget>(
	columns: readonly string[],
	targets: readonly Target[],
): Map<string, Target> {
	const matches = matchTraitNames(columns, targets);
	const namedBy = new Map([...matches].map(([column, target]) => [target, column]));
	const columnOf = new Map<Target, string>();

	for (const matcher of MATCHERS) {
		const unmatchedTargets = targets.filter(
			(target) => !columnOf.has(target) && (matcher.comparesKeys || !namedBy.has(target)),
		);
		const unmatchedColumns = columns.filter(
			(column) => !matches.has(column) && !namesTrait(column),
		);
		const targetsByName = groupByName(unmatchedTargets, matcher);

		for (const column of unmatchedColumns) {
			const [target, ...others] = targetsByName.get(matcher.normalize(column)) ?? [];
			if (!target) continue;
			if (others.length > 0) throw severalTargetsError(column, [target, ...others]);

			const other = columnOf.get(target) ?? namedBy.get(target);
			if (other !== undefined) throw severalColumnsError(target.id, other, column);

			matches.set(column, target);
			columnOf.set(target, column);
		}
	}

	return matches;
}

/** Matches the columns `traits.<key>` with the traits that have this key. */
function matchTraitNames<Target extends NamedTarget>(
	columns: readonly string[],
	targets: readonly Target[],
): Map<string, Target> {
	const traits = new Map(
		targets.flatMap((target) => (target.isField ? [] : [[target.id, target]])),
	);
	const matches = new Map<string, Target>();
	const columnOf = new Map<Target, string>();

	for (const column of columns) {
		const target = namesTrait(column) ? traits.get(nameOfColumn(column)) : undefined;
		if (!target) continue;

		const other = columnOf.get(target);
		if (other !== undefined) throw severalColumnsError(target.id, other, column);

		matches.set(column, target);
		columnOf.set(target, column);
	}

	return matches;
}

/** Finds a trait or field whose key or label contains the name of a column, or is contained in it. */
export function similarTarget<Target extends NamedTarget>(
	column: string,
	targets: readonly Target[],
): Target | undefined {
	const name = normalizeKey(column);

	return targets.find((target) => {
		const { displayName = '' } = target;

		return (
			areSimilar(name, normalizeKey(lastPartOfKey(target))) ||
			areSimilar(name, normalizeKey(displayName))
		);
	});
}

function groupByName<Target extends NamedTarget>(
	targets: readonly Target[],
	{ namesOf, normalize }: Matcher,
): Map<string, Target[]> {
	const groups = new Map<string, Target[]>();

	for (const target of targets) {
		for (const name of new Set(namesOf(target).map(normalize))) {
			const group = groups.get(name) ?? [];

			group.push(target);
			groups.set(name, group);
		}
	}

	return groups;
}

/** Returns a key or label for comparison: without case, spaces, hyphens and underscores, in one Unicode form. */
function normalizeKey(name: string): string {
	return normalizeName(nameOfColumn(name)).replace(/[\s_-]/g, '');
}

/** Returns the last part of the key and the label, without the key that follows it in brackets where labels repeat. */
function namesBesidesKey(target: NamedTarget): string[] {
	const { displayName, id } = target;
	const names = [lastPartOfKey(target)];
	if (displayName !== undefined) names.push(displayName.replace(` (${id})`, ''));

	return names;
}

function lastPartOfKey({ id }: NamedTarget): string {
	return id.slice(id.lastIndexOf('.') + 1);
}

/** Whether the shorter name is part of the longer one. */
function areSimilar(name: string, other: string): boolean {
	if (Math.min(name.length, other.length) < MIN_SIMILAR_LENGTH) return false;

	return name.includes(other) || other.includes(name);
}

function severalTargetsError(column: string, targets: NamedTarget[]): VitallyError {
	return new VitallyError(
		`The column '${column}' fits several traits: ${targets.map(({ id }) => id).join(', ')}`,
		"Rename the column to the key of the trait, or choose 'Map Each Column Manually'.",
		{ field: 'Traits' },
	);
}

/** @param key of a trait, or the name of a field */
export function severalColumnsError(key: string, column: string, other: string): VitallyError {
	return new VitallyError(
		`The columns '${column}' and '${other}' both fit the trait '${key}'`,
		"Remove one of the columns, or choose 'Map Each Column Manually'.",
		{ field: 'Traits' },
	);
}
