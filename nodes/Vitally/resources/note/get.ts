import type { INodePropertyOptions } from 'n8n-workflow';

import { simplifierOf } from '../../fields/list';
import type { Operation } from '../../transport/item';
import { route } from '../../operations/route';
import { pickedNote, readNote, SIMPLE_FIELDS } from './note';

/** docs/service.md, Notes */
const getNote: Operation = async (item, service) => [
	simplifierOf(item, SIMPLE_FIELDS)(await readNote(service, pickedNote(item))),
];

export const get: INodePropertyOptions = {
	name: 'Get',
	value: 'get',
	action: 'Get a note',
	description: 'Retrieve a note by its ID or external ID',
	routing: route(getNote),
};
