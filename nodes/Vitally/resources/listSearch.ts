import { searchMethodOf } from '../operations/recordType';
import { RECORD_TYPES } from './recordTypes';
import { searchCustomFields } from '../methods/customFields';
import { searchOf } from '../methods/pickList';

/** The searches behind the fields that pick a record, by the names that these fields use. */
export const listSearch = {
	...Object.fromEntries(
		RECORD_TYPES.map((type) => [
			searchMethodOf(type),
			searchOf({ path: type.path, ...type.pickList }),
		]),
	),
	searchCustomFields,
};
