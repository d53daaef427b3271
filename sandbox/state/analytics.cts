import { HttpError } from '../httpError.cts';
import { createAccount, updateAccount } from './accounts.cts';
import type { Account, Organization } from './customers.cts';
import { createInstance, getCustomObject, updateInstance } from './customObjects.cts';
import { createOrganization, updateOrganization } from './organizations.cts';
import type { Traits } from './row.cts';
import type { ServiceState } from './serviceState.cts';
import { createUser, updateUser } from './users.cts';

/** docs/public-facts.md, 6. All ids but `customObjectId` are the caller's own. */
interface Timed {
	timestamp?: string;
	messageId?: string;
}

export interface AccountMessage extends Timed {
	type: 'account';
	accountId: string;
	organizationId?: string;
	traits?: Traits;
}

export interface OrganizationMessage extends Timed {
	type: 'organization';
	organizationId: string;
	traits?: Traits;
}

export interface UserMessage extends Timed {
	type: 'user';
	userId: string;
	accountId?: string;
	organizationId?: string;
	traits: Traits;
}

export interface TrackMessage extends Timed {
	type: 'track';
	event: string;
	properties: Traits;
	userId?: string;
	accountId?: string;
	organizationId?: string;
}

export interface UnlinkMessage extends Timed {
	type: 'unlink';
	userId: string;
	accountId: string;
}

export interface InstanceMessage extends Timed {
	type: 'customobjectinstance';
	externalId: string;
	customObjectId: string;
	accountId?: string;
	organizationId?: string;
	name?: string;
	traits: Traits;
}

export type AnalyticsMessage =
	| AccountMessage
	| OrganizationMessage
	| UserMessage
	| TrackMessage
	| UnlinkMessage
	| InstanceMessage;

export type AnalyticsType = AnalyticsMessage['type'];

export const ANALYTICS_TYPES: readonly AnalyticsType[] = [
	'account',
	'organization',
	'user',
	'track',
	'unlink',
	'customobjectinstance',
];

/**
 * Carries messages out in their order; one that came before changes nothing. None is carried out when
 * one of them is refused (a neutral choice).
 */
export function receiveMessages(state: ServiceState, messages: AnalyticsMessage[]): void {
	for (const message of messages) assertAllowed(state, message);
	for (const message of messages) {
		const key = message.messageId ?? JSON.stringify(message);
		if (state.receivedMessages.has(key)) continue;
		state.receivedMessages.add(key);
		receive(state, message);
	}
}

/** @throws HttpError 400 for a blocked type, or an instance of no custom object */
function assertAllowed(state: ServiceState, message: AnalyticsMessage): void {
	const { type } = message;
	if (state.blockedMessages.has(type)) {
		const name = `${type.charAt(0).toUpperCase()}${type.slice(1)}`;
		throw new HttpError(400, `${name} messages are blocked.`);
	}
	if (type === 'customobjectinstance' && !state.customObjects.get(message.customObjectId)) {
		throw new HttpError(400, 'customObjectId is not the id of a custom object.');
	}
}

function receive(state: ServiceState, message: AnalyticsMessage): void {
	switch (message.type) {
		case 'account':
			return void putAccount(state, message);
		case 'organization':
			return void putOrganization(state, message.organizationId, message.traits);
		case 'user':
			return putUser(state, message);
		case 'track':
			return void state.events.push(message);
		case 'unlink':
			return unlink(state, message);
		case 'customobjectinstance':
			return putInstance(state, message);
	}
}

/** The trait `name` sets the record's own (docs/public-facts.md, 6). */
function apart({ name, ...traits }: Traits = {}) {
	return { name: typeof name === 'string' ? name : undefined, traits };
}

function putAccount(
	state: ServiceState,
	{ accountId, organizationId, traits: all }: Omit<AccountMessage, 'type'>,
): Account {
	const { name, traits } = apart(all);
	const owner = organizationId ? putOrganization(state, organizationId) : undefined;
	const change = { name, traits, ...(owner && { organizationId: owner.id }) };
	const known = state.accounts.byExternalId(accountId);
	if (known) return updateAccount(state, known, change);
	return createAccount(state, { externalId: accountId, ...change, name: name ?? accountId });
}

/** Without traits it only comes into being, where it is unknown. */
function putOrganization(state: ServiceState, externalId: string, all?: Traits): Organization {
	const { name, traits } = apart(all);
	const known = state.organizations.byExternalId(externalId);
	if (known) return all ? updateOrganization(state, known, { name, traits }) : known;
	return createOrganization(state, { externalId, name: name ?? externalId, traits });
}

/** An unknown account or organization comes into being (docs/public-facts.md, 6). */
function customersOf(
	state: ServiceState,
	{ accountId, organizationId }: { accountId?: string; organizationId?: string },
) {
	const account =
		accountId === undefined
			? undefined
			: (state.accounts.byExternalId(accountId) ?? putAccount(state, { accountId }));
	const organization =
		organizationId === undefined ? undefined : putOrganization(state, organizationId);
	return { account, organization };
}

function putUser(state: ServiceState, { userId, traits: all, ...customers }: UserMessage): void {
	const { account, organization } = customersOf(state, customers);
	const { name, traits } = apart(all);
	const { avatar, email, createdAt, ...others } = traits;
	const change = {
		...(name !== undefined && { name }),
		...(typeof avatar === 'string' && { avatar }),
		...(typeof email === 'string' && { email }),
		...(typeof createdAt === 'string' && { joinDate: createdAt }),
		traits: others,
		accountIds: account ? [account.id] : [],
		organizationIds: organization ? [organization.id] : [],
	};
	const known = state.users.byExternalId(userId);
	if (known) updateUser(state, known, change);
	else createUser(state, { externalId: userId, ...change });
}

/** Where there is no such tie, nothing happens. */
function unlink(state: ServiceState, { userId, accountId }: UnlinkMessage): void {
	const user = state.users.byExternalId(userId);
	const account = state.accounts.byExternalId(accountId);
	if (!user || !account || !user.accountIds.includes(account.id)) return;
	const accountIds = user.accountIds.filter((id) => id !== account.id);
	state.users.change(user, { accountIds, updatedAt: state.now() });
}

function putInstance(state: ServiceState, message: InstanceMessage): void {
	const { externalId, customObjectId, name, traits } = message;
	const { account, organization } = customersOf(state, message);
	const body = {
		externalId,
		traits,
		...(name !== undefined && { name }),
		...(account && { customerId: account.id }),
		...(organization && { organizationId: organization.id }),
	};
	const { id } = getCustomObject(state, customObjectId);
	const known = [...state.instances.all()].find(
		(one) => one.customObjectId === id && one.externalId === externalId,
	);
	if (known) updateInstance(state, known, body);
	else createInstance(state, id, body);
}
