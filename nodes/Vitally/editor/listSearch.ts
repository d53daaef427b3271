import { VitallyError } from '../errors/vitallyError';
import { searchMethodOf, type RecordType } from '../records/recordType';
import { adminType, RECORD_TYPES, userType } from '../resources/recordTypes';
import { toNodeApiError } from '../transport/errors/toNodeApiError';
import { searchCustomFields } from './searchCustomFields';
import { pickListSearch, type ListSearch } from './pickListSearch';
import { searchProjectStatuses } from './searchProjectStatuses';
import { searchTraits } from './traitDefinitions';

/** By the names in `searchListMethod`. */
const lists: Record<string, ListSearch> = Object.fromEntries(
	RECORD_TYPES.flatMap((type) =>
		type.pickList ? [[searchMethodOf(type), pickListSearch({ ...type, ...type.pickList })]] : [],
	),
);

/** Users or teammates, by the role that is selected next to the field. */
function peopleBy(role: string, defaultRole: RecordType): ListSearch {
	const listOf = { admin: lists[searchMethodOf(adminType)], user: lists[searchMethodOf(userType)] };
	return async function (filter, paginationToken) {
		// Next to the field in a row; n8n does not resolve this for a field at the top.
		const chosen =
			this.getCurrentNodeParameter(`&${role}`) ??
			this.getCurrentNodeParameter(role) ??
			defaultRole.name;
		const list = chosen === 'admin' || chosen === 'user' ? listOf[chosen] : undefined;
		if (list) return await list.call(this, filter, paginationToken);
		throw new VitallyError(
			'The role is an expression, so there is no list to choose from',
			"Choose 'By Email' or 'By ID', or a fixed role.",
		);
	};
}

/** A search whose errors are those of n8n. */
function withNodeErrors(search: ListSearch): ListSearch {
	return async function (...parameters) {
		return await search.call(this, ...parameters).catch((error: Error) => {
			throw toNodeApiError(error, this.getNode());
		});
	};
}

/** By the names in `searchListMethod`. */
export const listSearch = Object.fromEntries(
	Object.entries<ListSearch>({
		...lists,
		searchCustomFields,
		searchProjectStatuses,
		searchRecipients: peopleBy('type', adminType),
		searchSenders: peopleBy('fromType', userType),
		searchTraits,
	}).map(([name, search]) => [name, withNodeErrors(search)]),
);
