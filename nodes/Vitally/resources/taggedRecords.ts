import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { ItemContext } from '../execution/operation';
import type { BodyDefinition } from '../operations/body/bodyDefinition';
import type { OperationDefinition } from '../operations/definition/operationDefinition';
import { deleteOne } from '../operations/delete';
import { readRecord } from '../operations/get';
import { tagsAfter } from '../operations/recordTags';
import { updateWithTags } from '../operations/updateWithTags';
import { updateOrCreate } from '../operations/upsert';
import type { ExistingRecord } from '../records/findExistingRecord';
import { locationOfVitallyId, type Locate } from '../records/locate';
import { recordListOf } from '../records/recordList';
import { contentLockKey } from '../records/recordLocks';
import type { RecordType } from '../records/recordType';
import { updateRecordIfFound } from '../records/updateRecord';
import {
	addsUnsupportedHtml,
	convertToHtml,
	htmlPolicyOption,
	type FormattedText,
} from './formattedText';
import { readSource, sourceQuery } from './source';

interface TaggedRecords extends BodyDefinition {
	/** The text that is sent as HTML. */
	text: FormattedText;
	/** Locates the record that an item selects. */
	locate: Locate;
	/** The option 'Source'. */
	source: INodeProperties;
}

/** Returns the operations that notes and tasks have in common: to delete and to update one. */
export function taggedOperations(
	type: RecordType,
	{ text, locate, source, ...changed }: TaggedRecords,
): OperationDefinition[] {
	const { noun, plural } = type;

	return [
		deleteOne(type, {
			description: `Archive a ${noun}. To see archived ${plural}, use 'Get Many' with the 'Archived' filter.`,
			locate: locateToDelete(locate),
			options: [source],
		}),
		updateWithTags(type, {
			...changed,
			description: `Update a ${noun}'s fields, tags and traits`,
			docsNote: `'Tags' keeps, adds, removes or replaces tags. The node reads the ${noun} first, so that no tag is lost.`,
			adds: addsUnsupportedHtml,
			locate,
			options: [htmlPolicyOption, source],
			prepare: async (item, body) => await convertToHtml(item, body, text, 'updateFields'),
		}),
	];
}

/** Returns a function that locates a record by its Vitally ID, the only ID that deletions accept. */
function locateToDelete(locate: Locate): Locate {
	return async (item, type, selection) => {
		const location = await locate(item, type, selection);
		const id = location.id ?? String((await readRecord(item, location)).id);
		// If the record was not looked up, it was read above.
		const { externalId, wasRead = true } = location;

		return { ...locationOfVitallyId(type, id), externalId, wasRead };
	};
}

/**
 * Changes the note or task with an external ID, or creates it, see `updateOrCreate`. It is looked up first, because
 * a POST of a known external ID might remove its tags.
 *
 * @param fields the values of the record; where they contain no tags, those of the record stay unchanged
 * @returns the output of the item, with `created`
 * Source: docs/internal/service.md, Notes; docs/internal/public-facts.md, 4 and 4.7; docs/internal/beyond.md, 4
 */
export async function upsertKeepingTags(
	item: ItemContext,
	type: RecordType,
	externalId: string,
	fields: IDataObject,
): Promise<IDataObject> {
	const { tags } = fields as { tags?: string[] };
	const list = recordListOf(type, readSource(item));

	const bodyOf = (current: IDataObject): IDataObject => ({
		...fields,
		tags: tagsAfter(type, tags ? 'replace' : 'keep', tags ?? [], current.tags),
	});

	const sendUpdate = async (id: string, current: IDataObject | undefined) => {
		if (!current) return undefined;

		const located = { ...locationOfVitallyId(type, id), query: sourceQuery(item) };

		return await updateRecordIfFound(item, located, bodyOf(current), {
			// Tags that the item names do not depend on those of the record.
			bodyOf: tags ? undefined : bodyOf,
		});
	};

	return await item.withRecordLock(async (lockedUpdate) => {
		const changeExisting = async ({ id, record }: ExistingRecord) => {
			const read = async () => await list.readById(item, id);
			const found = record ?? (await read());

			return await lockedUpdate(
				contentLockKey(type, id),
				found,
				read,
				async (current) => await sendUpdate(id, current),
			);
		};

		return await updateOrCreate(item, { list, externalId, fields, changeExisting });
	});
}
