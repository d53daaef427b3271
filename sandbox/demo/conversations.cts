import type { Admin } from '../state/admins.cts';
import { createConversation } from '../state/conversations.cts';
import type { Conversation } from '../state/conversations.cts';
import type { Message, Participant } from '../state/messages.cts';
import type { ServiceState } from '../state/serviceState.cts';
import type { User } from '../state/users.cts';
import { daysAgo } from './calendar.cts';
import type { SeededRandom } from './seededRandom.cts';

const TOPICS = [
	['Export takes too long', 'The nightly export needs four hours since Monday.'],
	['Question about the invoice', 'Which seats does the last invoice cover?'],
	['Training for new colleagues', 'Eight people start in the next month.'],
	['Request: dark theme', 'Several teams ask for a dark theme.'],
	['Renewal terms', 'Could we move to a yearly plan?'],
] as const;

const RATINGS: Conversation['rating'][] = ['Satisfied', 'Unsatisfied', 'Neutral', null];

/** Adds threads between a user and an admin, with two to four messages. */
export function addConversations(
	state: ServiceState,
	random: SeededRandom,
	count: number,
	{ users, admins }: { users: User[]; admins: Admin[] },
): void {
	if (users.length === 0 || admins.length === 0) return;

	for (let index = 0; index < count; index += 1) {
		const user: Participant = { type: 'user', id: random.pick(users).id };
		const admin: Participant = { type: 'admin', id: random.pick(admins).id };
		const [subject, text] = random.pick(TOPICS);
		const age = random.between(2, 300) + random.fraction();
		const messages = Array.from({ length: random.between(2, 4) }, (_, turn) => ({
			externalId: `thread-${index + 1}-${turn + 1}`,
			message: `<p>${turn === 0 ? text : `Answer ${turn} to: ${subject}`}</p>`,
			timestamp: daysAgo(age - turn / 4),
			from: turn % 2 === 0 ? user : admin,
			to: [turn % 2 === 0 ? admin : user],
		}));
		const body = { externalId: `thread-${index + 1}`, subject, messages };
		const conversation = createConversation(state, body);
		const status = random.percent(60) ? 'closed' : 'open';
		const rating = status === 'closed' ? random.pick(RATINGS) : null;
		const source = random.pick(['google', 'intercom', 'outlook', null]);
		const isCopyOfMail = source === 'google';

		state.conversations.change(conversation, {
			createdAt: daysAgo(age),
			updatedAt: daysAgo(age - 1),
			status,
			rating,
			traits: { 'zendesk.status': status },
			source,
			messages: isCopyOfMail ? allOutbound(conversation.messages) : conversation.messages,
		});
	}
}

/**
 * Makes all messages outbound: the type of a copy of an e-mail says nothing about its direction
 * (docs/internal/public-facts.md, 4.6).
 */
function allOutbound(messages: Message[]): Message[] {
	return messages.map((message) => ({ ...message, type: 'outbound' }));
}
