import { lookedUpIdField, optionalTextField } from '../../operations/body/bodyField';
import { nameToCreate, sync } from '../../operations/sync';
import { customerTraits } from '../customers/customerTraits';
import { accountType, organizationType } from '../recordTypes';

/** docs/service.md, Account: some traits are returned as fields. */
export const syncAccounts = sync(accountType, {
	required: [optionalTextField(nameToCreate('accounts'))],
	optional: [lookedUpIdField(organizationType), ...customerTraits],
	hasTraits: 'mapped',
	requiredOnCreate: ['name'],
	traitsAsFields: customerTraits.map(({ property }) => property.name),
});
