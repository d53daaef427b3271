import type { IDataObject } from 'n8n-workflow';

import { VitallyError } from '../../errors/vitallyError';
import { additionalCollection } from '../../fields/collections';
import { nameField } from '../../fields/text';
import { requiredTextField } from '../../operations/body/bodyField';
import {
	bodyOptions,
	bodyProperties,
	mapperColumns,
	newRecordBody,
	readBody,
	type BodyDefinition,
} from '../../operations/body/bodyDefinition';
import { createOnce } from '../../operations/createOnce';
import { requiredLocator } from '../../operations/recordType';
import { upsertRow } from '../../operations/upsert';
import type { ItemContext } from '../../run/operation';
import type { ServiceRequest } from '../../transport/client';
import { pathSegment } from '../../transport/pathSegment';
import { writtenRecordOf } from '../../transport/records';
import { customObjectInstanceType, customObjectType } from '../recordTypes';
import { explainCreation, owners } from './fields';
import { findInstance, instanceLookUp } from './instanceId';
import { instanceReads, instancesPath } from './locate';

const spec: BodyDefinition = {
	required: [requiredTextField(nameField)],
	optional: owners,
	hasTraits: true,
};

/**
 * What a POST of a known external ID does to an instance is not known, so that the search comes first. A
 * search may lag behind: what this run has made is known without it.
 * Source: docs/public-facts.md, 4.12
 */
export const upsertInstance = upsertRow(customObjectInstanceType, {
	above: [requiredLocator(customObjectType)],
	hasTraits: true,
	remark: 'Looks for the External ID with one search.',
	reads: instanceReads,
	fields: bodyProperties(spec, additionalCollection),
	options: bodyOptions(spec),
	columns: mapperColumns(spec.optional ?? []),
	run: async (item, externalId) => {
		const path = await instancesPath(item);
		const fields = await readBody(item, spec, 'additionalFields');
		const made = await item.lookUpOnce(`made of ${path}`, async () => new Map<string, string>());

		const known = made.get(externalId);
		const changed =
			(known !== undefined && (await update(item, path, known, fields))) ||
			(await updateFound(item, path, externalId, fields));
		if (changed) return { ...changed, created: false };

		const body = { externalId, ...newRecordBody(item, fields) };
		const explain = explainCreation(item, body);
		const create: ServiceRequest = { method: 'POST', path, body, explain };
		const creation = await createOnce(item, create, instanceLookUp(path));
		if (creation.outcome === 'created') {
			const { id } = creation.record;
			if (typeof id === 'string') made.set(externalId, id);
			return { ...creation.record, created: true };
		}
		if (creation.outcome === 'rejected') throw item.apiError(creation.response, create);
		const rival = await updateFound(item, path, externalId, fields);
		if (rival) return { ...rival, created: false };
		throw new VitallyError(
			'The instance came and went while it was to be changed',
			'Someone else is working on the same External ID. Run the item again.',
		);
	},
});

/** @returns `undefined` when there is none */
async function updateFound(
	item: ItemContext,
	path: string,
	externalId: string,
	fields: IDataObject,
): Promise<IDataObject | undefined> {
	const found = await findInstance(item, path, 'externalId', externalId);
	return found && (await update(item, path, String(found.id), fields));
}

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
	return response.status === 404 ? undefined : { id, ...writtenRecordOf(response, request) };
}
