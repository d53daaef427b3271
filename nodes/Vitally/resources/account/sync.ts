import { lookedUpIdField, optionalTextField } from '../../operations/bodyField';
import { lookUpIn } from '../../operations/externalIds';
import { sourceByPath } from '../../operations/sync/source';
import { sync } from '../../operations/sync/sync';
import { customerTraits } from '../customerTraits';
import { accountType, organizationType } from '../recordTypes';

/** All accounts, churned ones too (docs/service.md, Accounts). */
const source = sourceByPath(accountType, { sortBy: 'createdAt', status: 'activeOrChurned' });

/** docs/service.md, Account: some traits are shown as fields. */
export const syncAccounts = sync(accountType, {
	required: [
		optionalTextField({
			displayName: 'Name',
			name: 'name',
			type: 'string',
			default: '',
			placeholder: 'e.g. Acme Inc.',
			description: 'Only needed for accounts that Vitally does not have yet',
		}),
	],
	optional: [lookedUpIdField(organizationType), ...customerTraits],
	hasTraits: true,
	neededToCreate: ['name'],
	fieldsOfTraits: customerTraits.map(({ property }) => property.name),
	source: () => source,
	lookUp: () => lookUpIn(accountType.noun, { path: accountType.path }, true),
});
