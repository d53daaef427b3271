import { idText } from '../../fields/locators';
import { optionsField } from '../../fields/options';
import { VitallyError } from '../../errors/vitallyError';
import { explainNotFound } from '../../operations/locate';
import { pickedRecord, requiredLocator } from '../../operations/recordType';
import type { OperationRow } from '../../operations/resource';
import { customObjectInstanceType, customObjectType } from '../recordTypes';
import { findInstance, noInstanceError } from './instanceId';
import { explainInstance, instancesPath, searchEndpoint } from './locate';

/** The service reads single instances only through its search (docs/public-facts.md, 4.12). */
export const getInstance: OperationRow = {
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
		const path = instancesPath(item);
		const { mode, value } = pickedRecord(customObjectInstanceType, item);
		const id = idText(value, customObjectInstanceType.label);
		const criterion = mode === 'externalId' ? 'externalId' : 'id';
		const explain = explainNotFound(customObjectType, pickedRecord(customObjectType, item).value);
		const record = await findInstance(item, path, criterion, id, { explain });
		if (record) return [record];
		if (criterion === 'externalId') throw noInstanceError(id);
		const { message, description, field } = explainInstance(id);
		throw new VitallyError(message, description, { status: 404, field });
	},
};
