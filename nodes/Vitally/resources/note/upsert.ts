import { readBody } from '../../operations/body/bodyDefinition';
import { upsertRow } from '../../operations/upsert';
import { upsertKeepingTags } from '../../operations/upsertKeepingTags';
import { addsUnsupportedHtml, htmlPolicyOption, writeHtml } from '../formattedText';
import { noteType } from '../recordTypes';
import { locationWithSource, readSource } from '../source';
import { newNote, noteText } from './fields';
import { sourceOption } from './locate';

/** Updates or creates the note with an external ID. Tags are kept unless the item contains some. */
export const upsertNote = upsertRow(noteType, {
	docsNote: 'Keeps the tags unless the item names some.',
	adds: addsUnsupportedHtml,
	body: newNote,
	options: [htmlPolicyOption(noteType), sourceOption],
	run: async (item, externalId) => {
		const fields = await readBody(item, newNote, 'additionalFields');
		writeHtml(item, fields, noteText);
		return await upsertKeepingTags(item, noteType, {
			externalId,
			integration: readSource(item),
			locationOf: (id) => locationWithSource(noteType, item, id),
			fields,
		});
	},
});
