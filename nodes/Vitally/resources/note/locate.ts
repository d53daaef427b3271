import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { setFields } from '../../fields/body';
import type { ItemParameters } from '../../fields/itemParameters';
import { soughtText } from '../../fields/text';
import { readRecord } from '../../operations/get';
import type { ItemContext } from '../../run/operation';
import { pathSegment } from '../../transport/pathSegment';
import { noteType } from '../recordTypes';
import { explainNotFound, type RecordLocation } from '../../records/locate';
import { selectedRecord } from '../../records/lock';

export const sourceOption: INodeProperties = {
	displayName: 'Source',
	name: 'source',
	type: 'string',
	default: '',
	placeholder: 'e.g. zoom',
	description:
		'The integration that created the note. Vitally may need it to find the note by external ID.',
};

export function readNoteSource(item: ItemParameters): string | undefined {
	return soughtText(item, 'options.source', 'Source');
}

/** A note by either ID, as reads and updates accept it. */
export function noteLocation(
	item: ItemContext,
	id: unknown,
): RecordLocation & { query: IDataObject } {
	return {
		path: `${noteType.path}/${pathSegment(id, noteType.label)}`,
		query: setFields({ source: readNoteSource(item) }),
		explain: explainNotFound(noteType, id),
	};
}

/** The note that an item selects. */
export function selectedNote(item: ItemContext): RecordLocation {
	return noteLocation(item, selectedRecord(noteType, item).value);
}

/** The note that an item picks, by its Vitally ID, which alone deletions accept. */
export async function locateForDelete(item: ItemContext): Promise<RecordLocation> {
	const { mode, value } = selectedRecord(noteType, item);
	if (mode !== 'externalId') return { ...noteLocation(item, value), id: String(value) };
	const { id } = await readRecord(item, selectedNote(item));
	return { ...noteLocation(item, id), id: String(id), externalId: String(value), wasSeen: true };
}

/** A note is read by its external ID for its own, or for its tags. */
export const noteReads = [`GET ${noteType.path}/:id`];
