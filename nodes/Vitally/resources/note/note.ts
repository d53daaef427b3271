import type { INodeProperties } from 'n8n-workflow';

import { archivedFilter, archivedOf } from '../../fields/archived';
import { setFields } from '../../fields/body';
import {
	createdAfterFilter,
	subjectContainsFilter,
	updatedAfterFilter,
} from '../../fields/recordFilter';
import { soughtText } from '../../fields/text';
import { deleteOne } from '../../operations/delete';
import { archived, created, updated } from '../../operations/events';
import { get } from '../../operations/get';
import { getMany } from '../../operations/getMany';
import { defineResource } from '../../operations/resource';
import { accountType, noteType, organizationType } from '../recordTypes';
import { createNote } from './create';
import { noteText } from './fields';
import { asMarkdownOption, markdownOf } from '../formattedText';
import { locateForDelete, noteReads, selectedNote, sourceOption } from './locate';
import { updateNote } from './update';
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
		createNote,
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
			locate: selectedNote,
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
		updateNote,
	],
});
