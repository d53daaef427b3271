import { fieldsFromTraits, newOrganization, npsScore } from './customers.cts';
import type { Organization } from './customers.cts';
import { destroyOrganization } from './destruction.cts';
import { recordToUpdate } from './externalIds.cts';
import type { DuplicateExternalId } from './externalIds.cts';
import type { Resource } from './resource.cts';
import type { Traits } from './row.cts';
import type { ServiceState } from './serviceState.cts';
import { mergeTraits } from './traits.cts';

interface OrganizationChange {
	name?: string;
	traits?: Traits;
}

interface OrganizationBody extends OrganizationChange {
	externalId: string;
	name: string;
}

export function organizationView(state: ServiceState, organization: Organization) {
	return {
		...organization,
		...fieldsFromTraits(organization.traits),
		accountsCount: state.accounts.countOf(organization.id),
		usersCount: state.users.countOf(organization.id),
		npsScore: npsScore(organization),
	};
}

export function createOrganization(
	state: ServiceState,
	body: OrganizationBody,
	duplicate: DuplicateExternalId = state.duplicateExternalId,
): Organization {
	const { externalId, name, traits } = body;
	const known = recordToUpdate(state.organizations, externalId, duplicate, 'organization');
	if (known) return updateOrganization(state, known, { name, traits });

	return state.organizations.insert(
		newOrganization(state.newRow(), externalId, name, mergeTraits({}, traits)),
	);
}

function updateOrganization(
	state: ServiceState,
	organization: Organization,
	{ name = organization.name, traits }: OrganizationChange,
): Organization {
	return state.organizations.change(organization, {
		name,
		traits: mergeTraits(organization.traits, traits),
		updatedAt: state.now(),
	});
}

/** docs/internal/beyond.md, 2 */
export const organizations: Resource<Organization> = {
	path: '/resources/organizations',
	label: 'Organization',
	view: organizationView,
	find: (state, { id }) => state.organizations.byEitherId(id),
	create: (state, body: OrganizationBody) => createOrganization(state, body),
	update: updateOrganization,
	remove: destroyOrganization,
};
