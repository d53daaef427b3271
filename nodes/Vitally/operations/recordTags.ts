import { VitallyError } from '../errors/vitallyError';
import { textProperty } from '../fields/properties';
import type { RecordType } from '../records/recordType';
import { parseTextList } from '../values/lists';
import { unicodeForm } from '../values/parse';

/** What an update does with the tags of a record. */
export type TagsMode = 'keep' | 'add' | 'remove' | 'replace';

export const tagsField = textProperty('Tags', 'tags', {
	placeholder: 'e.g. call, renewal',
	description: 'Comma-separated list, or an expression that returns an array',
});

/**
 * The tags that a record has after an update. Every update contains them: the service removes all tags of a
 * note when an update leaves them out, and maybe of a task.
 *
 * @param entered the tags to add, to remove, or to have
 * @param current `tags` of the record as it was read; `replace` ignores them
 * @throws VitallyError when the record was read without its tags, so that they would be lost
 * Source: docs/internal/service.md, Notes (update rule); docs/internal/beyond.md, 4
 */
export function tagsAfter(
	{ noun }: RecordType,
	mode: TagsMode,
	entered: string[],
	current: unknown,
): string[] {
	if (mode === 'replace') return distinctTags(entered);

	if (current === undefined) {
		throw new VitallyError(
			`Vitally returned the ${noun} without its tags, so the other tags would be lost`,
			`Set 'Tags' to 'Replace All', and enter all tags that the ${noun} should have.`,
			{ field: 'Tag Names' },
		);
	}

	const tags = parseTextList(current, 'Tags');
	if (mode === 'add') return distinctTags([...tags, ...entered]);
	if (mode === 'keep') return tags;

	const removed = new Set(entered.map(unicodeForm));

	return tags.filter((tag) => !removed.has(unicodeForm(tag)));
}

/** Returns each tag once, in the form of Unicode in which it is first. */
function distinctTags(tags: string[]): string[] {
	const tagsByForm = new Map<string, string>();

	for (const tag of tags) {
		const form = unicodeForm(tag);
		if (!tagsByForm.has(form)) tagsByForm.set(form, tag);
	}

	return [...tagsByForm.values()];
}
