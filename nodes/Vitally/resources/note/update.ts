import { updateWithTags } from '../../operations/updateWithTags';
import { writeHtml } from '../formattedText';
import { addsStrippedHtml, htmlPolicyOption } from '../html';
import { noteType } from '../recordTypes';
import { changedNote, noteText } from './fields';
import { noteReads, selectedNote, sourceOption } from './locate';

/** docs/service.md, Notes (update rule) */
export const updateNote = updateWithTags(noteType, {
	...changedNote,
	description: "Update a note's fields, tags and traits",
	remark:
		"'Tags Mode' keeps, adds, removes or replaces tags; the note is read first, so that none gets lost.",
	reads: noteReads,
	adds: addsStrippedHtml,
	locate: selectedNote,
	options: [htmlPolicyOption(noteType), sourceOption],
	prepare: (item, body) => writeHtml(item, body, noteText, 'updateFields'),
});
