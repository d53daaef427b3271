import type { INodePropertyOptions } from 'n8n-workflow';

import type { Operation } from '../../transport/item';
import { recordOf } from '../../transport/records';
import { route } from '../../operations/route';
import { customObjectPath, explainCustomObject } from './customObject';

/** docs/service.md, Custom objects */
const getCustomObject: Operation = async (item, service) => {
	const request = {
		method: 'GET' as const,
		path: customObjectPath(item),
		explain: explainCustomObject(item),
	};
	return [recordOf(await service.send(request), request)];
};

export const get: INodePropertyOptions = {
	name: 'Get',
	value: 'get',
	action: 'Get a custom object',
	description: 'Retrieve the definition of a custom object with its fields',
	routing: route(getCustomObject),
};
