import type { IDataObject } from 'n8n-workflow';

import { textProperty } from '../../fields/properties';
import { omitUndefined } from '../../fields/omitUndefined';
import type { ItemParameters } from '../../fields/itemParameters';
import { readSearchText } from '../../fields/text';
import { readRecord } from '../../operations/get';
import { explainNotFound, type Located } from '../../operations/locate';
import { pickedRecord } from '../../operations/recordType';
import type { ItemContext } from '../../run/operation';
import { pathSegment } from '../../transport/pathSegment';
import { noteType } from '../recordTypes';

export const sourceOption = textProperty('Source', 'source', {
	placeholder: 'e.g. zoom',
	description:
		'The integration that created the note. Vitally may need it to find the note by external ID.',
});

export function readNoteSource(item: ItemParameters): string | undefined {
	return readSearchText(item, 'options.source', 'Source');
}

/** A note by either ID, as reads and updates take it. */
export function noteAt(item: ItemContext, id: unknown): Located & { query: IDataObject } {
	return {
		path: `${noteType.path}/${pathSegment(id, noteType.label)}`,
		query: omitUndefined({ source: readNoteSource(item) }),
		explain: explainNotFound(noteType, id),
	};
}

/** The note that an item picks. */
export function pickedNote(item: ItemContext): Located {
	return noteAt(item, pickedRecord(noteType, item).value);
}

/** The note that an item picks, by the service's ID, which deletions take alone. */
export async function locateNoteToDelete(item: ItemContext): Promise<Located> {
	const { mode, value } = pickedRecord(noteType, item);
	if (mode !== 'externalId') return { ...noteAt(item, value), id: String(value) };
	const { id } = await readRecord(item, pickedNote(item));
	return { ...noteAt(item, id), id: String(id), externalId: String(value), wasSeen: true };
}

/** A note is read by its external ID for its own, or for its tags. */
export const noteReads = [`GET ${noteType.path}/:id`];
