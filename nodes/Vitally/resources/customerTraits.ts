import type { INodeProperties } from 'n8n-workflow';

import { traitField, type BodyField } from '../operations/bodyField';

const date = (displayName: string, name: string): INodeProperties => ({
	displayName,
	name,
	type: 'dateTime',
	typeOptions: { dateOnly: true },
	default: '',
	description: `Date only; any time is ignored. Sent as the trait '${name}'.`,
});

/**
 * What accounts and organizations show as fields but take as the traits of their names.
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
		description:
			"Marks the customer as churned. If no time zone is given, the workflow's time zone is used. Sent as the trait 'churnedAt'.",
	}),
];
