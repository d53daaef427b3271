import { VitallyError } from '../../errors/vitallyError';
import { readRequiredId } from '../../fields/locators';
import type { OperationDefinition } from '../../operations/definition/types';
import { explainNotFound, selectedRecord } from '../../records/locate';
import { readByExternalId } from '../../records/recordSource';
import { requiredLocator } from '../../records/recordType';
import { missingError } from '../../records/resolveId';
import { customObjectInstanceType, customObjectType } from '../recordTypes';
import {
	instanceId,
	instanceNotFound,
	instanceSource,
	instancesPath,
	searchEndpoint,
	searchInstances,
} from './locate';

/** The service reads single instances only through its search (docs/internal/public-facts.md, 4.12). */
export const getInstance: OperationDefinition = {
	name: 'Get',
	value: 'get',
	action: 'Get custom object instance',
	description: 'Retrieve a custom object instance by its ID or external ID',
	docsNote: 'Archived ones are not found.',
	endpoints: [searchEndpoint],
	fields: [requiredLocator(customObjectType), requiredLocator(customObjectInstanceType)],
	run: async (item) => {
		const selected = selectedRecord(customObjectInstanceType, item);
		const { label } = customObjectInstanceType;
		const named = readRequiredId(selected.value, label);
		const { value: customObject } = selectedRecord(customObjectType, item);
		const explain = explainNotFound(customObjectType, customObject);
		const path = await instancesPath(item);
		if (selected.mode === 'externalId') {
			const source = instanceSource(path, explain);
			const record = await readByExternalId(item, source, named);
			if (!record) throw missingError(source, selected, label);
			return [record];
		}
		const id = await instanceId(item, path, selected);
		const [record] = await searchInstances(item, path, { id }, explain);
		if (record) return [record];
		const { message, description, field } = instanceNotFound(id);
		throw new VitallyError(message, description, { status: 404, field });
	},
};
