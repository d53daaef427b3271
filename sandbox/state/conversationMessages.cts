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
	const added = messages.find(({ externalId }) => externalId === body.externalId);

	return found(added, 'Message');
}

/**
 * Finds a message by its service id.
 *
 * @throws HttpError 404 if there is none
 */
export function findMessage(state: ServiceState, id: string): Message {
	for (const conversation of state.conversations.all()) {
		const message = conversation.messages.find((candidate) => candidate.id === id);
		if (message) return message;
	}

	throw new HttpError(404, 'Message not found.');
}

/** @throws HttpError 404 if there is no such message */
export function deleteMessage(state: ServiceState, id: string): void {
	for (const conversation of state.conversations.all()) {
		const messages = conversation.messages.filter((message) => message.id !== id);
		if (messages.length === conversation.messages.length) continue;

		state.conversations.change(conversation, { messages, updatedAt: state.now() });

		return;
	}

	throw new HttpError(404, 'Message not found.');
}
