import type { Store } from '../state/store.cts';
import { Chance } from './chance.cts';
import { addAccounts, addAdmins, addOrganizations } from './customers.cts';

/** How many records of each kind. */
export interface DemoSize {
	accounts: number;
	organizations: number;
	users: number;
	admins: number;
}

export const DEMO_SIZE: DemoSize = {
	accounts: 240,
	organizations: 40,
	users: 600,
	admins: 12,
};

export type Seed = 'demo' | 'empty' | Partial<DemoSize>;

/** Fills an empty store; the same seed gives the same records, ids and times. */
export function seedStore(store: Store, seed: Seed): Store {
	if (seed === 'empty') return store;
	const size = { ...DEMO_SIZE, ...(seed === 'demo' ? {} : seed) };
	const chance = new Chance(size.accounts);
	const admins = addAdmins(store, size.admins);
	const organizations = addOrganizations(store, chance, size.organizations);
	addAccounts(store, chance, size.accounts, organizations, admins);
	return store;
}
