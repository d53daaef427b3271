import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { assertChanges } from '../../fields/body';
import { updateCollection } from '../../fields/collections';
import { writtenRecordOf } from '../../transport/records';
import { route } from '../../operations/route';
import { idInPath, write } from '../../operations/write';
import { bodyFields, instanceBody } from './body';
import { explainInstance, instancePath, instanceTurn } from './instance';

/** docs/service.md, Custom objects; the body is in docs/public-facts.md, 4.12. */
const updateInstance = write({
	turn: instanceTurn,
	request: async (item, service) => {
		const body = await instanceBody(item, service, 'updateFields');
		assertChanges(body);
		const path = await instancePath(item, service);
		return { method: 'PUT', path, body, explain: explainInstance(item) };
	},
	result: (response, request) => ({
		id: idInPath(request),
		...writtenRecordOf(response, request),
	}),
});

export const update: INodePropertyOptions = {
	name: 'Update',
	value: 'update',
	action: 'Update a custom object instance',
	description: 'Change fields and traits of an instance of a custom object',
	routing: route(updateInstance),
};

const nameField: INodeProperties = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	default: '',
	description: 'The new name of the instance',
};

export const updateFields: INodeProperties[] = [
	updateCollection({ resource: ['customObjectInstance'], operation: ['update'] }, [
		...bodyFields,
		nameField,
	]),
];
