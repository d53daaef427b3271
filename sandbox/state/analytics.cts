import { createAccount, updateAccount } from './accounts.cts';
import { newCustomer } from './customers.cts';
import type { Organization } from './customers.cts';
import type { Traits } from './row.cts';
import type { Store } from './store.cts';

/** service.md, Analytics API: account message. Its ids are the caller's own. */
export interface AccountMessage {
	accountId: string;
	traits?: Traits;
	timestamp?: string;
	messageId?: string;
	organizationId?: string;
}

/** Creates or updates the account; a message that came before changes nothing. */
export function receiveAccountMessage(store: Store, message: AccountMessage): void {
	const key = message.messageId ?? JSON.stringify(message);
	if (store.receivedMessages.has(key)) return;
	store.receivedMessages.add(key);

	const { accountId, traits: { name, ...traits } = {} } = message;
	const known = store.accounts.byExternalId(accountId);
	const organization = message.organizationId
		? organizationByExternalId(store, message.organizationId)
		: undefined;
	const change = {
		name: typeof name === 'string' ? name : (known?.name ?? accountId),
		traits,
		...(organization ? { organizationId: organization.id } : {}),
	};
	if (known) updateAccount(store, known, change);
	else createAccount(store, { externalId: accountId, ...change }, 'refuse');
}

/** An unknown organization comes into being, as accounts do (public-facts.md, 6). */
function organizationByExternalId(store: Store, externalId: string): Organization {
	return (
		store.organizations.byExternalId(externalId) ??
		store.organizations.insert({
			...newCustomer(store.newRow(), externalId, externalId, {}),
			organizationOwnerId: null,
		})
	);
}
