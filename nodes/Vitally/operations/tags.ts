import { VitallyError } from '../errors/vitallyError';
import { textProperty } from '../fields/properties';
import type { RecordType } from '../records/recordType';
import { parseTextList } from '../values/textList';

export const TAGS_MODES = ['keep', 'add', 'remove', 'replace'] as const;

export type TagsMode = (typeof TAGS_MODES)[number];

/** Tags of a new record. */
export const tagsField = textProperty('Tags', 'tags', {
	placeholder: 'e.g. call, renewal',
	description: 'Comma-separated list, or an expression that returns an array',
});

/**
 * The tags that a record has after an update. They go along with every update: the service removes all
 * tags of a note when an update leaves them out, and of a task it may.
 *
 * @param given tags that the user entered
 * @param current `tags` of the record as it was read; not looked at by `replace`
 * @throws VitallyError when the record was read without its tags, so that they would be lost
 * Source: docs/service.md, Notes (update rule); docs/beyond.md, 4
 */
export function tagsAfter(
	{ noun }: RecordType,
	mode: TagsMode,
	given: string[],
	current: unknown,
): string[] {
	if (mode === 'replace') return [...new Set(given)];
	if (current === undefined) {
		throw new VitallyError(
			`Vitally shows the ${noun} without its tags`,
			`An update would remove them. Choose 'Replace' in 'Tags Mode' and enter all tags that the ${noun} should have.`,
			{ field: 'Tags' },
		);
	}
	const tags = parseTextList(current, 'Tags');
	if (mode === 'add') return [...new Set([...tags, ...given])];
	if (mode === 'remove') return tags.filter((tag) => !given.includes(tag));
	return tags;
}

/** The key by which changes of one record with tags are kept apart, whichever ID names it. */
export function tagLockKey({ noun }: RecordType, id: unknown): string {
	return `${noun} ${String(id)}`;
}
