import type { IDataObject } from 'n8n-workflow';

import { syncWithUndo } from '../../operations/undoSync';
import { userType } from '../recordTypes';
import { newUser } from './fields';

const idsIn =
	(field: string) =>
	({ [field]: records }: IDataObject): unknown =>
		Array.isArray(records) ? (records as IDataObject[]).map(({ id }) => id) : undefined;

/** A user contains whole accounts and organizations, and an update only adds to them (docs/internal/beyond.md, 3). */
export const syncUsers = syncWithUndo(userType, {
	...newUser,
	hasTraits: 'mapped',
	readAs: { accountIds: idsIn('accounts'), organizationIds: idsIn('organizations') },
	additiveFields: ['accountIds', 'organizationIds'],
});
