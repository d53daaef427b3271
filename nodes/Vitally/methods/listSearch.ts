import type { IDataObject } from 'n8n-workflow';

import { searchOf } from './pickList';

/** Newest first: the order that stays complete while records change. */
const query = { sortBy: 'createdAt' };

/** The searches behind the locators; `fields/locators` names them. */
export const listSearch = {
	searchAccounts: searchOf({
		path: '/resources/accounts',
		query: { ...query, status: 'activeOrChurned' },
		label: nameAndExternalId,
		hasGet: true,
	}),
	// The list of organizations is not in the document (public-facts.md, 4.2).
	searchOrganizations: searchOf({
		path: '/resources/organizations',
		query,
		label: nameAndExternalId,
		hasGet: true,
	}),
};

function nameAndExternalId({ id, name, externalId }: IDataObject): string {
	return externalId ? `${String(name)} (${String(externalId)})` : String(name ?? id);
}
