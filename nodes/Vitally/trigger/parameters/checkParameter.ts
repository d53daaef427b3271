import type { INodeProperties } from 'n8n-workflow';

import type { ItemParameters } from '../../fields/itemParameters';
import { choiceProperty, type Choice } from '../../fields/properties';
import { readChoice } from '../../fields/readers';
import { eventNames, isWatchable, type TriggerEvent } from '../triggerEvents';

/** Accounts and organizations: they change often by themselves, and have the fields that the service computes. */
export const CUSTOMER_UPDATES = eventNames(
	(event) => isWatchable(event) && /^(account|organization)/.test(event.name),
);

/** Values that the service computes, maybe without moving `updatedAt` (docs/internal/beyond.md, 1). */
const COMPUTED = ['healthScore', 'segments'];

type Check = 'updated' | 'all';

const check = (initial: Check, show: Record<string, string[]>): Choice<Check> =>
	choiceProperty<Check>('Check', 'check', {
		options: [
			{
				name: 'All Records',
				value: 'all',
				description:
					'One request for each 100 records and poll, at most once in 15 minutes. Sees every new score and segment.',
			},
			{
				name: 'Updated Records',
				value: 'updated',
				description:
					"One request for each poll. Sees a new score or segment when Vitally moves the record's updatedAt.",
			},
		],
		default: initial,
		description: 'Which records are compared, as Vitally computes scores and segments by itself',
		displayOptions: { show },
	});

const COMPUTED_EVENTS = eventNames(
	({ feed, preset }) => feed.segments !== undefined || preset?.conditions !== undefined,
);

const checkAll = check('all', { triggerOn: COMPUTED_EVENTS });

const checkField = check('updated', {
	triggerOn: CUSTOMER_UPDATES,
	watch: ['fields'],
	fieldsToWatch: COMPUTED,
});

const checkCondition = check('updated', { triggerOn: CUSTOMER_UPDATES, watch: ['condition'] });

export const checkProperties: INodeProperties[] = [checkAll, checkField, checkCondition];

/** Whether there are full list readings. n8n drops a choice that the editor does not show. */
export function readsFullList(item: ItemParameters, { name }: TriggerEvent): boolean {
	return readChoice(item, COMPUTED_EVENTS.includes(name) ? checkAll : checkField) === 'all';
}
