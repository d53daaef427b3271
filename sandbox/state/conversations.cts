import { embeddedAccount } from './accounts.cts';
import { adminView } from './admins.cts';
import { recordToUpdate } from './externalIds.cts';
import type { DuplicateExternalId } from './externalIds.cts';
import { mergeMessages, participantIds } from './messages.cts';
import type { Message, MessageBody } from './messages.cts';
import { omit } from './omit.cts';
import { tiedTo } from './parents.cts';
import type { Ties } from './parents.cts';
import type { Resource } from './resource.cts';
import type { Row, Traits } from './row.cts';
import type { ServiceState } from './serviceState.cts';
import { mergeTraits } from './traits.cts';
import { userView } from './users.cts';

/** docs/internal/service.md, Conversation. `accountIds` and `organizationIds` follow from the messages. */
export interface Conversation extends Row, Ties {
	externalId: string | null;
	externalUrl: string | null;
	subject: string;
	traits: Traits;
	status: 'open' | 'closed' | null;
	rating: 'Satisfied' | 'Unsatisfied' | 'Neutral' | null;
	source: string | null;
	messages: Message[];
}

interface ConversationBody {
	externalId?: string;
	subject?: string;
	messages?: MessageBody[];
	traits?: Traits;
}

/** Returns a row of a list as it was seen: no messages, no link, more fields than in the document (docs/internal/public-facts.md, 4.5). */
function conversationRow(_state: ServiceState, conversation: Conversation) {
	return omit(conversation, 'messages', 'accountIds', 'organizationIds', 'externalUrl');
}

/** Returns a conversation with its messages and participants. */
function conversationView(state: ServiceState, conversation: Conversation) {
	const { messages, accountIds } = conversation;
	const users = participantIds(messages, 'user').flatMap((id) => state.users.get(id) ?? []);
	const admins = participantIds(messages, 'admin').flatMap((id) => state.admins.get(id) ?? []);

	return {
		...conversationRow(state, conversation),
		messages,
		externalUrl: conversation.externalUrl,
		accounts: accountIds.flatMap((id) => embeddedAccount(state, id) ?? []),
		users: users.map((user) => userView(state, user)),
		admins: admins.map((admin) => adminView(state, admin)),
	};
}

export function createConversation(
	state: ServiceState,
	body: ConversationBody,
	duplicate: DuplicateExternalId = state.duplicateExternalId,
): Conversation {
	const { externalId = null, subject = '', traits, messages = [] } = body;
	const known = recordToUpdate(state.conversations, body.externalId, duplicate, 'conversation');
	if (known) return updateConversation(state, known, body);

	const row = state.newRow();
	const merged = mergeMessages(state, row.id, [], messages);

	return state.conversations.insert({
		...row,
		externalId,
		externalUrl: null,
		subject,
		traits: mergeTraits({}, traits),
		status: null,
		rating: null,
		source: null,
		messages: merged,
		...customersOf(state, merged),
	});
}

export function updateConversation(
	state: ServiceState,
	conversation: Conversation,
	{ subject = conversation.subject, traits, messages = [] }: ConversationBody,
): Conversation {
	const merged = mergeMessages(state, conversation.id, conversation.messages, messages);

	return state.conversations.change(conversation, {
		subject,
		traits: mergeTraits(conversation.traits, traits),
		messages: merged,
		...customersOf(state, merged),
		updatedAt: state.now(),
	});
}

/** docs/internal/service.md, Conversations. One is found by service id only: the document names no other. */
export const conversations: Resource<Conversation> = {
	path: '/resources/conversations',
	label: 'Conversation',
	view: conversationView,
	listView: conversationRow,
	matches: tiedTo,
	create: (state, body: ConversationBody) => createConversation(state, body),
	update: updateConversation,
	remove: (state, conversation) => state.conversations.remove(conversation),
};

/** Returns the accounts and organizations of the participants. */
function customersOf(state: ServiceState, messages: Message[]): Ties {
	const users = participantIds(messages, 'user').flatMap((id) => state.users.get(id) ?? []);
	const accountIds = [...new Set(users.flatMap((user) => user.accountIds))];
	const owners = accountIds.map((id) => state.accounts.get(id)?.organizationId);
	const organizationIds = [...users.flatMap((user) => user.organizationIds), ...owners];

	return {
		accountIds,
		organizationIds: [...new Set(organizationIds.filter((id) => typeof id === 'string'))],
	};
}
