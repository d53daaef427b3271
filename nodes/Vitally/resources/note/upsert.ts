import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';

import { isDryRun, requestPreview } from '../../fields/dryRun';
import { requiredText } from '../../fields/text';
import type { ServiceRequest } from '../../transport/client';
import type { Operation } from '../../transport/item';
import { recordOf, writtenRecordOf } from '../../transport/records';
import { runExclusive } from '../../transport/limits/keyedMutex';
import { route } from '../../operations/route';
import { updateOrCreate } from '../../operations/upsert';
import { newNoteBody } from './body';
import { htmlReporter } from './html';
import { noteRequest, NOTES, sourceOf } from './note';
import { besideOtherWrites } from './noteTurns';
import { tagsAfter } from './tags';

/**
 * Changes the note with this external id, or makes it. Tags that the item does not name stay. What the
 * service does with a POST of a known external id is not shown; it might remove the tags, so a look-up
 * comes first, see `updateOrCreate`.
 * Source: docs/service.md, Notes; docs/public-facts.md, 4 and 4.7
 */
const upsertNote: Operation = async (item, service) => {
	const externalId = requiredText(item, 'externalId', 'External ID');
	return await runExclusive(noteRequest(item, externalId).path, async () => {
		const fields = await newNoteBody(item, service);
		const withReport = htmlReporter(item, fields);
		const { tags } = fields as { tags?: string[] };

		const changed = async (id: string, note: IDataObject | undefined) => {
			const request: ServiceRequest = {
				method: 'PUT',
				...noteRequest(item, id),
				body: { ...fields, tags: tagsAfter(tags ? 'replace' : 'keep', tags ?? [], note?.tags) },
				handledStatuses: [404],
			};
			if (isDryRun(item)) return requestPreview(request, await service.baseUrl());
			const response = await service.send(request);
			return response.status === 404 ? undefined : { id, ...writtenRecordOf(response, request) };
		};
		const record = await besideOtherWrites(
			async (alone) =>
				await updateOrCreate(item, service, {
					collection: { path: NOTES, source: sourceOf(item) },
					externalId,
					create: { method: 'POST', path: NOTES, body: { externalId, ...fields } },
					update: async ({ id, record: found }) => {
						const read = async () => {
							const request = { method: 'GET' as const, ...noteRequest(item, id), accept: [404] };
							const response = await service.send(request);
							return response.status === 404 ? undefined : recordOf(response, request);
						};
						const note = found ?? (await read());
						return note && (await alone(note, read, async (now) => now && changed(id, now)));
					},
				}),
		);
		return [withReport(record)];
	});
};

export const upsert: INodePropertyOptions = {
	name: 'Create or Update',
	value: 'upsert',
	action: 'Create or update a note',
	description: 'Create a new note, or update the current one if it already exists (upsert)',
	routing: route(upsertNote),
};
