import { createConversation } from '../state/conversations.cts';
import type { Account } from '../state/customers.cts';
import { createInstance } from '../state/customObjects.cts';
import type { Participant } from '../state/messages.cts';
import type { ServiceState } from '../state/serviceState.cts';
import { daysAgo } from './calendar.cts';
import { keyRole } from './customers.cts';
import { addDefinition } from './deals.cts';

/** Adds what few workspaces have, and was seen in some. */
export function addRarities(state: ServiceState): void {
	const [account, other] = state.accounts.all();
	if (!other) return;

	addKeyRoles(state, account);
	addSpellings(state, account);
	addSharedInstance(state, account.id, other.id);
	addSlackThread(state, account.id);
	addTwinTask(state);
}

/** Adds a role with a person, and a role that nobody has. */
function addKeyRoles(state: ServiceState, account: Account): void {
	const [admin] = state.admins.all();
	if (!admin) return;

	const roles = ['Onboarding Specialist', 'Executive Sponsor'].map((label, index) => {
		const role = keyRole(state, admin);
		const isFilled = index === 0;

		return {
			...role,
			keyRole: { ...role.keyRole, label },
			vitallyUser: isFilled ? role.vitallyUser : null,
		};
	});

	state.accounts.change(account, { keyRoles: [...account.keyRoles, ...roles] });
}

/** Adds a trait under two keys with the same label, of which the first has a negative value. */
function addSpellings(state: ServiceState, account: Account): void {
	const createdAt = daysAgo(700);
	const paths = [
		'vitally.custom.credit_discount_percent',
		'vitally.custom.credit-discount-percent',
	];

	for (const path of paths) {
		const label = 'Credit Discount Percent';
		const row = { id: state.newId(), createdAt, updatedAt: createdAt };
		const definition = { model: 'accounts' as const, label, path, type: 'number', options: null };

		state.traitDefinitions.insert({ ...row, ...definition });
	}

	state.accounts.change(account, { traits: { ...account.traits, [paths[0]]: -5 } });
}

/** Adds custom objects with capital letters in their names, and an instance of two accounts. */
function addSharedInstance(state: ServiceState, customerId: string, furtherId: string): void {
	const { id } = addDefinition(state, 'Opportunity', 'Opportunities', { stage: 'string' });

	addDefinition(state, 'featureRequest', 'Feature Requests', { area: 'string' });
	const body = { name: 'Joint renewal', externalId: 'opportunity-1', customerId };
	const instance = createInstance(state, id, body);
	const times = { createdAt: daysAgo(30), updatedAt: daysAgo(3) };

	state.instances.change(instance, { ...times, furtherCustomerIds: [furtherId] });
}

/** Adds a thread of a chat, in which the messages of teammates are inbound too. */
function addSlackThread(state: ServiceState, accountId: string): void {
	const [admin] = state.admins.all();
	const user = [...state.users.all()].find(({ accountIds }) => accountIds.includes(accountId));
	if (!admin || !user) return;

	const customer: Participant = { type: 'user', id: user.id };
	const teammate: Participant = { type: 'admin', id: admin.id };
	const texts = ['Is the new report live?', 'Since this morning.', 'Found it, thank you.'];
	const messages = texts.map((text, index) => ({
		externalId: `slack-1-${index + 1}`,
		message: `<p>${text}</p>`,
		timestamp: daysAgo(4 - index / 10),
		from: index === 1 ? teammate : customer,
		to: [index === 1 ? customer : teammate],
	}));
	const subject = 'Question in the shared channel';
	const conversation = createConversation(state, { externalId: 'slack-1', subject, messages });

	state.conversations.change(conversation, {
		createdAt: daysAgo(4),
		updatedAt: daysAgo(3.8),
		status: 'open',
		source: 'slack',
		messages: conversation.messages.map((message) => ({ ...message, type: 'inbound' as const })),
	});
}

/** Adds a task a second time: the service itself creates some twice, in the same second. */
function addTwinTask(state: ServiceState): void {
	const [task] = state.tasks.all();
	if (task) state.tasks.insert({ ...task, id: state.newId(), externalId: null });
}
