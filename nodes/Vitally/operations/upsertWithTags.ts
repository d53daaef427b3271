import type { IDataObject } from 'n8n-workflow';

import type { ItemContext } from '../run/operation';
import type { ServiceRequest } from '../transport/client';
import { recordOf, writtenRecordOf } from '../transport/records';
import { newRecordBody } from './body/bodyDefinition';
import type { Located } from './locate';
import type { RecordType } from './recordType';
import { freshKey, tagsAfter } from './tags';
import { updateOrCreate } from './upsert';

interface UpsertWithTags {
	externalId: string;
	/** Integration that made the record, where its external ID counts within it. */
	source?: string;
	/** The record by the service's ID. */
	at: (id: string) => Located;
	/** What is sent; tags that it does not hold stay. */
	fields: IDataObject;
}

/**
 * Changes the record with an external ID, or makes it, see `updateOrCreate`. A look-up comes first,
 * whatever a POST of a known external ID does: it might remove the tags.
 *
 * @returns the item, which says under `created` what happened
 * Source: docs/service.md, Notes; docs/public-facts.md, 4 and 4.7; docs/beyond.md, 4
 */
export async function upsertKeepingTags(
	item: ItemContext,
	type: RecordType,
	{ externalId, source, at, fields }: UpsertWithTags,
): Promise<IDataObject> {
	const { noun, path } = type;
	const { tags } = fields as { tags?: string[] };
	const readIfThere = async (id: string) => {
		const request = { method: 'GET' as const, ...at(id), handledStatuses: [404] };
		const response = await item.send(request);
		return response.status === 404 ? undefined : recordOf(response, request);
	};
	return await item.withFreshRead(
		async (update) =>
			await updateOrCreate(item, {
				noun,
				collection: { path, source },
				externalId,
				create: { method: 'POST', path, body: { externalId, ...newRecordBody(item, fields) } },
				update: async ({ id, record }) => {
					const read = async () => await readIfThere(id);
					const current = record ?? (await read());
					if (!current) return undefined;
					return await update(freshKey(type, id), current, read, async (fresh) => {
						if (!fresh) return undefined;
						const request: ServiceRequest = {
							method: 'PUT',
							...at(id),
							body: {
								...fields,
								tags: tagsAfter(type, tags ? 'replace' : 'keep', tags ?? [], fresh.tags),
							},
							handledStatuses: [404],
						};
						const response = await item.send(request);
						if (response.status === 404) return undefined;
						return { id, ...writtenRecordOf(response, request) };
					});
				},
			}),
	);
}
