import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { filterCollection } from '../../fields/collections';
import { simplifierOf } from '../../fields/list';
import {
	createdAfterFilter,
	subjectContainsFilter,
	updatedAfterFilter,
} from '../../fields/recordFilter';
import type { Operation } from '../../transport/item';
import { scopedPath } from '../../operations/parent';
import { readList } from '../../operations/getMany';
import { route } from '../../operations/route';
import { SIMPLE_ROW } from './conversation';

/** docs/service.md, Conversations and Pagination */
const getConversations: Operation = async (item, service) => {
	const conversations = await readList(item, service, {
		path: await scopedPath(item, service, 'conversations'),
		textField: 'subject',
	});
	return conversations.map(simplifierOf(item, SIMPLE_ROW));
};

export const getAll: INodePropertyOptions = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many conversations',
	description: 'Retrieve a list of conversations, without their messages',
	routing: route(getConversations),
};

const show = { resource: ['conversation'], operation: ['getAll'] };

export const getAllFields: INodeProperties[] = [
	filterCollection(show, [createdAfterFilter, subjectContainsFilter, updatedAfterFilter]),
];
