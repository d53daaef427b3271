import type { INodeProperties } from 'n8n-workflow';

import {
	dateProperty,
	timeProperty,
	DATE_HINT,
	DATE_TIME_HINT,
	numberProperty,
} from '../../fields/properties';
import { reservedTraitField, type BodyField } from '../../operations/body/bodyField';
import type { TraitType } from '../../values/traits/traitValue';

const sharedTraitField = (type: TraitType, property: INodeProperties, what: string): BodyField =>
	reservedTraitField(type, {
		...property,
		description: `${what}. Sent as the trait '${property.name}'.`,
	});

/**
 * Values that accounts and organizations return as fields, and accept as traits of the same names.
 * Source: docs/internal/service.md, Account; docs/internal/beyond.md, 2
 */
export const sharedTraitFields: BodyField[] = [
	sharedTraitField('number', numberProperty('MRR', 'mrr', {}), 'Monthly recurring revenue'),
	sharedTraitField('date', dateProperty('Next Renewal Date', 'nextRenewalDate'), DATE_HINT),
	sharedTraitField('date', dateProperty('Trial End Date', 'trialEndDate'), DATE_HINT),
	sharedTraitField(
		'dateTime',
		timeProperty('Churned At', 'churnedAt'),
		`Marks the customer as churned. ${DATE_TIME_HINT}`,
	),
];

export const sharedTraitNames = sharedTraitFields.map(({ property }) => property.name);
