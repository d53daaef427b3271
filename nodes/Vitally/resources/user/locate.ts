import { emailSearch } from '../../records/email';
import { locateByPath } from '../../records/locate';
import { userType } from '../recordTypes';

/** Who it is, and what is known of the user's activity; accounts are whole objects, and left out. */
export const userSimpleFields = [
	'id',
	'externalId',
	'name',
	'email',
	'joinDate',
	'lastSeenTimestamp',
	'npsLastScore',
	'segments',
	'unsubscribedFromConversations',
	'updatedAt',
];

export const locateUser = locateByPath(userType);

/** docs/beyond.md, 3 */
export const userSearch = `GET ${emailSearch(userType)}`;

/** An email address is looked up first. */
export const userReads = [userSearch];
