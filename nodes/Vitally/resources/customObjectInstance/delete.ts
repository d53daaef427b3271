import type { INodePropertyOptions } from 'n8n-workflow';

import { route } from '../../operations/route';
import { idInPath, write } from '../../operations/write';
import { explainInstance, instancePath, instanceTurn } from './instance';

/** docs/service.md, Custom objects; that the instance is archived is a public fact (docs/public-facts.md, 4.12). */
const deleteInstance = write({
	turn: instanceTurn,
	request: async (item, service) => ({
		method: 'DELETE',
		path: await instancePath(item, service),
		explain: explainInstance(item),
	}),
	result: (_response, request) => ({ deleted: true, id: idInPath(request) }),
});

export const deleteOption: INodePropertyOptions = {
	name: 'Delete',
	value: 'delete',
	action: 'Delete a custom object instance',
	description: 'Delete an instance of a custom object; Vitally keeps it among the archived ones',
	routing: route(deleteInstance),
};
