import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { VitallyError } from '../errors/vitallyError';
import type { ItemContext } from '../execution/operation';
import type { BodyDefinition } from '../operations/body/bodyDefinition';
import type { OperationDefinition } from '../operations/definition/operationDefinition';
import { deleteOne } from '../operations/delete';
import { readRecord } from '../operations/get';
import { tagsAfter } from '../operations/recordTags';
import { updateWithTags } from '../operations/updateWithTags';
import { updateOrCreate } from '../operations/upsert';
import { findExistingRecord, type ExistingRecord } from '../records/findExistingRecord';
import { locationOfVitallyId, type Locate } from '../records/locate';
import { readByExternalId, recordListOf } from '../records/recordList';
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
	const list = recordListOf(type);

	const bodyOf = (current: IDataObject): IDataObject => ({
		...fields,
		tags: tagsAfter(type, tags ? 'replace' : 'keep', tags ?? [], current.tags),
	});

	const sendUpdate = async (id: string, current: IDataObject | undefined) => {
		if (!current) return undefined;

		const query = hasNoSource(current) ? undefined : sourceQuery(item);
		const located = { ...locationOfVitallyId(type, id), query };

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

		const find = async () => await findInSource(item, type, externalId);

		return await updateOrCreate(item, { list, externalId, fields, find, changeExisting });
	});
}

/**
 * Finds the note or task with an external ID in the option 'Source', or else one of no integration: what is created over
 * REST may have no source, so that the next run finds it nowhere else.
 *
 * @returns `undefined` when there is none
 * @throws VitallyError for one of another integration, which the POST of its external ID might change
 */
async function findInSource(
	item: ItemContext,
	type: RecordType,
	externalId: string,
): Promise<ExistingRecord | undefined> {
	const list = recordListOf(type);
	const source = readSource(item);
	if (source === undefined) return await findExistingRecord(item, list, externalId);

	const ofSource = await readByExternalId(item, recordListOf(type, source), externalId);
	if (ofSource) return { id: String(ofSource.id), record: ofSource };

	const other = await findExistingRecord(item, list, externalId);
	const record = other && (other.record ?? (await list.readById(item, other.id)));
	if (!record) return undefined;
	if (hasNoSource(record)) return { id: String(record.id), record };

	throw new VitallyError(
		`The ${type.noun} with the External ID "${externalId}" is not from the integration "${source}"`,
		`Check 'Source' under 'Options'. To change the ${type.noun}, which has the ID "${String(record.id)}", remove 'Source'.`,
		{ field: 'Source' },
	);
}

/** Whether a record shows that it is of no integration. Its path then leads to nothing together with a source. */
function hasNoSource({ source }: IDataObject): boolean {
	return source === null || source === '';
}
