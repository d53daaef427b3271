import type { INodeProperties } from 'n8n-workflow';

import {
	dateProperty,
	timeProperty,
	DATE_HINT,
	DATE_TIME_HINT,
	numberProperty,
} from '../../fields/properties';
import { reservedTraitField, type BodyField } from '../../operations/body/bodyField';

const date = (displayName: string, name: string): INodeProperties =>
	dateProperty(displayName, name, { description: `${DATE_HINT}. Sent as the trait '${name}'.` });

/**
 * Values that accounts and organizations return as fields, and accept as traits of the same names.
 * Source: docs/internal/service.md, Account; docs/internal/beyond.md, 2
 */
export const sharedTraitFields: BodyField[] = [
	reservedTraitField(
		'number',
		numberProperty('MRR', 'mrr', {
			description: "Monthly recurring revenue. Sent as the trait 'mrr'.",
		}),
	),
	reservedTraitField('date', date('Next Renewal Date', 'nextRenewalDate')),
	reservedTraitField('date', date('Trial End Date', 'trialEndDate')),
	reservedTraitField(
		'dateTime',
		timeProperty('Churned At', 'churnedAt', {
			description: `Marks the customer as churned. ${DATE_TIME_HINT}. Sent as the trait 'churnedAt'.`,
		}),
	),
];

export const sharedTraitNames = sharedTraitFields.map(({ property }) => property.name);
