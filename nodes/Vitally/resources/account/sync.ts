import { lookedUpIdField, optionalTextField } from '../../operations/body/bodyField';
import { lookUpOf } from '../../operations/externalIds';
import { sourceByPath } from '../../operations/sync/source';
import { nameToCreate, sync } from '../../operations/sync/sync';
import { customerTraits } from '../customers/customerTraits';
import { accountType, organizationType } from '../recordTypes';

/** All accounts, churned ones too (docs/service.md, Accounts). */
const source = sourceByPath(accountType, { sortBy: 'createdAt', status: 'activeOrChurned' });

/** docs/service.md, Account: some traits are shown as fields. */
export const syncAccounts = sync(accountType, {
	required: [optionalTextField(nameToCreate('accounts'))],
	optional: [lookedUpIdField(organizationType), ...customerTraits],
	hasTraits: 'mapped',
	neededToCreate: ['name'],
	fieldsOfTraits: customerTraits.map(({ property }) => property.name),
	source: () => source,
	lookUp: () => lookUpOf(accountType),
});
