import { create } from '../../operations/create';
import { defineResource } from '../../operations/definition/resource';
import { deleteOne } from '../../operations/delete';
import { archivedFilter } from '../../operations/filters/archivedFilter';
import { recordFilters } from '../../operations/filters/recordFilters';
import { get } from '../../operations/get';
import { getMany } from '../../operations/getMany';
import { updateWithTags } from '../../operations/updateWithTags';
import { archived, created, updated } from '../../trigger/events/resourceEvents';
import {
	addsUnsupportedHtml,
	asMarkdownOption,
	htmlPolicyOption,
	markdownConverter,
	writeHtml,
} from '../formattedText';
import { accountType, noteType, organizationType } from '../recordTypes';
import { archivedAndSourceQuery, locateToDelete, sourceFilter } from '../source';
import { noteText, changedNote, newNoteWithExternalId } from './fields';
import { locateNote, noteReads, sourceOption } from './locate';
import { upsertNote } from './upsert';

const simpleFields = [
	'subject',
	'note',
	'noteDate',
	'tags',
	'updatedAt',
	'externalId',
	'id',
	'accountId',
	'organizationId',
	'categoryId',
];

/** docs/internal/service.md, Notes */
export const note = defineResource(noteType, {
	simpleFields,
	scopes: [accountType, organizationType],
	events: [archived(noteType.noun), created, updated],
	defaultOperation: 'get',
	operations: [
		create(noteType, {
			...newNoteWithExternalId,
			description: 'Add a note to an account or organization',
			adds: addsUnsupportedHtml,
			options: [htmlPolicyOption(noteType)],
			prepare: (item, body) => writeHtml(item, body, noteText),
		}),
		upsertNote,
		deleteOne(noteType, {
			// docs/internal/service.md, States and transitions
			description:
				"Archive a note. To see archived notes, use 'Get Many' with the 'Archived' filter.",
			locate: locateToDelete(noteType, locateNote),
			reads: noteReads,
			options: [sourceOption],
		}),
		get(noteType, {
			description: 'Retrieve a note by its ID or external ID',
			docsNote: "For an External ID, add the 'Source' if Vitally asks for it.",
			locate: locateNote,
			options: [asMarkdownOption(noteText), sourceOption],
			convert: (item) => markdownConverter(item, noteText),
		}),
		getMany(noteType, {
			description: 'Retrieve a list of notes',
			scopes: [accountType, organizationType],
			serviceFilters: [archivedFilter, sourceFilter(noteType, 'zoom')],
			filters: recordFilters('Subject'),
			query: archivedAndSourceQuery,
			options: [asMarkdownOption(noteText)],
			convert: (item) => markdownConverter(item, noteText),
		}),
		updateWithTags(noteType, {
			...changedNote,
			// docs/internal/service.md, Notes (update rule)
			description: "Update a note's fields, tags and traits",
			docsNote:
				"'Tags' keeps, adds, removes or replaces tags; the note is read first, so that none gets lost.",
			reads: noteReads,
			adds: addsUnsupportedHtml,
			locate: locateNote,
			options: [htmlPolicyOption(noteType), sourceOption],
			prepare: (item, body) => writeHtml(item, body, noteText, 'updateFields'),
		}),
	],
});
