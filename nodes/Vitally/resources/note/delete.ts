import type { INodePropertyOptions } from 'n8n-workflow';

import { locatorOf } from '../../fields/locators';
import { route } from '../../operations/route';
import { idInPath, write } from '../../operations/write';
import { noteRequest, pickedNote, readNote } from './note';

/** The service takes only its own id here; the note is archived (docs/service.md, States and transitions). */
const deleteNote = write({
	turn: (item) => pickedNote(item).path,
	request: async (item, service) => {
		const { mode, value } = locatorOf(item, 'noteId');
		const id = mode === 'externalId' ? (await readNote(service, pickedNote(item))).id : value;
		const { path, explain } = noteRequest(item, id);
		return { method: 'DELETE', path, explain };
	},
	result: (_response, request) => ({ deleted: true, id: idInPath(request) }),
});

export const deleteOption: INodePropertyOptions = {
	name: 'Delete',
	value: 'delete',
	action: 'Delete a note',
	description: "Archive a note, so that only lists with the filter 'Archived' show it",
	routing: route(deleteNote),
};
