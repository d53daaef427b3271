import { VitallyError } from '../errors/vitallyError';

/** A field or a trait of a record. */
export interface KnownField {
	/** As `watchedValue` takes it. */
	path: string;
	/** What it may be called, the most exact first; each level counts before the next. */
	names: string[];
}

/** A field of the service, which may be written as its label: `Health Score` for `healthScore`. */
export function serviceField(name: string): KnownField {
	return { path: name, names: [name] };
}

/** @param label that it has in Vitally, where known */
export function traitField(key: string, label?: string): KnownField {
	const path = `traits.${key}`;
	const names = [path, key, label ?? key, key.slice(key.lastIndexOf('.') + 1)];
	return { path, names };
}

/**
 * The field that a name of 'Fields to Watch' means: by its name as it is, else whatever its case, blanks
 * and signs are.
 *
 * @returns the path, `undefined` when no field is called so
 * @throws VitallyError when more than one is
 */
export function pathOf(name: string, fields: readonly KnownField[]): string | undefined {
	for (const form of [(text: string) => text, plain]) {
		for (let level = 0; level < 4; level++) {
			const isCalledSo = ({ names }: KnownField) =>
				names.length > level && form(names[level]) === form(name);
			const paths = [...new Set(fields.filter(isCalledSo).map(({ path }) => path))];
			if (paths.length > 1) throw ambiguous(name, paths);
			if (paths.length === 1) return paths[0];
		}
	}
	return undefined;
}

/** @param noun of the records */
export function unknownFieldError(
	name: string,
	fields: readonly KnownField[],
	noun: string,
): VitallyError {
	const near = nearest(name, fields);
	const question = near.length ? ` Did you mean ${either(near)}?` : '';
	return new VitallyError(
		`No ${noun} has a field or trait '${name}'.${question}`,
		"Correct it in 'Fields to Watch': a field such as healthScore, a trait such as traits.plan, or the label that it has in Vitally.",
		{ failure: { cause: 'configuration-invalid' } },
	);
}

function ambiguous(name: string, paths: string[]): VitallyError {
	return new VitallyError(
		`More than one field or trait is called '${name}'`,
		`Write ${either(paths)} in 'Fields to Watch'.`,
		{ failure: { cause: 'configuration-invalid' } },
	);
}

function either(paths: string[]): string {
	return paths.map((path) => `'${path}'`).join(' or ');
}

function plain(text: string): string {
	return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** Names that differ by a slip of the hand: up to three. */
function nearest(name: string, fields: readonly KnownField[]): string[] {
	const wanted = plain(name);
	const slips = Math.max(1, Math.floor(wanted.length / 3));
	const byDistance = fields
		.map(({ path, names }) => ({
			path,
			distance: Math.min(...names.map((one) => distanceOf(plain(one), wanted))),
		}))
		.filter(({ distance }) => distance <= slips)
		.sort((a, b) => a.distance - b.distance);
	return [...new Set(byDistance.map(({ path }) => path))].slice(0, 3);
}

/** Levenshtein's: insertions, deletions and replacements of a character. */
function distanceOf(from: string, to: string): number {
	let row = Array.from({ length: to.length + 1 }, (_, index) => index);
	for (let i = 1; i <= from.length; i++) {
		const above = row;
		row = [i];
		for (let j = 1; j <= to.length; j++) {
			const replaced = above[j - 1] + (from[i - 1] === to[j - 1] ? 0 : 1);
			row.push(Math.min(replaced, above[j] + 1, row[j - 1] + 1));
		}
	}
	return row[to.length];
}
