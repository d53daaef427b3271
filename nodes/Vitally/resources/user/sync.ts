import type { IDataObject } from 'n8n-workflow';

import { lookUpOf } from '../../operations/externalIds';
import { sourceByPath } from '../../operations/sync/source';
import { sync } from '../../operations/sync/sync';
import { userType } from '../recordTypes';
import { newUser } from './fields';

const source = sourceByPath(userType, { sortBy: 'createdAt' });

const idsIn =
	(field: string) =>
	({ [field]: records }: IDataObject): unknown =>
		Array.isArray(records) ? (records as IDataObject[]).map(({ id }) => id) : undefined;

/** A user shows accounts and organizations as a whole, and an update only adds to them (docs/beyond.md, 3). */
export const syncUsers = sync(userType, {
	...newUser,
	hasTraits: 'mapped',
	shownAs: { accountIds: idsIn('accounts'), organizationIds: idsIn('organizations') },
	addedTo: ['accountIds', 'organizationIds'],
	source: () => source,
	lookUp: () => lookUpOf(userType),
});
