import type { INodeProperties } from 'n8n-workflow';

import { DATE_TEXT, DATE_TIME_TEXT } from '../../fields/dateTexts';
import { traitField, type BodyField } from '../../operations/bodyField';

const date = (displayName: string, name: string): INodeProperties => ({
	displayName,
	name,
	type: 'dateTime',
	typeOptions: { dateOnly: true },
	default: '',
	description: `${DATE_TEXT}. Sent as the trait '${name}'.`,
});

/**
 * Values that accounts and organizations return as fields, and accept as traits of the same names.
 * Source: docs/service.md, Account; docs/beyond.md, 2
 */
export const customerTraits: BodyField[] = [
	traitField('number', {
		displayName: 'MRR',
		name: 'mrr',
		type: 'number',
		default: 0,
		description: "Monthly recurring revenue. Sent as the trait 'mrr'.",
	}),
	traitField('date', date('Next Renewal Date', 'nextRenewalDate')),
	traitField('date', date('Trial End Date', 'trialEndDate')),
	traitField('dateTime', {
		displayName: 'Churned At',
		name: 'churnedAt',
		type: 'dateTime',
		default: '',
		description: `Marks the customer as churned. ${DATE_TIME_TEXT}. Sent as the trait 'churnedAt'.`,
	}),
];
