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
 * A message by service id.
 *
 * @throws HttpError 404
 */
export function findMessage(state: ServiceState, id: string): Message {
	for (const conversation of state.conversations.all()) {
		const message = conversation.messages.find((one) => one.id === id);
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
