import { found, HttpError } from '../httpError.cts';
import { updateConversation } from './conversations.cts';
import type { Conversation } from './conversations.cts';
import type { Message, MessageBody } from './messages.cts';
import type { ServiceState } from './serviceState.cts';

/**
 * Adds a message to a conversation; one with a known external id is updated, as by the conversation's own
 * update (a neutral choice).
 */
export function addMessage(
	state: ServiceState,
	conversation: Conversation,
	body: MessageBody,
): Message {
	const { messages } = updateConversation(state, conversation, { messages: [body] });
	const own = messages.find(({ externalId }) => externalId === body.externalId);
	return found(own, 'Message');
}

/**
 * A message by service id; by external id too where `alsoByExternalId` names it (docs/beyond.md, 18).
 *
 * @throws HttpError 404
 */
export function findMessage(state: ServiceState, id: string): Message {
	const takesExternalId = state.disputed.alsoByExternalId.includes('messages');
	const isNamed = (message: Message) =>
		message.id === id || (takesExternalId && message.externalId === id);
	for (const conversation of state.conversations.all()) {
		const message = conversation.messages.find(isNamed);
		if (message) return message;
	}
	throw new HttpError(404, 'Message not found.');
}

export function deleteMessage(state: ServiceState, id: string): void {
	for (const conversation of state.conversations.all()) {
		const messages = conversation.messages.filter((message) => message.id !== id);
		if (messages.length === conversation.messages.length) continue;
		state.conversations.change(conversation, { messages, updatedAt: state.now() });
		return;
	}
	throw new HttpError(404, 'Message not found.');
}
