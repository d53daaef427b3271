import type { INodeProperties } from 'n8n-workflow';

import { archivedFilter, archivedOf } from '../../fields/archived';
import { setFields } from '../../fields/body';
import {
	createdAfterFilter,
	subjectContainsFilter,
	updatedAfterFilter,
} from '../../fields/recordFilter';
import { soughtText } from '../../fields/text';
import { create } from '../../operations/create';
import { deleteOne } from '../../operations/delete';
import { archived, created, updated } from '../../operations/events';
import { lookUpIn } from '../../operations/externalIds';
import { get } from '../../operations/get';
import { getMany } from '../../operations/getMany';
import { defineResource } from '../../operations/resource';
import { updateWithTags } from '../../operations/updateWithTags';
import { asMarkdownOption, markdownOf, writeHtml } from '../formattedText';
import { addsStrippedHtml, htmlPolicyOption } from '../html';
import { accountType, noteType, organizationType } from '../recordTypes';
import { changedNote, newNoteWithExternalId, noteText } from './fields';
import { locateForDelete, noteReads, pickedNote, sourceOption } from './locate';
import { upsertNote } from './upsert';

const simpleFields = [
	'id',
	'externalId',
	'subject',
	'note',
	'noteDate',
	'accountId',
	'organizationId',
	'categoryId',
	'tags',
	'updatedAt',
];

const sourceFilter: INodeProperties = {
	displayName: 'Source',
	name: 'source',
	type: 'string',
	default: '',
	placeholder: 'e.g. zoom',
	description: 'Only return notes from this integration (not case-sensitive)',
};

/** docs/service.md, Notes */
export const note = defineResource(noteType, {
	simpleFields,
	scopes: [accountType, organizationType],
	events: [archived(noteType.noun), created, updated],
	defaultOperation: 'get',
	operations: [
		create(noteType, {
			...newNoteWithExternalId,
			description: 'Add a note to an account or organization',
			adds: addsStrippedHtml,
			options: [htmlPolicyOption(noteType)],
			prepare: (item, body) => writeHtml(item, body, noteText),
			lookUp: () => lookUpIn(noteType.noun, { path: noteType.path }),
		}),
		upsertNote,
		deleteOne(noteType, {
			// docs/service.md, States and transitions
			description:
				"Archive a note. To see archived notes, use 'Get Many' with the 'Archived' filter.",
			locate: locateForDelete,
			reads: noteReads,
			options: [sourceOption],
		}),
		get(noteType, {
			description: 'Retrieve a note by its ID or external ID',
			remark: "For an External ID, add the 'Source' if Vitally asks for it.",
			locate: pickedNote,
			options: [asMarkdownOption(noteText), sourceOption],
			convert: (item) => markdownOf(item, noteText),
		}),
		getMany(noteType, {
			description: 'Retrieve a list of notes',
			scopes: [accountType, organizationType],
			filters: [
				archivedFilter,
				createdAfterFilter,
				sourceFilter,
				subjectContainsFilter,
				updatedAfterFilter,
			],
			query: (item) =>
				setFields({
					archived: archivedOf(item),
					source: soughtText(item, 'filters.source', 'Source'),
				}),
			textField: 'subject',
			options: [asMarkdownOption(noteText)],
			convert: (item) => markdownOf(item, noteText),
		}),
		updateWithTags(noteType, {
			...changedNote,
			// docs/service.md, Notes (update rule)
			description: "Update a note's fields, tags and traits",
			remark:
				"'Tags Mode' keeps, adds, removes or replaces tags; the note is read first, so that none gets lost.",
			reads: noteReads,
			adds: addsStrippedHtml,
			locate: pickedNote,
			options: [htmlPolicyOption(noteType), sourceOption],
			prepare: (item, body) => writeHtml(item, body, noteText, 'updateFields'),
		}),
	],
});
