import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { VitallyError } from '../../errors/vitallyError';
import { readLocator } from '../../fields/locators';
import { nameField, choiceProperty } from '../../fields/properties';
import { readChoice } from '../../fields/readers';
import type { BodyDefinition } from '../../operations/body/bodyDefinition';
import {
	nameToUpdate,
	movedToField,
	notClearable,
	optionalIdField,
	requiredTextField,
	resolvedIdField,
	type BodyField,
} from '../../operations/body/bodyField';
import { hiddenByMapper, nameToCreate } from '../../operations/syncOperations';
import {
	externalIdField,
	optionalLocator,
	parameterOf,
	type RecordType,
} from '../../records/recordType';
import { readRecordId } from '../../records/resolveId';
import { EMPTY_TEXT, isEmpty } from '../../values/emptyValues';
import {
	adminType,
	customObjectInstanceType,
	customObjectType,
	customerTypes,
} from '../recordTypes';

const kindField = choiceProperty('Belongs To', 'belongsTo', {
	options: [
		{ name: 'Account', value: 'account' },
		{ name: 'Both', value: 'both' },
		{ name: 'Organization', value: 'organization' },
	],
	default: 'account',
});

const belongsTo: BodyDefinition['parent'] = {
	fields: [
		kindField,
		...customerTypes.map((type) => optionalLocator(type, { displayOptions: shownFor(type) })),
	],
	read: (item) => {
		const kind = readChoice(item, kindField);
		const chosen = customerTypes.filter(({ name }) => kind === 'both' || kind === name);
		const locators = chosen.map((type) =>
			readLocator(item, { parameter: parameterOf(type), label: type.label }, type),
		);
		if (locators.every(({ value }) => isEmpty(value))) throw noParentError();

		return Object.fromEntries(chosen.map((type) => [parameterOf(type), readRecordId(item, type)]));
	},
};

const externalIdOption: BodyField = {
	...optionalIdField(externalIdField(customObjectInstanceType, {})),
	empty: EMPTY_TEXT,
};

const ownerField = resolvedIdField(adminType, {
	name: 'ownedByVitallyUserId',
	displayName: 'Owner',
});

/** The parents, which are optional: the row of an instance that exists needs none, because the instance has one. */
const parentFields = customerTypes.map((type) =>
	notClearable(resolvedIdField(type, { displayOptions: shownFor(type) })),
);

const sharedDefinition: BodyDefinition = {
	hasTraits: true,
	traitsDefinedBy: customObjectType,
	// The service calls the account `customerId`.
	addValues: (_item, { accountId }) => ({ accountId: undefined, customerId: accountId }),
};

export const newInstance: BodyDefinition = {
	...sharedDefinition,
	parent: belongsTo,
	required: [requiredTextField({ ...nameField, placeholder: 'e.g. Renewal 2027' })],
	optional: [externalIdOption, ownerField],
};

export const changedInstance: BodyDefinition = {
	...sharedDefinition,
	optional: [externalIdOption, ownerField, ...customerTypes.map(movedToField), nameToUpdate],
};

/** The body of a row of a table, whose parents may be in columns. */
export const syncedInstance: BodyDefinition = {
	...sharedDefinition,
	parent: {
		fields: [hiddenByMapper(kindField)],
		read: (item) => {
			// The parents are columns; the choice only has to be valid.
			readChoice(item, kindField);

			return {};
		},
	},
	required: [...parentFields, nameToCreate],
	optional: [ownerField],
	hasTraits: 'mapped',
	assertNew: ({ customerId, organizationId }: IDataObject) => {
		if (isEmpty(customerId) && isEmpty(organizationId)) throw noParentError();
	},
};

/** Shows the field for a parent where the instance belongs to one of its type. */
function shownFor({ name }: RecordType): INodeProperties['displayOptions'] {
	return { show: { [kindField.name]: [name, 'both'] } };
}

/** Returns the error for a new instance, which needs one of the two (docs/internal/public-facts.md, 4.12). */
function noParentError(): VitallyError {
	return new VitallyError(
		'The instance needs an account or an organization',
		"Enter a value for 'Account' or 'Organization', or check that the expression returns one.",
		{ field: kindField.displayName },
	);
}
