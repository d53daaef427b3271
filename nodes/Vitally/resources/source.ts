import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { ItemContext } from '../execution/operation';
import type { ItemParameters } from '../fields/itemParameters';
import { textProperty } from '../fields/properties';
import { readSearchText } from '../fields/readers';
import { readArchived } from '../operations/filters/recordFilters';
import { readRecord } from '../operations/get';
import { tagLockKey, tagsAfter } from '../operations/tags';
import { updateOrCreate } from '../operations/upsert';
import { locationOf, type Locate } from '../records/locate';
import { recordListOf } from '../records/recordList';
import type { RecordType } from '../records/recordType';
import { updateIfThere } from '../records/updateRecord';
import { omitUndefined } from '../values/json';

/** The option 'Source': the integration whose external ID selects a note or task. */
export function readSource(item: ItemParameters): string | undefined {
	return readSearchText(item, { parameter: 'options.source', label: 'Source' });
}

/** A record by its Vitally ID, the only ID that deletions accept. */
export function locateToDelete(type: RecordType, locate: Locate): Locate {
	return async (item) => {
		const location = await locate(item);
		const id = location.id ?? String((await readRecord(item, location)).id);
		const { externalId, wasRead = externalId !== undefined } = location;
		return { ...locationOf(type, id), query: sourceQuery(item), externalId, wasRead };
	};
}

export function sourceQuery(item: ItemParameters): IDataObject {
	return omitUndefined({ source: readSource(item) });
}

export const sourceFilter = ({ plural }: RecordType, example: string): INodeProperties =>
	textProperty('Source', 'source', {
		placeholder: `e.g. ${example}`,
		description: `Only return ${plural} from this integration (not case-sensitive)`,
	});

/** The filters that the lists of notes and tasks accept as parameters. */
export function archivedAndSourceQuery(item: ItemParameters): IDataObject {
	return omitUndefined({
		archived: readArchived(item),
		source: readSearchText(item, { parameter: 'filters.source', label: 'Source' }),
	});
}

/**
 * Changes the record with an external ID, or creates it, see `updateOrCreate`. It is looked up first, because
 * a POST of a known external ID might remove its tags.
 *
 * @param fields without tags, those of the record stay unchanged
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
	return await item.withOptimisticLock(
		async (lockedUpdate) =>
			await updateOrCreate(item, {
				...{ list, externalId, fields },
				update: async ({ id, record }) => {
					const read = async () => await list.readById(item, id);
					const current = record ?? (await read());
					if (!current) return undefined;
					return await lockedUpdate(tagLockKey(type, id), current, read, async (fresh) => {
						if (!fresh) return undefined;
						const after = tagsAfter(type, tags ? 'replace' : 'keep', tags ?? [], fresh.tags);
						const located = { ...locationOf(type, id), query: sourceQuery(item) };
						return await updateIfThere(item, located, { ...fields, tags: after });
					});
				},
			}),
	);
}
