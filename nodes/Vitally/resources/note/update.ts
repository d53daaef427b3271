import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { assertChanges } from '../../fields/body';
import { updateCollection } from '../../fields/collections';
import { dryRunOption } from '../../fields/dryRun';
import { emptyValuesOption } from '../../fields/emptyValues';
import type { ItemParameters } from '../../fields/itemParameters';
import { idText } from '../../fields/locators';
import { optionsField } from '../../fields/options';
import { choiceIn } from '../../fields/strict';
import { traitsToClearField } from '../../fields/traits';
import { bodyProperties, readBody } from '../../operations/bodyField';
import { readRecord } from '../../operations/get';
import { lockRecord, pickedRecord, requiredLocator } from '../../operations/recordType';
import type { OperationRow } from '../../operations/resource';
import type { ServiceRequest } from '../../transport/client';
import { writtenRecordOf } from '../../transport/records';
import { textList } from '../../values/textList';
import { noteType } from '../recordTypes';
import { changedNote, noteText, tagsField } from './fields';
import { addsStrippedHtml, htmlPolicyOption, writeHtml } from './html';
import { freshKey, noteReads, pickedNote, sourceOption } from './locate';
import { tagsAfter, type TagsMode } from './tags';

const tagsModeField: INodeProperties = {
	displayName: 'Tags Mode',
	name: 'tagsMode',
	type: 'options',
	options: [
		{ name: 'Add', value: 'add', description: 'Add these tags' },
		{ name: 'Keep', value: 'keep', description: 'Leave the tags unchanged' },
		{ name: 'Remove', value: 'remove', description: 'Remove these tags' },
		{ name: 'Replace', value: 'replace', description: 'Replace all tags with these' },
	],
	default: 'keep',
	description:
		"What to do with the note's tags. Vitally removes tags that an update leaves out, so the node reads the note first and keeps them.",
};

/**
 * Reads the note for its tags, because an update has to carry them all. Only new tags for a note that is
 * named by the service's ID need no read.
 * Source: docs/service.md, Notes (update rule)
 */
export const updateNote: OperationRow = {
	name: 'Update',
	value: 'update',
	action: 'Update note',
	description: "Update a note's fields, tags and traits",
	remark:
		"'Tags Mode' keeps, adds, removes or replaces tags; the note is read first, so that none gets lost.",
	endpoints: [`PUT ${noteType.path}/:id`],
	reads: noteReads,
	adds: addsStrippedHtml,
	fields: [
		requiredLocator(noteType),
		...bodyProperties(changedNote, updateCollection),
		tagsModeField,
		{
			...tagsField,
			description:
				"Comma-separated list, or an expression that returns an array. With 'Replace', leave empty to remove all tags.",
			displayOptions: { show: { tagsMode: ['add', 'remove', 'replace'] } },
		},
		optionsField([
			dryRunOption,
			emptyValuesOption,
			htmlPolicyOption,
			sourceOption,
			traitsToClearField,
		]),
	],
	run: async (item) =>
		await lockRecord(item, noteType, async () => {
			const place = pickedNote(item);
			const mode = tagsModeOf(item);
			const tags = mode === 'keep' ? [] : textList(item.param('tags', ''), 'Tags');
			const body = await readBody(item, changedNote, 'updateFields');
			if (mode !== 'replace' && tags.length === 0) assertChanges(body);
			writeHtml(item, body, noteText, 'updateFields');

			const { mode: named, value } = pickedRecord(noteType, item);
			const needsNoRead = mode === 'replace' && named !== 'externalId';
			const read = async () =>
				needsNoRead ? { id: idText(value, 'Note') } : await readRecord(item, place);
			return await item.withFreshRead(async (update) => {
				const note: IDataObject = await read();
				return await update(freshKey(note.id), note, read, async (current) => {
					const request: ServiceRequest = {
						method: 'PUT',
						...place,
						body: { ...body, tags: tagsAfter(mode, tags, current.tags) },
					};
					return [{ id: current.id, ...writtenRecordOf(await item.send(request), request) }];
				});
			});
		}),
};

function tagsModeOf(item: ItemParameters): TagsMode {
	const mode = { parameter: 'tagsMode', label: 'Tags Mode' };
	return choiceIn(item, mode, ['keep', 'add', 'remove', 'replace'], 'keep');
}
