import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { setFields } from '../../fields/body';
import { archivedFilter, archivedOf } from '../../fields/archived';
import { filterCollection } from '../../fields/collections';
import { simplifierOf } from '../../fields/list';
import { optionalText } from '../../fields/text';
import {
	createdAfterFilter,
	subjectContainsFilter,
	updatedAfterFilter,
} from '../../fields/recordFilter';
import type { Operation } from '../../transport/item';
import { scopedPath } from '../../operations/parent';
import { readList } from '../../operations/getMany';
import { route } from '../../operations/route';
import { SIMPLE_FIELDS } from './note';

/** docs/service.md, Notes and Pagination */
const getNotes: Operation = async (item, service) => {
	const notes = await readList(item, service, {
		path: await scopedPath(item, service, 'notes'),
		query: setFields({
			archived: archivedOf(item),
			source: optionalText(item, 'filters.source', 'Source'),
		}),
		textField: 'subject',
	});
	return notes.map(simplifierOf(item, SIMPLE_FIELDS));
};

export const getAll: INodePropertyOptions = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many notes',
	description: 'Retrieve a list of notes',
	routing: route(getNotes),
};

const show = { resource: ['note'], operation: ['getAll'] };

export const getAllFields: INodeProperties[] = [
	filterCollection(show, [
		archivedFilter,
		createdAfterFilter,
		{
			displayName: 'Source',
			name: 'source',
			type: 'string',
			default: '',
			placeholder: 'e.g. zoom',
			description: 'Only notes of this integration, in upper or lower case',
		},
		subjectContainsFilter,
		updatedAfterFilter,
	]),
];
