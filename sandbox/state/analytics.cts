import { createAccount, updateAccount } from './accounts.cts';
import { newCustomer } from './customers.cts';
import type { Organization } from './customers.cts';
import type { Traits } from './row.cts';
import type { ServiceState } from './serviceState.cts';

/** docs/service.md, Analytics API: account message. Its ids are the caller's own. */
export interface AccountMessage {
	accountId: string;
	traits?: Traits;
	timestamp?: string;
	messageId?: string;
	organizationId?: string;
}

/** Creates or updates the account; a message that came before changes nothing. */
export function receiveAccountMessage(state: ServiceState, message: AccountMessage): void {
	const key = message.messageId ?? JSON.stringify(message);
	if (state.receivedMessages.has(key)) return;
	state.receivedMessages.add(key);

	const { accountId, traits: { name, ...traits } = {} } = message;
	const known = state.accounts.byExternalId(accountId);
	const organization = message.organizationId
		? organizationByExternalId(state, message.organizationId)
		: undefined;
	const change = {
		name: typeof name === 'string' ? name : (known?.name ?? accountId),
		traits,
		...(organization ? { organizationId: organization.id } : {}),
	};
	if (known) updateAccount(state, known, change);
	else createAccount(state, { externalId: accountId, ...change });
}

/** An unknown organization comes into being, as accounts do (docs/public-facts.md, 6). */
function organizationByExternalId(state: ServiceState, externalId: string): Organization {
	return (
		state.organizations.byExternalId(externalId) ??
		state.organizations.insert({
			...newCustomer(state.newRow(), externalId, externalId, {}),
			organizationOwnerId: null,
		})
	);
}
