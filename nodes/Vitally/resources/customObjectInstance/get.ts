import { readRequiredId } from '../../fields/locators';
import { optionsField } from '../../fields/options';
import { VitallyError } from '../../errors/vitallyError';
import { explainNotFound } from '../../operations/locate';
import { idByName } from '../../operations/names';
import { pickedRecord, requiredLocator } from '../../operations/recordType';
import type { OperationDefinition } from '../../operations/definition/types';
import { customObjectInstanceType, customObjectType } from '../recordTypes';
import { findInstance, noInstanceError } from './instanceId';
import { explainInstance, instancesPath, searchEndpoint } from './locate';

/** The service reads single instances only through its search (docs/public-facts.md, 4.12). */
export const getInstance: OperationDefinition = {
	name: 'Get',
	value: 'get',
	action: 'Get custom object instance',
	description: 'Retrieve a custom object instance by its ID or external ID',
	remark: 'Archived ones are not found.',
	endpoints: [searchEndpoint],
	fields: [
		requiredLocator(customObjectType),
		requiredLocator(customObjectInstanceType),
		optionsField(),
	],
	run: async (item) => {
		const { mode, value } = pickedRecord(customObjectInstanceType, item);
		const { label } = customObjectInstanceType;
		const named = readRequiredId(value, label);
		const path = await instancesPath(item);
		const criterion = mode === 'externalId' ? 'externalId' : 'id';
		const id =
			mode === 'name' ? await idByName(item, customObjectInstanceType, named, label, path) : named;
		const { value: customObject } = pickedRecord(customObjectType, item);
		const explain = explainNotFound(customObjectType, customObject);
		const record = await findInstance(item, path, criterion, id, { explain });
		if (record) return [record];
		if (criterion === 'externalId') throw noInstanceError(id);
		const { message, description, field } = explainInstance(id);
		throw new VitallyError(message, description, { status: 404, field });
	},
};
