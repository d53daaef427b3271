import type { IDataObject, ILoadOptionsFunctions } from 'n8n-workflow';

import { VitallyError } from '../errors/vitallyError';
import { chosenCustomObject, searchCustomFields } from '../methods/customFields';
import { searchProjectStatuses } from '../methods/projectStatuses';
import { searchOf, type ListSearch } from '../methods/pickList';
import { traitSearch } from '../methods/traitDefinitions';
import { toNodeApiError } from '../transport/errors/nodeError';
import { adminType, customObjectInstanceType, RECORD_TYPES, userType } from './recordTypes';
import { type RecordType, searchMethodOf } from '../records/recordType';

/** By the names that the fields use. */
const lists: Record<string, ListSearch> = Object.fromEntries(
	RECORD_TYPES.flatMap((type) =>
		type.pickList ? [[searchMethodOf(type), searchOf({ path: type.path, ...type.pickList })]] : [],
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

/** The definitions of the resource that the node writes. */
export function traitsOfResource(context: ILoadOptionsFunctions): IDataObject {
	const resource = context.getCurrentNodeParameter('resource');
	const type = RECORD_TYPES.find(({ name }) => name === resource);
	const model = type?.traitModel;
	return type === customObjectInstanceType
		? { model, customObjectId: chosenCustomObject(context) }
		: { model };
}

/** The searches behind the fields that pick a record or a trait, by the names that these fields use. */
export const listSearch = {
	...lists,
	searchCustomFields,
	searchProjectStatuses,
	searchRecipients: peopleBy('type', adminType),
	searchSenders: peopleBy('fromType', userType),
	searchTraits: traitSearch(traitsOfResource),
};
