import type { ItemContext } from '../../execution/operation';
import { textProperty } from '../../fields/properties';
import { type RecordLocation, selectedRecord } from '../../records/locate';
import { noteType } from '../recordTypes';
import { locationWithSource } from '../source';

export const sourceOption = textProperty('Source', 'source', {
	placeholder: 'e.g. zoom',
	description:
		'The integration that created the note. Vitally may need it to find the note by external ID.',
});

/** The note that an item selects, by either ID, which reads and updates accept. */
export function locateNote(item: ItemContext): RecordLocation {
	const { mode, value, entered } = selectedRecord(noteType, item);
	const name = mode === 'externalId' ? 'externalId' : 'id';
	return { ...locationWithSource(noteType, item, value, entered), [name]: String(value) };
}

/** A note is read for its Vitally ID or its tags. */
export const noteReads = [`GET ${noteType.path}/:id`];
