import { HttpError } from '../httpError.cts';
import { createAccount, updateAccount } from './accounts.cts';
import { newOrganization } from './customers.cts';
import type { Account, Organization } from './customers.cts';
import { createInstance, updateInstance } from './customObjects.cts';
import type { InstanceBody } from './customObjects.cts';
import type { Traits } from './row.cts';
import type { ServiceState } from './serviceState.cts';
import { mergeTraits } from './traits.cts';
import { newUser } from './users.cts';

/** The types of messages, as paths and batches name them (docs/internal/public-facts.md, 6). */
export const ANALYTICS_TYPES = [
	'account',
	'organization',
	'user',
	'track',
	'unlink',
	'customobjectinstance',
] as const;
export type AnalyticsType = (typeof ANALYTICS_TYPES)[number];

/** A message; the contract has checked which of its fields its type has. Its ids are the caller's own. */
export interface Message {
	type: AnalyticsType;
	timestamp?: string;
	messageId?: string;
	accountId?: string;
	organizationId?: string;
	userId?: string;
	traits?: Traits;
	event?: string;
	properties?: Record<string, unknown>;
	/** A service id. */
	customObjectId?: string;
	externalId?: string;
	name?: string;
}

/** An event that was counted. The ids are service ids. */
export interface TrackedEvent {
	event: string;
	properties: Record<string, unknown>;
	userId: string | null;
	accountId: string | null;
	organizationId: string | null;
	at: string;
}

const RECEIVERS: Record<AnalyticsType, (state: ServiceState, message: Message) => unknown> = {
	account: receiveAccount,
	organization: receiveOrganization,
	user: receiveUser,
	track: receiveEvent,
	unlink: receiveUnlink,
	customobjectinstance: receiveInstance,
};

/**
 * Carries out messages in their order; one that came before changes nothing. None is carried out when
 * a type among them is blocked. What is before another rejected message is carried out: the result of a batch
 * with a bad message is not published (docs/internal/public-facts.md, 6).
 *
 * @throws HttpError 400
 */
export function receiveMessages(state: ServiceState, messages: Message[]): void {
	for (const { type } of messages) {
		if (state.blockedMessages.has(type)) {
			throw new HttpError(400, `${type[0].toUpperCase()}${type.slice(1)} messages are blocked.`);
		}
	}

	for (const message of messages) {
		const key = message.messageId ?? JSON.stringify(message);
		if (state.receivedMessages.has(key)) continue;

		RECEIVERS[message.type](state, message);
		state.receivedMessages.add(key);
	}
}

function receiveAccount(state: ServiceState, message: Message): void {
	const { accountId = '', organizationId, traits: { name, ...traits } = {} } = message;
	const known = state.accounts.byExternalId(accountId);
	const organization =
		organizationId === undefined ? undefined : findOrCreateOrganization(state, organizationId);
	const change = {
		name: typeof name === 'string' ? name : (known?.name ?? accountId),
		traits,
		organizationId: organization?.id,
	};

	if (known) {
		updateAccount(state, known, change);
	} else {
		createAccount(state, { externalId: accountId, ...change });
	}
}

function receiveOrganization(state: ServiceState, message: Message): void {
	const { organizationId = '', traits: { name, ...traits } = {} } = message;
	const organization = findOrCreateOrganization(state, organizationId);

	state.organizations.change(organization, {
		name: typeof name === 'string' ? name : organization.name,
		traits: mergeTraits(organization.traits, traits),
		updatedAt: state.now(),
	});
}

/** Some traits set a user's own fields (docs/internal/public-facts.md, 6). */
function receiveUser(state: ServiceState, message: Message): void {
	const { userId = '', accountId, organizationId, traits: sent = {} } = message;
	const { name, avatar, email, createdAt, ...traits } = sent;
	const user =
		state.users.byExternalId(userId) ?? state.users.insert(newUser(state.newRow(), userId));
	const accounts = accountId === undefined ? [] : [findOrCreateAccount(state, accountId).id];
	const organizations =
		organizationId === undefined ? [] : [findOrCreateOrganization(state, organizationId).id];

	state.users.change(user, {
		name: typeof name === 'string' ? name : user.name,
		avatar: typeof avatar === 'string' ? avatar : user.avatar,
		email: typeof email === 'string' ? email : user.email,
		joinDate: typeof createdAt === 'string' ? createdAt : user.joinDate,
		traits: mergeTraits(user.traits, traits),
		accountIds: moveToEnd(user.accountIds, accounts),
		organizationIds: moveToEnd(user.organizationIds, organizations),
		updatedAt: state.now(),
	});
}

/**
 * An event of a user alone counts for the user's latest account (docs/internal/public-facts.md, 6). That unknown
 * ids count for nothing is a neutral choice.
 */
function receiveEvent(state: ServiceState, message: Message): void {
	const { event = '', properties = {}, timestamp = state.now() } = message;
	const user = state.users.byExternalId(message.userId);
	const organization = state.organizations.byExternalId(message.organizationId);
	const accountId =
		message.accountId === undefined
			? user?.accountIds.at(-1)
			: state.accounts.byExternalId(message.accountId)?.id;

	state.events.push({
		event,
		properties,
		userId: user?.id ?? null,
		accountId: accountId ?? null,
		organizationId: organization?.id ?? null,
		at: timestamp,
	});
}

/** What is not tied stays so; that this is no error is a neutral choice. */
function receiveUnlink(state: ServiceState, { userId, accountId }: Message): void {
	const user = state.users.byExternalId(userId);
	const account = state.accounts.byExternalId(accountId);
	if (!user || !account || !user.accountIds.includes(account.id)) return;

	const accountIds = user.accountIds.filter((id) => id !== account.id);

	state.users.change(user, { accountIds, updatedAt: state.now() });
}

/**
 * Adds or changes an instance. It needs an account or organization that is there: a neutral choice, as
 * nothing says it.
 */
function receiveInstance(state: ServiceState, message: Message): void {
	const { customObjectId, externalId = '', name, traits } = message;

	if (!state.customObjects.get(customObjectId)) {
		throw new HttpError(400, 'customObjectId is not the id of a custom object.');
	}

	const account = state.accounts.byExternalId(message.accountId);

	if (message.accountId !== undefined && !account) {
		throw new HttpError(400, 'accountId is not the external id of an account.');
	}

	const organization = state.organizations.byExternalId(message.organizationId);

	if (message.organizationId !== undefined && !organization) {
		throw new HttpError(400, 'organizationId is not the external id of an organization.');
	}

	const change: InstanceBody = { traits };
	if (name !== undefined) change.name = name;
	if (account) change.customerId = account.id;
	if (organization) change.organizationId = organization.id;

	const known = [...state.instances.all()].find(
		(instance) => instance.customObjectId === customObjectId && instance.externalId === externalId,
	);
	if (known) updateInstance(state, known, change);
	else createInstance(state, customObjectId, { externalId, ...change });
}

/** Finds an account, and creates it if it does not exist yet (docs/internal/public-facts.md, 6). */
function findOrCreateAccount(state: ServiceState, externalId: string): Account {
	return (
		state.accounts.byExternalId(externalId) ??
		createAccount(state, { externalId, name: externalId })
	);
}

/** Finds an organization, and creates it if it does not exist yet (docs/internal/public-facts.md, 6). */
function findOrCreateOrganization(state: ServiceState, externalId: string): Organization {
	return (
		state.organizations.byExternalId(externalId) ??
		state.organizations.insert(newOrganization(state.newRow(), externalId, externalId, {}))
	);
}

/** Adds ids at the end, where the latest is; those that are there already move. */
function moveToEnd(ids: string[], latest: string[]): string[] {
	return [...ids.filter((id) => !latest.includes(id)), ...latest];
}
