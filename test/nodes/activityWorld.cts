import type { Sandbox } from '../../sandbox/sandbox.cts';
import type { Conversation } from '../../sandbox/state/conversations.cts';
import type { Note } from '../../sandbox/state/notes.cts';
import { addCustomers, row } from './customerWorld.cts';

/** The customers, user-1 of acc-1, the teammate admin-1, and the note category call. */
export function addPeople(sandbox: Sandbox): void {
	addCustomers(sandbox);
	const { state } = sandbox;
	state.users.insert({
		...row('user-1'),
		externalId: 'U1',
		name: 'Office Manager',
		email: 'office@customer.example',
		traits: {},
		joinDate: null,
		lastSeenTimestamp: null,
		npsLastScore: null,
		accountIds: ['acc-1'],
		organizationIds: [],
	});
	state.admins.insert({
		...row('admin-1'),
		name: 'Support Lead',
		email: 'lead@team.example',
		licenseStatus: 'active',
	});
	state.noteCategories.insert({ ...row('call'), name: 'Call' });
}

export function addConversation(
	{ state }: Sandbox,
	id: string,
	change: Partial<Conversation> = {},
): Conversation {
	return state.conversations.insert({
		...row(id),
		externalId: null,
		externalUrl: null,
		subject: `Subject of ${id}`,
		traits: {},
		status: null,
		rating: null,
		source: null,
		messages: [],
		accountIds: [],
		organizationIds: [],
		...change,
	});
}

/** The conversation c-1, external id T1, with one message from user-1 of acc-1 to admin-1. */
export function addThread(sandbox: Sandbox): void {
	addPeople(sandbox);
	addConversation(sandbox, 'c-1', {
		externalId: 'T1',
		accountIds: ['acc-1'],
		messages: [
			{
				id: 'm-1',
				type: 'inbound',
				externalId: 'T1-1',
				conversationId: 'c-1',
				message: '<p>Hello</p>',
				timestamp: '2026-01-01T00:00:00.000Z',
				from: { type: 'user', id: 'user-1' },
				to: [{ type: 'admin', id: 'admin-1' }],
				cc: [],
				bcc: [],
			},
		],
	});
}

export function addNote({ state }: Sandbox, id: string, change: Partial<Note> = {}): Note {
	return state.notes.insert({
		...row(id),
		accountId: 'acc-1',
		organizationId: null,
		externalId: null,
		note: `<p>Text of ${id}</p>`,
		noteDate: '2026-01-01T00:00:00.000Z',
		subject: `Subject of ${id}`,
		authorId: null,
		categoryId: null,
		archivedAt: null,
		source: null,
		tags: [],
		traits: {},
		...change,
	});
}
