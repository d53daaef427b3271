import type { IDataObject } from 'n8n-workflow';

import type { ItemContext } from '../../execution/operation';
import { additionalCollection } from '../../fields/collections';
import { nameField } from '../../fields/text';
import {
	bodyOptions,
	bodyProperties,
	mapperColumns,
	newRecordBody,
	readBody,
	type BodyDefinition,
} from '../../operations/body/bodyDefinition';
import { requiredTextField } from '../../operations/body/bodyField';
import { updateOrCreate, upsertRow } from '../../operations/upsert';
import { requiredLocator } from '../../records/recordType';
import type { ServiceRequest } from '../../transport/client';
import { pathSegment } from '../../transport/pathSegment';
import { recordFromWrite } from '../../transport/records';
import { customObjectInstanceType, customObjectType } from '../recordTypes';
import { explainCreation, owners } from './fields';
import { instanceSource } from './instanceSource';
import { instanceReads, instancesPath } from './locate';

const spec: BodyDefinition = {
	required: [requiredTextField(nameField)],
	optional: owners,
	hasTraits: true,
};

/**
 * What a POST of a known external ID does to an instance is unknown, so that the search comes first.
 * Source: docs/public-facts.md, 4.12
 */
export const upsertInstance = upsertRow(customObjectInstanceType, {
	above: [requiredLocator(customObjectType)],
	hasTraits: true,
	docsNote: 'Looks for the External ID with one search.',
	reads: instanceReads,
	fields: bodyProperties(spec, additionalCollection),
	options: bodyOptions(spec),
	columns: mapperColumns(spec.optional ?? []),
	run: async (item, externalId) => {
		const path = await instancesPath(item);
		const fields = await readBody(item, spec, 'additionalFields');
		const body = { externalId, ...newRecordBody(item, fields) };
		return await updateOrCreate(item, {
			source: instanceSource(path),
			externalId,
			create: { method: 'POST', path, body, explain: explainCreation(item, body) },
			update: async ({ id }) => await update(item, path, id, fields),
		});
	},
});

/** @returns `undefined` when the instance is gone */
async function update(
	item: ItemContext,
	path: string,
	id: string,
	body: IDataObject,
): Promise<IDataObject | undefined> {
	const request: ServiceRequest = {
		method: 'PUT',
		path: `${path}/${pathSegment(id, customObjectInstanceType.label)}`,
		body,
		handledStatuses: [404],
	};
	const response = await item.send(request);
	return response.status === 404 ? undefined : { id, ...recordFromWrite(response, request) };
}
