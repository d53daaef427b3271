import { traitKeyOf } from '../../values/traits/traitName';

/** Times, which the service sets and which are often null. */
const TIMES = /(At|Timestamp|^actualCompletionDate)$/;

/** The columns that come last in the editor's table, in this order. */
const LAST_COLUMNS = [TIMES, /^(segments|tags)$/, /^id$|Id$/, /^url$/];

/**
 * Moves times, lists of words, IDs, the link and traits to the end.
 *
 * @returns a copy without the columns that are undefined
 */
export function orderColumns<T>(record: Record<string, T>): Record<string, T> {
	const shown = sortColumns(Object.keys(record)).filter((name) => record[name] !== undefined);

	return Object.fromEntries(shown.map((name) => [name, record[name]]));
}

/** Sorts the names of columns as `orderColumns` does; those of one group keep their order. */
export function sortColumns(names: readonly string[]): string[] {
	const first: string[] = [];
	const last: string[][] = LAST_COLUMNS.map(() => []);
	const traits: string[] = [];

	for (const name of names) {
		// The key of a trait may end as a time or an ID does.
		if (traitKeyOf(name) !== undefined) {
			traits.push(name);
			continue;
		}

		const index = LAST_COLUMNS.findIndex((pattern) => pattern.test(name));
		const group = index === -1 ? first : last[index];

		group.push(name);
	}

	return [...first, ...last.flat(), ...traits];
}
