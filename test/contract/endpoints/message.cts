import { byId } from '../../fixtures/locators.cts';
import { at, on, type Endpoint } from '../endpoint.cts';

const message = on('message');

const messageId = byId('m-1');
const newMessage = {
	conversationId: byId('c-1'),
	externalId: 'T1-9',
	message: '<p>Hello</p>',
	fromId: byId('user-1'),
};

/** docs/internal/beyond.md, 8 */
export const MESSAGE: Endpoint[] = [
	at('POST', '/resources/conversations/:conversationId/messages', message('create', newMessage)),
	at('GET', '/resources/messages/:id', message('get', { messageId })),
	at('DELETE', '/resources/messages/:id', message('delete', { messageId })),
];
