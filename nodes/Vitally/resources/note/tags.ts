import { VitallyError } from '../../errors/vitallyError';
import { textList } from '../../values/textList';

export type TagsMode = 'keep' | 'add' | 'remove' | 'replace';

/**
 * The tags that a note has after an update. They go along with every update, because the service removes
 * all tags of a note when an update leaves them out.
 *
 * @param given tags that the user entered
 * @param current `tags` of the note as it was read; not looked at by `replace`
 * @throws VitallyError when the note was read without its tags, so that they would be lost
 * Source: docs/service.md, Notes (update rule)
 */
export function tagsAfter(mode: TagsMode, given: string[], current: unknown): string[] {
	if (mode === 'replace') return [...new Set(given)];
	if (current === undefined) {
		throw new VitallyError(
			'Vitally shows the note without its tags',
			"An update would remove them. Choose 'Replace' in 'Tags Mode' and enter all tags that the note shall have.",
			{ field: 'Tags' },
		);
	}
	const tags = textList(current, 'Tags');
	if (mode === 'add') return [...new Set([...tags, ...given])];
	if (mode === 'remove') return tags.filter((tag) => !given.includes(tag));
	return tags;
}
