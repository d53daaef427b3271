import type { IDataObject } from 'n8n-workflow';

import { withoutMidnight } from '../../values/dates';

/** Fields that contain a day; the service returns some of them as midnight in UTC. */
const DAY_FIELDS = [
	'actualCompletionDate',
	'dueDate',
	'nextRenewalDate',
	'targetCompletionDate',
	'targetStartDate',
];

/** The value of a field; of a field with a day, the day alone. */
export function formatDay(field: string, value: IDataObject[string]): IDataObject[string] {
	if (typeof value !== 'string' || !DAY_FIELDS.includes(field)) return value;

	return withoutMidnight(value);
}
