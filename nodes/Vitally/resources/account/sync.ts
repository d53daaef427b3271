import { resolvedIdField, optionalTextField } from '../../operations/body/bodyField';
import { nameToCreate, sync } from '../../operations/sync';
import { sharedTraitFields } from '../customers/customerTraits';
import { accountType, organizationType } from '../recordTypes';

/** docs/service.md, Account: some traits are returned as fields. */
export const syncAccounts = sync(accountType, {
	required: [optionalTextField(nameToCreate('accounts'))],
	optional: [resolvedIdField(organizationType), ...sharedTraitFields],
	hasTraits: 'mapped',
	requiredOnCreate: ['name'],
	traitsAsFields: sharedTraitFields.map(({ property }) => property.name),
});
