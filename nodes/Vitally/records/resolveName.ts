import { VitallyError } from '../errors/vitallyError';
import type { ItemContext } from '../execution/operation';
import { recordIndexOf, type RecordIndex } from './recordIndex';
import type { RecordSource } from './recordSource';

/** How many records an error lists. */
const MAX_LISTED = 5;

/** Shorter parts are in too many names. */
const MIN_PART_LENGTH = 3;

/**
 * The Vitally ID of the record with a name. The service has no search by name, so the list is read to its
 * end, once for all names of a run.
 *
 * @param label of the field in the editor
 * @throws VitallyError when none or several have the name
 * Source: docs/internal/public-facts.md, 3 (no filters)
 */
export async function resolveName(
	item: Pick<ItemContext, 'send' | 'oncePerRun'>,
	source: RecordSource,
	name: string,
	label: string,
): Promise<string> {
	const index = await recordIndexOf(item, source);
	await index.readAll(item);
	const matches = index.withName(name);
	const [id] = matches.keys();
	if (matches.size === 1) return id;
	if (matches.size > 1) {
		throw new VitallyError(
			`${matches.size} ${source.plural} are called "${name}"`,
			`Choose one of them in '${label}' from the list or by ID: ${listed(matches)}.`,
			{ field: label },
		);
	}
	throw new VitallyError(
		`No ${source.noun} is called "${name}"`,
		`${suggestions(index, source, name)}Check the name, or choose the ${source.noun} in '${label}' from the list.`,
		{ status: 404, field: label },
	);
}

/**
 * The names in a list that contain a text, or else the first part of it that is in any name.
 *
 * @returns a sentence with a blank after it, or an empty text
 */
export function suggestions(index: RecordIndex, { plural }: RecordSource, name: string): string {
	const text = name.trim();
	const parts = text.split(/[\s,;]+/).filter(({ length }) => length >= MIN_PART_LENGTH);
	for (const part of text === '' ? [] : [text, ...parts]) {
		const similar = index.withTextInName(part);
		if (similar.size === 0) continue;
		const subject = plural.charAt(0).toUpperCase() + plural.slice(1);
		return `${subject} with "${part}" in their name: ${listed(similar)}. `;
	}
	return '';
}

function listed(records: ReadonlyMap<string, string>): string {
	const shown = [...records].slice(0, MAX_LISTED).map(([id, name]) => `${name} (${id})`);
	const more = records.size - shown.length;
	return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
