import { isEmpty } from '../values/emptyValues';
import type { NamedRecord, RecordIndex } from './recordIndex';
import type { RecordList } from './recordList';

/** The maximum number of records that an error lists. */
const MAX_LISTED = 5;

/** Each part is compared with all names. */
const MAX_PARTS = 10;

/** Shorter parts are in too many names. */
const MIN_PART_LENGTH = 3;

/**
 * Suggests the names in a list that contain a text, or else the first part of it that is in any name.
 *
 * @returns a sentence with a blank after it, or an empty text
 */
export function suggestSimilarNames(
	index: RecordIndex,
	{ plural }: RecordList,
	name: string,
): string {
	const text = name.trim();
	const parts = text.split(/[\s,;]+/, MAX_PARTS).filter(({ length }) => length >= MIN_PART_LENGTH);

	for (const part of [text, ...parts]) {
		const similar = index.findByTextInName(part);
		if (similar.size === 0) continue;

		const subject = plural.charAt(0).toUpperCase() + plural.slice(1);

		return `${subject} with "${part}" in their name: ${formatRecords(similar)}. `;
	}

	return '';
}

/** Lists records by name, with external IDs for people and Vitally IDs for AI models. */
export function formatRecords(records: Iterable<[string, NamedRecord]>): string {
	const all = [...records];
	const shown = all.slice(0, MAX_LISTED).map(([id, { name, externalId }]) => {
		const ids = isEmpty(externalId) ? id : `${String(externalId)}, ${id}`;

		return `${name} (${ids})`;
	});
	const omitted = all.length - shown.length;
	const suffix = omitted > 0 ? ` and ${omitted} more` : '';

	return `${shown.join(', ')}${suffix}`;
}
