import { VitallyError } from '../errors/vitallyError';
import { groupByName, MATCHERS, type NamedTarget } from './nameMatchers';

/**
 * Matches columns of a table with traits and fields: by the key, by its last part, and by the label, each
 * without regard to case, spaces, hyphens and underscores unless it matches exactly.
 *
 * @param columns names of the columns
 * @returns target by column; a column without a match is not in it
 * @throws VitallyError if a matcher finds several targets for a column, or several columns for a target
 */
export function matchColumns<Target extends NamedTarget>(
	columns: readonly string[],
	targets: readonly Target[],
): Map<string, Target> {
	const matches = new Map<string, Target>();
	const columnOf = new Map<Target, string>();
	for (const matcher of MATCHERS) {
		const unmatched = targets.filter((target) => !columnOf.has(target));
		const groups = groupByName(unmatched, matcher);
		for (const column of columns.filter((one) => !matches.has(one))) {
			const [target, ...others] = groups.get(matcher.normalize(column)) ?? [];
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
