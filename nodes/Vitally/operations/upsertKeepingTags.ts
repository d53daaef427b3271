import type { IDataObject } from 'n8n-workflow';

import type { ItemContext } from '../execution/operation';
import { locationOf } from '../records/locate';
import { recordListOf } from '../records/recordList';
import type { RecordType } from '../records/recordType';
import type { ServiceRequest } from '../transport/client';
import { recordFromWrite } from '../transport/records';
import { omitUndefined } from '../values/json';
import { tagLockKey, tagsAfter } from './tags';
import { updateOrCreate } from './upsert';

interface UpsertWithTags {
	externalId: string;
	/** Integration that created the record, where external IDs are unique only within one. */
	integration?: string;
	/** Without tags, those of the record stay unchanged. */
	fields: IDataObject;
}

/**
 * Changes the record with an external ID, or creates it, see `updateOrCreate`. It is looked up first, because
 * a POST of a known external ID might remove its tags.
 *
 * @returns the output of the item, with `created`
 * Source: docs/internal/service.md, Notes; docs/internal/public-facts.md, 4 and 4.7; docs/internal/beyond.md, 4
 */
export async function upsertKeepingTags(
	item: ItemContext,
	type: RecordType,
	{ externalId, integration, fields }: UpsertWithTags,
): Promise<IDataObject> {
	const { tags } = fields as { tags?: string[] };
	const list = recordListOf(type, integration);
	return await item.withOptimisticLock(
		async (update) =>
			await updateOrCreate(item, {
				list,
				externalId,
				fields,
				update: async ({ id, record }) => {
					const read = async () => await list.readById(item, id);
					const current = record ?? (await read());
					if (!current) return undefined;
					return await update(tagLockKey(type, id), current, read, async (fresh) => {
						if (!fresh) return undefined;
						const request: ServiceRequest = {
							method: 'PUT',
							path: locationOf(type, id).path,
							query: omitUndefined({ source: integration }),
							body: {
								...fields,
								tags: tagsAfter(type, tags ? 'replace' : 'keep', tags ?? [], fresh.tags),
							},
							handledStatuses: [404],
						};
						const response = await item.send(request);
						if (response.status === 404) return undefined;
						return { id, ...recordFromWrite(response, request) };
					});
				},
			}),
	);
}
