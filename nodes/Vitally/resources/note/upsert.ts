import { additionalCollection } from '../../fields/collections';
import { bodyProperties, newRecordBody, readBody } from '../../operations/bodyField';
import { updateOrCreate, upsertRow } from '../../operations/upsert';
import type { ItemContext } from '../../run/operation';
import type { ServiceRequest } from '../../transport/client';
import { recordOf, writtenRecordOf } from '../../transport/records';
import { noteType } from '../recordTypes';
import { newNote, noteText } from './fields';
import { addsStrippedHtml, htmlPolicyOption, writeHtml } from './html';
import { freshKey, noteAt, sourceOf, sourceOption } from './locate';
import { tagsAfter } from './tags';

/**
 * Changes the note with this external ID, or makes it. Tags that the item does not name stay. What the
 * service does with a POST of a known external ID is not shown; it might remove the tags, so a look-up
 * comes first, see `updateOrCreate`.
 * Source: docs/service.md, Notes; docs/public-facts.md, 4 and 4.7
 */
export const upsertNote = upsertRow(noteType, {
	remark: 'Keeps the tags unless the item names some.',
	adds: addsStrippedHtml,
	hasTraits: true,
	fields: bodyProperties(newNote, additionalCollection),
	options: [htmlPolicyOption, sourceOption],
	run: async (item, externalId) => {
		const fields = await readBody(item, newNote, 'additionalFields');
		writeHtml(item, fields, noteText);
		const { path } = noteType;
		const { tags } = fields as { tags?: string[] };

		return await item.withFreshRead(
			async (update) =>
				await updateOrCreate(item, {
					noun: noteType.noun,
					collection: { path, source: sourceOf(item) },
					externalId,
					create: { method: 'POST', path, body: { externalId, ...newRecordBody(item, fields) } },
					update: async ({ id, record }) => {
						const read = async () => await readIfThere(item, id);
						const note = record ?? (await read());
						return (
							note &&
							(await update(freshKey(id), note, read, async (current) => {
								if (!current) return undefined;
								const request: ServiceRequest = {
									method: 'PUT',
									...noteAt(item, id),
									body: {
										...fields,
										tags: tagsAfter(tags ? 'replace' : 'keep', tags ?? [], current.tags),
									},
									handledStatuses: [404],
								};
								const response = await item.send(request);
								if (response.status === 404) return undefined;
								return { id, ...writtenRecordOf(response, request) };
							}))
						);
					},
				}),
		);
	},
});

async function readIfThere(item: ItemContext, id: string) {
	const request = { method: 'GET' as const, ...noteAt(item, id), handledStatuses: [404] };
	const response = await item.send(request);
	return response.status === 404 ? undefined : recordOf(response, request);
}
