import { fieldsFromTraits } from './customers.cts';
import type { Organization } from './customers.cts';
import type { Resource } from './resource.cts';
import type { ServiceState } from './serviceState.cts';

/** Fields of docs/public-facts.md, 4.2; the document names the resource only. */
export function organizationView(state: ServiceState, organization: Organization) {
	return {
		...organization,
		...fieldsFromTraits(organization.traits),
		accountsCount: state.accounts.countOf(organization.id),
		usersCount: state.users.countOf(organization.id),
	};
}

export const organizations: Resource<Organization> = {
	path: '/resources/organizations',
	label: 'Organization',
	view: organizationView,
	find: (state, { id }) => state.organizations.byEitherId(id),
};
