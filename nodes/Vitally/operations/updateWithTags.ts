import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { dryRunOption, emptyValuesOption } from '../fields/options';
import type { ItemContext } from '../execution/operation';
import { optionsField, updateCollection } from '../fields/collections';
import { readRequiredId } from '../fields/locators';
import { readEnum } from '../fields/readers';
import { traitsToClearField } from '../fields/traits/traits';
import { type Locate, lockRecord, selectedRecord } from '../records/locate';
import { requiredLocator, type RecordType } from '../records/recordType';
import type { ServiceRequest } from '../transport/client';
import { recordFromWrite } from '../transport/records';
import {
	assertNotEmptyUpdate,
	bodyOptions,
	bodyProperties,
	mapperColumns,
	readBody,
	type BodyDefinition,
} from './body/bodyDefinition';
import type { OperationDefinition, OperationInfo } from './definition/types';
import { readRecord } from './get';
import { readTagNames, tagLockKey, TAGS_MODES, tagsAfter, tagsField, type TagsMode } from './tags';

interface TaggedChange {
	locate: Locate;
	body: IDataObject;
	mode?: TagsMode;
	/** Tags that the user entered. */
	entered?: string[];
}

/**
 * Reads the tags of a record, because an update has to contain all of them, and updates it. Replacing the
 * tags of a record with a known Vitally ID needs no read. The caller has locked the record (`lockRecord`).
 *
 * @throws VitallyError when there is no such record, or the response lacks its tags
 */
export async function changeKeepingTags(
	item: ItemContext,
	type: RecordType,
	{ locate, body, mode = 'keep', entered = [] }: TaggedChange,
): Promise<IDataObject> {
	const { mode: named, value } = selectedRecord(type, item);
	const needsNoRead = mode === 'replace' && named !== 'externalId';
	return await item.withOptimisticLock(async (update) => {
		const { record, ...place } = await locate(item);
		const read = async (): Promise<IDataObject> =>
			needsNoRead
				? { id: place.id ?? readRequiredId(value, type.label) }
				: await readRecord(item, place);
		const first = record ?? (await read());
		return await update(tagLockKey(type, first.id), first, read, async ({ id, tags }) => {
			const { path, query, explain } = place;
			const request: ServiceRequest = {
				method: 'PUT',
				path,
				query,
				explain,
				body: { ...body, tags: tagsAfter(type, mode, entered, tags) },
			};
			return { id, ...recordFromWrite(await item.send(request), request) };
		});
	});
}

interface UpdateWithTags
	extends Omit<BodyDefinition, 'required'>,
		OperationInfo,
		Pick<OperationDefinition, 'adds'> {
	locate: Locate;
	options: INodeProperties[];
	/** Converts and validates the body before any request. */
	prepare: (item: ItemContext, body: IDataObject) => void;
}

/** Changes one record of a type that has tags. */
export function updateWithTags(type: RecordType, row: UpdateWithTags): OperationDefinition {
	const { noun } = type;
	const tagsModeField: INodeProperties = {
		displayName: 'Tags',
		name: 'tagsMode',
		type: 'options',
		options: [
			{ name: 'Add', value: 'add', description: 'Add these tags' },
			{ name: 'Leave as They Are', value: 'keep' },
			{ name: 'Remove', value: 'remove', description: 'Remove these tags' },
			{ name: 'Replace All', value: 'replace', description: 'Replace all tags with these' },
		],
		default: 'keep',
		description: `What to do with the ${noun}'s tags. The ${noun} is read first, so that an update loses none.`,
	};
	return {
		name: 'Update',
		value: 'update',
		action: `Update ${noun}`,
		description: row.description,
		docsNote: row.docsNote,
		endpoints: [`PUT ${type.path}/:id`],
		reads: row.reads,
		adds: row.adds,
		columns: mapperColumns(row),
		fields: [
			requiredLocator(type),
			...bodyProperties(row, updateCollection, [
				tagsModeField,
				{
					...tagsField,
					displayName: 'Tag Names',
					description:
						"Comma-separated list, or an expression that returns an array. With 'Replace All', leave empty to remove all tags.",
					displayOptions: { show: { tagsMode: ['add', 'remove', 'replace'] } },
				},
			]),
			optionsField([
				dryRunOption,
				emptyValuesOption,
				traitsToClearField,
				...bodyOptions(row),
				...row.options,
			]),
		],
		run: async (item) =>
			await lockRecord(item, type, async () => {
				const choice = { parameter: 'tagsMode', label: 'Tags' };
				const mode = readEnum(item, choice, TAGS_MODES, 'keep');
				const entered = mode === 'keep' ? [] : readTagNames(item, mode);
				const body = await readBody(item, row, 'updateFields');
				if (mode !== 'replace' && entered.length === 0) assertNotEmptyUpdate(body);
				row.prepare(item, body);
				return [await changeKeepingTags(item, type, { locate: row.locate, body, mode, entered })];
			}),
	};
}
