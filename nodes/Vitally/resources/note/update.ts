import { updateWithTags } from '../../operations/updateWithTags';
import { writeHtml } from '../formattedText';
import { addsUnsupportedHtml, htmlPolicyOption } from '../html';
import { noteType } from '../recordTypes';
import { changedNote, noteText } from './fields';
import { noteReads, pickedNote, sourceOption } from './locate';

/** docs/service.md, Notes (update rule) */
export const updateNote = updateWithTags(noteType, {
	...changedNote,
	description: "Update a note's fields, tags and traits",
	remark:
		"'Tags Mode' keeps, adds, removes or replaces tags; the note is read first, so that none gets lost.",
	reads: noteReads,
	adds: addsUnsupportedHtml,
	locate: pickedNote,
	options: [htmlPolicyOption(noteType), sourceOption],
	prepare: (item, body) => writeHtml(item, body, noteText, 'updateFields'),
});
