import type { IDataObject } from 'n8n-workflow';

import type { ItemContext } from '../../execution/operation';
import type { ItemParameters } from '../../fields/itemParameters';
import { textProperty } from '../../fields/properties';
import { readSearchText } from '../../fields/text';
import { readRecord } from '../../operations/get';
import { explainNotFound, type RecordLocation } from '../../records/locate';
import { selectedRecord } from '../../records/lock';
import { pathSegment } from '../../transport/pathSegment';
import { omitUndefined } from '../../values/plainObject';
import { noteType } from '../recordTypes';

export const sourceOption = textProperty('Source', 'source', {
	placeholder: 'e.g. zoom',
	description:
		'The integration that created the note. Vitally may need it to find the note by external ID.',
});

export function readNoteSource(item: ItemParameters): string | undefined {
	return readSearchText(item, 'options.source', 'Source');
}

/** A note by either ID, as reads and updates accept it. */
export function noteLocation(
	item: ItemContext,
	id: unknown,
): RecordLocation & { query: IDataObject } {
	return {
		path: `${noteType.path}/${pathSegment(id, noteType.label)}`,
		query: omitUndefined({ source: readNoteSource(item) }),
		explain: explainNotFound(noteType, id),
	};
}

/** The note that an item selects. */
export function selectedNote(item: ItemContext): RecordLocation {
	return noteLocation(item, selectedRecord(noteType, item).value);
}

/** The note that an item selects, by its Vitally ID, the only ID that deletions accept. */
export async function locateNoteToDelete(item: ItemContext): Promise<RecordLocation> {
	const { mode, value } = selectedRecord(noteType, item);
	if (mode !== 'externalId') return { ...noteLocation(item, value), id: String(value) };
	const { id } = await readRecord(item, selectedNote(item));
	return { ...noteLocation(item, id), id: String(id), externalId: String(value), wasRead: true };
}

/** A note is read by its external ID for its own, or for its tags. */
export const noteReads = [`GET ${noteType.path}/:id`];
