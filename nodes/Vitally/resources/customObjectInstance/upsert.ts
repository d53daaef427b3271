import { additionalCollection } from '../../fields/collections';
import { nameField } from '../../fields/text';
import {
	bodyProperties,
	newRecordBody,
	readBody,
	type BodyDefinition,
} from '../../operations/body/bodyDefinition';
import { requiredTextField } from '../../operations/body/bodyField';
import { updateOrCreate, upsertRow } from '../../operations/upsert';
import { requiredLocator } from '../../records/recordType';
import { customObjectInstanceType, customObjectType } from '../recordTypes';
import { updateIfExists } from '../updateIfExists';
import { explainCreation, owners } from './fields';
import { instanceSource } from './instanceSource';
import { instancesPath, searchEndpoint } from './locate';

const spec: BodyDefinition = {
	required: [requiredTextField(nameField)],
	optional: owners,
	hasTraits: true,
	traitsDefinedBy: customObjectType,
};

/**
 * What a POST of a known external ID does to an instance is unknown, so the instance is searched for first.
 * Source: docs/internal/public-facts.md, 4.12
 */
export const upsertInstance = upsertRow(customObjectInstanceType, {
	above: [requiredLocator(customObjectType)],
	body: spec,
	docsNote: 'Looks for the External ID with one search.',
	reads: [searchEndpoint],
	fields: bodyProperties(spec, additionalCollection),
	run: async (item, externalId) => {
		const path = await instancesPath(item);
		const fields = await readBody(item, spec, 'additionalFields');
		const body = { externalId, ...newRecordBody(item, fields) };
		return await updateOrCreate(item, {
			source: instanceSource(path),
			externalId,
			create: { method: 'POST', path, body, explain: explainCreation(item, body) },
			update: async ({ id }) => await updateIfExists(item, path, id, fields),
		});
	},
});
