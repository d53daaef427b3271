import { VitallyError } from '../errors/vitallyError';
import { groupByName, MATCHERS, normalizeKey, type NamedTarget } from '../values/nameMatchers';

const TRAIT_PREFIX = 'traits.';

/** @param label that the trait has in Vitally, if known */
export function watchedTrait(key: string, label?: string): NamedTarget {
	return { id: TRAIT_PREFIX + key, displayName: label };
}

/**
 * The path of the field that a name under 'Fields to Watch' means: by its exact name, else without regard
 * to case, spaces, hyphens and underscores.
 *
 * @returns `undefined` when there is none
 * @throws VitallyError when there are several
 */
export function matchField(name: string, fields: readonly NamedTarget[]): string | undefined {
	for (const matcher of MATCHERS) {
		const groups = groupByName(fields, matcher);
		for (const form of [name, TRAIT_PREFIX + name]) {
			const matches = groups.get(matcher.normalize(form)) ?? [];
			const [path, ...others] = new Set(matches.map(({ id }) => id));
			if (others.length > 0) throw ambiguousNameError(name, [path, ...others]);
			if (path !== undefined) return path;
		}
	}
	return undefined;
}

/** @param noun of the records */
export function unknownFieldError(
	name: string,
	fields: readonly NamedTarget[],
	noun: string,
): VitallyError {
	const similar = similarPaths(name, fields);
	const question = similar.length ? ` Did you mean ${joinPaths(similar)}?` : '';
	return new VitallyError(
		`No ${noun} has a field or trait '${name}'.${question}`,
		"Correct it in 'Fields to Watch': a field such as healthScore, a trait such as traits.plan, or the label that it has in Vitally.",
		{ failure: { cause: 'configuration-invalid' } },
	);
}

function ambiguousNameError(name: string, paths: string[]): VitallyError {
	return new VitallyError(
		`More than one field or trait is called '${name}'`,
		`Write ${joinPaths(paths)} in 'Fields to Watch'.`,
		{ failure: { cause: 'configuration-invalid' } },
	);
}

function joinPaths(paths: string[]): string {
	return paths.map((path) => `'${path}'`).join(' or ');
}

/** Up to three paths that differ from a name by a typing error. */
function similarPaths(name: string, fields: readonly NamedTarget[]): string[] {
	const simplify = (text: string) => normalizeKey(text.replace(/^traits\./, ''));
	const wanted = simplify(name);
	const maxDistance = Math.max(1, Math.floor(wanted.length / 3));
	const similar = fields
		.map((field) => {
			const names = MATCHERS.flatMap(({ nameOf }) => nameOf(field) ?? []);
			const distances = names.map((one) => editDistance(simplify(one), wanted));
			return { path: field.id, distance: Math.min(...distances) };
		})
		.filter(({ distance }) => distance <= maxDistance)
		.sort((a, b) => a.distance - b.distance);
	return [...new Set(similar.map(({ path }) => path))].slice(0, 3);
}

/** Levenshtein distance: insertions, deletions and replacements of a character. */
function editDistance(from: string, to: string): number {
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
