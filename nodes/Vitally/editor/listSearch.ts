import { VitallyError } from '../errors/vitallyError';
import { searchCustomFields } from './customFields';
import { searchProjectStatuses } from './projectStatuses';
import { pickListSearch, type ListSearch } from './pickListSearch';
import { searchTraits } from './searchTraits';
import { toNodeApiError } from '../transport/errors/nodeError';
import { searchMethodOf, type RecordType } from '../operations/recordType';
import { adminType, RECORD_TYPES, userType } from '../resources/recordTypes';

/** By the names that the fields use. */
const lists: Record<string, ListSearch> = Object.fromEntries(
	RECORD_TYPES.flatMap((type) =>
		type.pickList
			? [[searchMethodOf(type), pickListSearch({ path: type.path, ...type.pickList })]]
			: [],
	),
);

/** The people of the role that is chosen beside the field. */
function peopleBy(role: string, defaultRole: RecordType): ListSearch {
	const listOf = { admin: lists[searchMethodOf(adminType)], user: lists[searchMethodOf(userType)] };
	return async function (filter, paginationToken) {
		// Beside the field in a row, or at the top, where n8n finds nothing beside a field.
		const chosen =
			this.getCurrentNodeParameter(`&${role}`) ??
			this.getCurrentNodeParameter(role) ??
			defaultRole.name;
		const list = chosen === 'admin' || chosen === 'user' ? listOf[chosen] : undefined;
		if (list) return await list.call(this, filter, paginationToken);
		const error = new VitallyError(
			'The role is an expression, so there is no list to choose from',
			"Choose 'By Email' or 'By ID', or a fixed role.",
		);
		throw toNodeApiError(error, this.getNode());
	};
}

/** The searches behind the fields that pick a record or a trait, by the names that these fields use. */
export const listSearch = {
	...lists,
	searchCustomFields,
	searchProjectStatuses,
	searchRecipients: peopleBy('type', adminType),
	searchSenders: peopleBy('fromType', userType),
	searchTraits,
};
