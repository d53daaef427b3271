import type { INodeProperties } from 'n8n-workflow';

import type { ItemParameters } from '../../fields/itemParameters';
import { choiceProperty, type Choice } from '../../fields/properties';
import { readChoice } from '../../fields/readers';
import { eventNames, EVENTS, isWatchable, pluralOf, type TriggerEvent } from '../triggerEvents';

/** Accounts and organizations: they change often by themselves, and have the fields that the service computes. */
export const CUSTOMER_UPDATES = eventNames(
	(event) => isWatchable(event) && /^(account|organization)/.test(event.name),
);

/** Values that the service computes, maybe without moving `updatedAt` (docs/internal/beyond.md, 1). */
const COMPUTED = ['healthScore', 'segments'];

const COMPUTED_EVENTS = eventNames(
	({ feed, preset }) => feed.segments !== undefined || preset?.conditions !== undefined,
);

type Check = 'updated' | 'all';

function checkField(plural: string, initial: Check, show: Record<string, string[]>): Choice<Check> {
	const records = plural.replace(/^[a-z]/, (letter) => letter.toUpperCase());

	return choiceProperty<Check>('Compare', 'check', {
		options: [
			{
				name: `All ${records} (at Most Every 15 Minutes)`,
				value: 'all',
				description: `Also one request for each 100 ${plural}, at most once in 15 minutes. Sees every new score and segment.`,
			},
			{
				name: `Updated ${records} (Every Poll)`,
				value: 'updated',
				description:
					"One request for each poll. Sees a new score or segment if Vitally changes the record's updatedAt.",
			},
		],
		default: initial,
		description: `Which ${plural} are compared, as Vitally computes scores and segments by itself`,
		displayOptions: { show },
	});
}

/** A field for the events of each resource, so that its options name their records. */
function checkFields(
	names: readonly string[],
	initial: Check,
	show: Record<string, string[]> = {},
): Array<Choice<Check>> {
	const events = EVENTS.filter(({ name }) => names.includes(name));
	const plurals = [...new Set(events.map(pluralOf))];

	return plurals.map((plural) => {
		const own = events.filter((event) => pluralOf(event) === plural);

		return checkField(plural, initial, { triggerOn: own.map(({ name }) => name), ...show });
	});
}

const checkAll = checkFields(COMPUTED_EVENTS, 'all');

const checkWatched = checkFields(CUSTOMER_UPDATES, 'updated', {
	watch: ['fields'],
	fieldsToWatch: COMPUTED,
});

const checkConditions = checkFields(CUSTOMER_UPDATES, 'updated', { watch: ['condition'] });

export const checkProperties: INodeProperties[] = [
	...checkAll,
	...checkWatched,
	...checkConditions,
];

/** Whether there are full list readings. n8n drops a choice that the editor does not show. */
export function readsFullList(item: ItemParameters, { name }: TriggerEvent): boolean {
	const [field] = COMPUTED_EVENTS.includes(name) ? checkAll : checkWatched;

	return readChoice(item, field) === 'all';
}
