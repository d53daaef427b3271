import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { assertChanges } from '../fields/body';
import { updateCollection } from '../fields/collections';
import { dryRunOption } from '../fields/dryRun';
import { emptyValuesOption } from '../fields/emptyValues';
import { idText } from '../fields/locators';
import { optionsField } from '../fields/options';
import { choiceIn } from '../fields/strict';
import { traitsToClearField } from '../fields/traits';
import type { ItemContext } from '../run/operation';
import type { ServiceRequest } from '../transport/client';
import { writtenRecordOf } from '../transport/records';
import { textList } from '../values/textList';
import { bodyProperties, readBody, type BodySpec } from './bodySpec';
import { readRecord } from './get';
import type { OperationRow, RowTexts } from './resource';
import { tagLockKey, TAGS_MODES, tagsAfter, tagsField, type TagsMode } from './tags';
import type { Locate } from '../records/locate';
import { lockRecord, selectedRecord } from '../records/lock';
import { type RecordType, requiredLocator } from '../records/recordType';

/** A change of one record, but for its tags. */
interface TaggedChange {
	locate: Locate;
	body: IDataObject;
	mode?: TagsMode;
	/** Tags that the user entered. */
	given?: string[];
}

/**
 * Reads a record for its tags, because an update has to carry them all, and changes it. Only new tags for
 * a record that is named by the service's ID need no read. The caller locks the record (`lockRecord`).
 *
 * @throws VitallyError when there is no such record, see `send`, or its tags do not show
 */
export async function changeKeepingTags(
	item: ItemContext,
	type: RecordType,
	{ locate, body, mode = 'keep', given = [] }: TaggedChange,
): Promise<IDataObject> {
	const { mode: named, value } = selectedRecord(type, item);
	const needsNoRead = mode === 'replace' && named !== 'externalId';
	return await item.withFreshRead(async (update) => {
		const { record, ...place } = await locate(item);
		const read = async (): Promise<IDataObject> =>
			needsNoRead ? { id: place.id ?? idText(value, type.label) } : await readRecord(item, place);
		const first = record ?? (await read());
		return await update(tagLockKey(type, first.id), first, read, async ({ id, tags }) => {
			const { path, query, explain } = place;
			const request: ServiceRequest = {
				method: 'PUT',
				path,
				query,
				explain,
				body: { ...body, tags: tagsAfter(type, mode, given, tags) },
			};
			return { id, ...writtenRecordOf(await item.send(request), request) };
		});
	});
}

interface UpdateWithTags extends Omit<BodySpec, 'required'>, RowTexts, Pick<OperationRow, 'adds'> {
	locate: Locate;
	options: INodeProperties[];
	/** Converts and checks what is to be sent before anything is. */
	prepare: (item: ItemContext, body: IDataObject) => void;
}

/** Changes one record of a type that has tags. */
export function updateWithTags(type: RecordType, row: UpdateWithTags): OperationRow {
	const { noun } = type;
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
		description: `What to do with the ${noun}'s tags. The ${noun} is read first, so that an update loses none.`,
	};
	return {
		name: 'Update',
		value: 'update',
		action: `Update ${noun}`,
		description: row.description,
		remark: row.remark,
		endpoints: [`PUT ${type.path}/:id`],
		reads: row.reads,
		adds: row.adds,
		fields: [
			requiredLocator(type),
			...bodyProperties(row, updateCollection),
			tagsModeField,
			{
				...tagsField,
				description:
					"Comma-separated list, or an expression that returns an array. With 'Replace', leave empty to remove all tags.",
				displayOptions: { show: { tagsMode: ['add', 'remove', 'replace'] } },
			},
			optionsField([dryRunOption, emptyValuesOption, traitsToClearField, ...row.options]),
		],
		run: async (item) =>
			await lockRecord(item, type, async () => {
				const choice = { parameter: 'tagsMode', label: 'Tags Mode' };
				const mode = choiceIn(item, choice, TAGS_MODES, 'keep');
				const given = mode === 'keep' ? [] : textList(item.param('tags', ''), 'Tags');
				const body = await readBody(item, row, 'updateFields');
				if (mode !== 'replace' && given.length === 0) assertChanges(body);
				row.prepare(item, body);
				return [await changeKeepingTags(item, type, { locate: row.locate, body, mode, given })];
			}),
	};
}
