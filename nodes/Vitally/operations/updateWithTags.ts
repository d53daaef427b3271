import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { VitallyError } from '../errors/vitallyError';
import type { ItemContext } from '../execution/operation';
import type { ItemParameters } from '../fields/itemParameters';
import { choiceProperty, type Choice } from '../fields/properties';
import { readChoice } from '../fields/readers';
import { locationOfVitallyId, type Locate } from '../records/locate';
import { contentLockKey, lockRecord } from '../records/recordLocks';
import type { RecordType } from '../records/recordType';
import type { Selection } from '../records/resolveId';
import { updateRecord } from '../records/updateRecord';
import { parseTextList } from '../values/lists';
import { assertNotEmptyUpdate, readBody } from './body/bodyDefinition';
import type { OperationDefinition } from './definition/operationDefinition';
import { readRecord } from './get';
import { tagsAfter, tagsField, type TagsMode } from './recordTags';
import { update, type Update } from './update';

const tagNamesField: INodeProperties = {
	...tagsField,
	displayName: 'Tag Names',
	description:
		"Comma-separated list, or an expression that returns an array. With 'Replace All', leave empty to remove all tags.",
	displayOptions: { show: { tagsMode: ['add', 'remove', 'replace'] } },
};

type UpdateWithTags = Omit<Update, 'above' | 'below' | 'isIdempotent'> & {
	locate: Locate;
	/** Converts and validates the body before any request. */
	prepare: (item: ItemContext, body: IDataObject) => Promise<void>;
};

interface TaggedChange {
	selection: Selection;
	locate: Locate;
	/** Returns the values of the record as it was read, without its tags. */
	valuesOf: (record: IDataObject) => IDataObject;
	/** What happens to the tags; by default, they stay as they are. */
	mode?: TagsMode;
	/** The tags to add, to remove, or to have. */
	entered?: string[];
}

/** An update of records whose tags it must not lose. */
export function updateWithTags(type: RecordType, definition: UpdateWithTags): OperationDefinition {
	const tagsMode = tagsModeField(type);

	return {
		...update(type, { ...definition, below: [tagsMode, tagNamesField] }),
		run: lockRecord(type, async (item, selection) => {
			const mode = readChoice(item, tagsMode);
			const entered = mode === 'keep' ? [] : readTagNames(item, mode);
			const body = await readBody(item, definition, 'updateFields');
			const changesTags = mode === 'replace' || entered.length > 0;
			if (!changesTags) assertNotEmptyUpdate(body);

			await definition.prepare(item, body);

			const { locate } = definition;
			const change = { selection, locate, valuesOf: () => body, mode, entered };

			return [await changeKeepingTags(item, type, change)];
		}),
	};
}

function tagsModeField({ noun }: RecordType): Choice<TagsMode> {
	return choiceProperty('Tags', 'tagsMode', {
		options: [
			{ name: 'Add', value: 'add', description: 'Add these tags' },
			{ name: 'Leave as They Are', value: 'keep' },
			{ name: 'Remove', value: 'remove', description: 'Remove these tags' },
			{ name: 'Replace All', value: 'replace', description: 'Replace all tags with these' },
		],
		default: 'keep',
		description: `What to do with the ${noun}'s tags. The ${noun} is read first, so that an update loses none.`,
	});
}

/**
 * The tags that an item names.
 *
 * @throws VitallyError for null where it would remove all tags: a missing column is null, and what an AI model omits
 */
function readTagNames(item: ItemParameters, mode: TagsMode): string[] {
	const entered = item.param('tags', '');
	if (entered !== null || mode !== 'replace') return parseTextList(entered, 'Tag Names');

	throw new VitallyError(
		`'Tag Names' has no value, so nothing was changed`,
		"Check the expression. To remove all tags, leave 'Tag Names' empty, or let the expression return an empty list.",
		{ field: 'Tag Names' },
	);
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
	{ selection, locate, valuesOf, mode = 'keep', entered = [] }: TaggedChange,
): Promise<IDataObject> {
	const replacesTags = mode === 'replace';
	const bodyOf = (record: IDataObject) => ({
		...valuesOf(record),
		tags: tagsAfter(type, mode, entered, record.tags),
	});

	return await item.withRecordLock(async (lockedUpdate) => {
		const located = await locate(item, type, selection);
		const { id } = located;
		const needsRead = !replacesTags || id === undefined;
		const read = async () => (needsRead ? await readRecord(item, located) : { id });
		const first: IDataObject = await read();

		return await lockedUpdate(contentLockKey(type, first.id), first, read, async (current) => {
			const place = { ...located, ...locationOfVitallyId(type, current.id) };

			return await updateRecord(item, place, bodyOf(current), {
				// Tags that are replaced do not depend on those of the record.
				bodyOf: replacesTags ? undefined : bodyOf,
			});
		});
	});
}
