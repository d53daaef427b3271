import { found } from '../httpError.cts';
import { fieldsFromTraits } from './customers.cts';
import type { Organization } from './customers.cts';
import type { ServiceState } from './serviceState.cts';
import type { PageQuery } from './table.cts';

/** Fields of public-facts.md, 4.2; the document names the resource only. */
export function organizationView(state: ServiceState, organization: Organization) {
	return {
		...organization,
		...fieldsFromTraits(organization.traits),
		accountsCount: state.accounts.countOf(organization.id),
		usersCount: state.users.countOf(organization.id),
	};
}

export function listOrganizations(state: ServiceState, query: PageQuery) {
	const page = state.organizations.page(query);
	return { ...page, results: page.results.map((row) => organizationView(state, row)) };
}

/** @param id service or external id (public-facts.md, 4.2) */
export function getOrganization(state: ServiceState, id: string): Organization {
	return found(state.organizations.byEitherId(id), 'Organization');
}
