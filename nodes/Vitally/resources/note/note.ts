import type { IDataObject } from 'n8n-workflow';

import { mapRecords, runSteps } from '../../execution/concurrency';
import type { ItemContext } from '../../execution/operation';
import { optionSwitch, textProperty } from '../../fields/properties';
import { readBoolean, readSearchText, refTo } from '../../fields/readers';
import type {
	ListDefinition,
	OperationDefinition,
} from '../../operations/definition/operationDefinition';
import { defineResource } from '../../operations/definition/resource';
import {
	describeFilter,
	locatorFilter,
	type FieldFilter,
} from '../../operations/filters/fieldFilter';
import { archivedFilter, recordFilters } from '../../operations/filters/recordFilters';
import { create, get, getMany } from '../../operations/standardOperations';
import { defineUpsert } from '../../operations/upsert';
import { locateForRead, type Locate } from '../../records/locate';
import { htmlToMarkdown, type MarkdownOptions } from '../../text/htmlToMarkdown';
import { normalizeName } from '../../values/parse';
import { parseText } from '../../values/recordValues';
import { archived, created, updated } from '../events';
import { addsUnsupportedHtml, htmlPolicyOption, convertToHtml } from '../formattedText';
import { noteCategoryType, noteType } from '../recordTypes';
import { sourceFilter, sourceQuery } from '../source';
import { taggedOperations, upsertKeepingTags } from '../taggedRecords';
import { noteText, changedNote, newNote } from './noteFields';

const simpleFields = [
	'subject',
	'note',
	'noteDate',
	'accountName',
	'organizationName',
	'categoryName',
	'tags',
	'externalId',
	'id',
	'accountId',
	'organizationId',
];

const sourceOption = textProperty('Source', 'source', {
	placeholder: 'e.g. zoom',
	description:
		'The integration that created the note. Vitally may need it to find the note by External ID.',
});

/** Filters for which the list has no parameters (docs/internal/service.md, Notes). */
const categoryFilter = locatorFilter(noteCategoryType, 'Category', 'category', {
	field: 'categoryId',
	only: 'notes of this category',
});

const tagFilter: FieldFilter = {
	property: textProperty('Tag', 'tag', {
		placeholder: 'e.g. renewal',
		description: describeFilter('notes with this tag (not case-sensitive)'),
	}),
	field: 'tags',
	parse: (tags) => (Array.isArray(tags) ? tags.map(parseText) : undefined),
	read: (item, choice) => {
		const wanted = normalizeName(String(readSearchText(item, choice)));

		return (tags) =>
			Array.isArray(tags) && tags.some((tag) => normalizeName(String(tag)) === wanted);
	},
};

const asMarkdownOption = optionSwitch('As Markdown', 'asMarkdown', {
	description: "Whether to return the HTML of 'note' as Markdown",
});

/** Locates the note that an item selects, by either ID, which reads and updates accept; it is read for its tags. */
const locateNote: Locate = async (item, type, selection) => {
	const location = await locateForRead(item, type, selection);

	return { ...location, query: sourceQuery(item) };
};

const htmlNote = get(noteType, {
	docsNote: "For an External ID, add the 'Source' if Vitally asks for it.",
	locate: locateNote,
	options: [asMarkdownOption, sourceOption],
});

const getNote: OperationDefinition = {
	...htmlNote,
	run: async (item) => {
		const convert = readConversion(item);

		return await convert(await htmlNote.run(item));
	},
};

const htmlNotes = getMany(noteType, {
	serviceFilters: [archivedFilter, sourceFilter(noteType, 'zoom')],
	filters: [...recordFilters('Subject'), categoryFilter, tagFilter],
	options: [asMarkdownOption],
});

const getNotes: ListDefinition = {
	...htmlNotes,
	async *readPages(item) {
		const convert = readConversion(item);

		for await (const notes of htmlNotes.readPages(item)) yield await convert(notes);
	},
};

/** Source: docs/internal/service.md, Notes */
export const note = defineResource(noteType, {
	simpleFields,
	hasRareTraits: true,
	events: [archived(noteType.noun), created(noteType.noun), updated(noteType.noun)],
	operations: [
		create(noteType, {
			...newNote,
			description: 'Add a note to an account or organization',
			adds: addsUnsupportedHtml,
			options: [htmlPolicyOption],
			prepare: async (item, body) => await convertToHtml(item, body, noteText),
		}),
		defineUpsert(noteType, {
			docsNote: "The node keeps the tags, unless the item has 'Tags'.",
			adds: addsUnsupportedHtml,
			body: newNote,
			options: [htmlPolicyOption, sourceOption],
			run: async (item, externalId, fields) => {
				await convertToHtml(item, fields, noteText);

				return await upsertKeepingTags(item, noteType, externalId, fields);
			},
		}),
		getNote,
		getNotes,
		...taggedOperations(noteType, {
			...changedNote,
			text: noteText,
			locate: locateNote,
			source: sourceOption,
		}),
	],
});

/** Returns how the notes of an item are returned: their text as Markdown if the option 'As Markdown' is on. */
function readConversion(item: ItemContext): (notes: IDataObject[]) => Promise<IDataObject[]> {
	const isMarkdown = readBoolean(item, refTo(asMarkdownOption, 'options'));
	// What a model reads may be shown in a chat, which would load the images.
	const markdownOptions = { withoutImages: item.isTool };

	return async (notes) => {
		if (!isMarkdown) return notes;

		return await mapRecords(
			notes,
			async (record) => await convertToMarkdown(record, markdownOptions),
		);
	};
}

async function convertToMarkdown(
	record: IDataObject,
	options: MarkdownOptions,
): Promise<IDataObject> {
	const { note: html } = record;
	if (typeof html !== 'string') return record;

	return { ...record, note: await runSteps(htmlToMarkdown(html, options)) };
}
