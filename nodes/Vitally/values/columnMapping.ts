import { VitallyError } from '../errors/vitallyError';

/** What a column of a table can be mapped to: a trait, or a field of the record. */
export interface MappedTarget {
	/** Key of the trait, with its dots, or name of the field. */
	id: string;
	/** What people call it. */
	displayName: string;
}

/**
 * The targets of columns by their names: by the key, by its last part, and by the label, each without
 * regard to case, blanks, hyphens and underscores unless it fits exactly.
 *
 * @param columns names of the columns
 * @returns target by column; a column that is not in it fits none
 * @throws VitallyError for a column that fits several targets, and for a target that several columns fit,
 * in the same way
 */
export function mappedColumns<Target extends MappedTarget>(
	columns: readonly string[],
	targets: readonly Target[],
): Map<string, Target> {
	const mapping = new Map<string, Target>();
	const taken = new Map<Target, string>();
	for (const { nameOf, isPlain } of WAYS) {
		const byName = new Map<string, Target[]>();
		for (const target of targets.filter((one) => !taken.has(one))) {
			const name = nameOf(target);
			byName.set(name, [...(byName.get(name) ?? []), target]);
		}
		for (const column of columns.filter((one) => !mapping.has(one))) {
			const fitting = byName.get(isPlain ? plain(column) : column) ?? [];
			if (fitting.length > 1) throw severalTargetsError(column, fitting);
			const [target] = fitting;
			if (!target) continue;
			const other = taken.get(target);
			if (other !== undefined) throw severalColumnsError(target, other, column);
			mapping.set(column, target);
			taken.set(target, column);
		}
	}
	return mapping;
}

/** From the surest to the loosest; what a way has mapped is not looked at by the next one. */
const WAYS: ReadonlyArray<{ nameOf: (target: MappedTarget) => string; isPlain: boolean }> = [
	{ nameOf: ({ id }) => id, isPlain: false },
	{ nameOf: ({ id }) => plain(id), isPlain: true },
	{ nameOf: ({ id }) => plain(id.slice(id.lastIndexOf('.') + 1)), isPlain: true },
	{ nameOf: ({ displayName }) => plain(displayName), isPlain: true },
];

function plain(name: string): string {
	return name.toLowerCase().replace(/[\s_-]/g, '');
}

function severalTargetsError(column: string, targets: MappedTarget[]): VitallyError {
	return new VitallyError(
		`The column '${column}' fits several traits: ${targets.map(({ id }) => id).join(', ')}`,
		"Name the column by the key of the trait, or choose 'Map Each Column Manually'.",
		{ field: 'Traits' },
	);
}

function severalColumnsError(target: MappedTarget, one: string, other: string): VitallyError {
	return new VitallyError(
		`The columns '${one}' and '${other}' both fit the trait '${target.id}'`,
		"Remove one of the columns, or choose 'Map Each Column Manually'.",
		{ field: 'Traits' },
	);
}
