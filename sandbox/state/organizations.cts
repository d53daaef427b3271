import { found } from '../refusal.cts';
import { fieldsFromTraits } from './customers.cts';
import type { Organization } from './customers.cts';
import type { Store } from './store.cts';
import type { PageQuery } from './table.cts';

/** Fields of public-facts.md, 4.2; the document names the resource only. */
export function organizationView(store: Store, organization: Organization) {
	return {
		...organization,
		...fieldsFromTraits(organization.traits),
		accountsCount: store.accounts.countOf(organization.id),
		usersCount: store.users.countOf(organization.id),
	};
}

export function listOrganizations(store: Store, query: PageQuery) {
	const page = store.organizations.page(query);
	return { ...page, results: page.results.map((row) => organizationView(store, row)) };
}

/** @param id service or external id (public-facts.md, 4.2) */
export function getOrganization(store: Store, id: string): Organization {
	return found(store.organizations.byEitherId(id), 'Organization');
}
