import { readBody } from '../../operations/body/bodyDefinition';
import { updateOrCreate, upsertRow } from '../../operations/upsert';
import { requiredLocator } from '../../records/recordType';
import { customObjectInstanceType, customObjectType } from '../recordTypes';
import { newInstance } from './fields';
import { instanceSource, instancesPath, searchEndpoint } from './locate';

/**
 * What a POST of a known external ID does to an instance is unknown, so the instance is searched for first.
 * Source: docs/internal/public-facts.md, 4.12
 */
export const upsertInstance = upsertRow(customObjectInstanceType, {
	above: [requiredLocator(customObjectType)],
	body: newInstance,
	docsNote: 'Looks for the External ID with one search.',
	reads: [searchEndpoint],
	run: async (item, externalId) => {
		const path = await instancesPath(item);
		const fields = await readBody(item, newInstance, 'additionalFields');
		return await updateOrCreate(item, { source: instanceSource(path), externalId, fields });
	},
});
