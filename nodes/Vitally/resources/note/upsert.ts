import { additionalCollection } from '../../fields/collections';
import { bodyProperties, readBody } from '../../operations/body/bodyDefinition';
import { upsertRow } from '../../operations/upsert';
import { upsertKeepingTags } from '../../operations/upsertWithTags';
import { writeHtml } from '../formattedText';
import { addsUnsupportedHtml, htmlPolicyOption } from '../html';
import { noteType } from '../recordTypes';
import { newNote, noteText } from './fields';
import { noteLocation, readNoteSource, sourceOption } from './locate';

/** Changes the note with this external ID, or makes it. Tags that the item does not name stay. */
export const upsertNote = upsertRow(noteType, {
	docsNote: 'Keeps the tags unless the item names some.',
	adds: addsUnsupportedHtml,
	hasTraits: true,
	fields: bodyProperties(newNote, additionalCollection),
	options: [htmlPolicyOption(noteType), sourceOption],
	run: async (item, externalId) => {
		const fields = await readBody(item, newNote, 'additionalFields');
		writeHtml(item, fields, noteText);
		return await upsertKeepingTags(item, noteType, {
			externalId,
			integration: readNoteSource(item),
			locationOf: (id) => noteLocation(item, id),
			fields,
		});
	},
});
