import type { ItemContext } from '../../execution/operation';
import { textProperty } from '../../fields/properties';
import { readRecord } from '../../operations/get';
import { explainNotFound, type RecordLocation } from '../../records/locate';
import { selectedRecord } from '../../records/lock';
import { pathSegment } from '../../transport/pathSegment';
import { noteType } from '../recordTypes';
import { sourceQuery } from '../source';

export const sourceOption = textProperty('Source', 'source', {
	placeholder: 'e.g. zoom',
	description:
		'The integration that created the note. Vitally may need it to find the note by external ID.',
});

/** A note by either ID, which reads and updates accept. */
export function noteLocation(item: ItemContext, id: unknown): RecordLocation {
	return {
		path: `${noteType.path}/${pathSegment(id, noteType.label)}`,
		query: sourceQuery(item),
		explain: explainNotFound(noteType, id),
	};
}

/** The note that an item selects. */
export function locateNote(item: ItemContext): RecordLocation {
	const { value, entered } = selectedRecord(noteType, item);
	return { ...noteLocation(item, value), explain: explainNotFound(noteType, value, entered) };
}

/** The note that an item selects, by its Vitally ID, the only ID that deletions accept. */
export async function locateNoteToDelete(item: ItemContext): Promise<RecordLocation> {
	const { mode, value } = selectedRecord(noteType, item);
	if (mode !== 'externalId') return { ...noteLocation(item, value), id: String(value) };
	const { id } = await readRecord(item, locateNote(item));
	return { ...noteLocation(item, id), id: String(id), externalId: String(value), wasRead: true };
}

/** A note is read for its Vitally ID or its tags. */
export const noteReads = [`GET ${noteType.path}/:id`];
