import { HttpError } from '../httpError.cts';
import type { ServiceState } from './serviceState.cts';

export interface Participant {
	type: 'admin' | 'user';
	id: string;
}

/** docs/internal/service.md, Message. */
export interface Message {
	id: string;
	type: 'inbound' | 'outbound';
	externalId: string | null;
	conversationId: string;
	message: string;
	timestamp: string;
	from: Participant;
	to: Participant[];
	cc: Participant[];
	bcc: Participant[];
}

export interface MessageBody {
	externalId?: string;
	message?: string;
	timestamp?: string;
	from?: Participant;
	to?: Participant[];
	cc?: Participant[];
	bcc?: Participant[];
}

/**
 * Inserts new messages and updates known ones, matched by `externalId` (docs/internal/service.md,
 * Conversations).
 */
export function mergeMessages(
	state: ServiceState,
	conversationId: string,
	kept: Message[],
	sent: MessageBody[],
): Message[] {
	const merged = [...kept];

	for (const body of sent) {
		const index = merged.findIndex(
			({ externalId }) => body.externalId && externalId === body.externalId,
		);
		if (index < 0) merged.push(newMessage(state, conversationId, body));
		else merged[index] = withDirection({ ...merged[index], ...body });
	}

	return merged;
}

function newMessage(state: ServiceState, conversationId: string, body: MessageBody): Message {
	const { message, from, to, externalId = null, timestamp = state.now(), cc = [], bcc = [] } = body;

	if (message === undefined || !from || !to) {
		throw new HttpError(400, 'A new message needs message, from and to.');
	}

	const id = state.newId();

	return withDirection({
		id,
		// Follows from the sender.
		type: 'inbound',
		externalId,
		conversationId,
		message,
		timestamp,
		from,
		to,
		cc,
		bcc,
	});
}

/** Sets the type: a message from a user is inbound, that from an admin outbound (docs/internal/public-facts.md, 4.6). */
function withDirection(message: Message): Message {
	return { ...message, type: message.from.type === 'user' ? 'inbound' : 'outbound' };
}

/** Returns the ids of the participants of all messages, each once, in the order in which they appear. */
export function participantIds(messages: Message[], type: Participant['type']): string[] {
	const participants = messages.flatMap(({ from, to, cc, bcc }) => [from, ...to, ...cc, ...bcc]);
	const ids = participants.filter((participant) => participant.type === type).map(({ id }) => id);

	return [...new Set(ids)];
}
