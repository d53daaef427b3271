import { defineResource } from '../../operations/definition/resource';
import { deleteOne } from '../../operations/delete';
import { get } from '../../operations/get';
import { messageType } from '../recordTypes';
import { createMessage } from './create';

/** docs/internal/beyond.md, 8 */
export const message = defineResource(messageType, {
	defaultOperation: 'get',
	operations: [
		createMessage,
		deleteOne(messageType, { description: 'Delete a message of a conversation permanently' }),
		get(messageType, { description: 'Retrieve a message of a conversation' }),
	],
});
