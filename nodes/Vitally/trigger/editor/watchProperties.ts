import type { INodeProperties } from 'n8n-workflow';

import { EVENTS, isWatchable, type TriggerEvent } from '../triggerEvents';

const namesOf = (fits: (event: TriggerEvent) => boolean) =>
	EVENTS.filter(fits).map(({ name }) => name);

const WATCHABLE = namesOf(isWatchable);

/** So much changes by itself about customers, such as counts, that any change is rarely what is meant. */
const BY_FIELDS = WATCHABLE.filter((name) => /^(account|organization)/.test(name));

const watch = (events: string[], initial: string): INodeProperties => ({
	displayName: 'Watch',
	name: 'watch',
	type: 'options',
	options: [
		{ name: 'Any Change', value: 'anyChange', description: 'Trigger on every change' },
		{
			name: 'Chosen Fields',
			value: 'fields',
			description: 'Trigger when one of these fields changes, with its previous value',
		},
		{
			name: 'Condition',
			value: 'condition',
			description: 'Trigger when a field comes to meet a condition, such as a score below 5',
		},
	],
	default: initial,
	description: 'Which changes trigger the workflow',
	displayOptions: { show: { triggerOn: events } },
});

const fieldsToWatch: INodeProperties = {
	displayName: 'Fields to Watch Names or IDs',
	name: 'fieldsToWatch',
	type: 'multiOptions',
	typeOptions: { loadOptionsMethod: 'getWatchableFields' },
	default: [],
	description:
		'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
	displayOptions: { show: { triggerOn: WATCHABLE, watch: ['fields'] } },
};

const conditions: INodeProperties = {
	displayName: 'Conditions',
	name: 'conditions',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add Condition',
	default: { condition: [{ field: '', is: 'dropsBelow', value: '' }] },
	description:
		'Triggers when a field comes to meet one of them, once, and again only after it no longer did',
	options: [
		{
			displayName: 'Condition',
			name: 'condition',
			values: [
				{
					displayName: 'Field Name or ID',
					name: 'field',
					type: 'options',
					typeOptions: { loadOptionsMethod: 'getWatchableFields' },
					default: '',
					description:
						'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
				},
				{
					displayName: 'Is',
					name: 'is',
					type: 'options',
					options: [
						{ name: 'Becomes', value: 'becomes' },
						{ name: 'Drops Below', value: 'dropsBelow' },
						{ name: 'Is Cleared', value: 'isCleared' },
						{ name: 'Is Set', value: 'isSet' },
						{ name: 'Rises Above', value: 'risesAbove' },
					],
					default: 'dropsBelow',
				},
				{
					displayName: 'Value',
					name: 'value',
					type: 'string',
					default: '',
					placeholder: 'e.g. 5',
					displayOptions: { show: { is: ['becomes', 'dropsBelow', 'risesAbove'] } },
				},
			],
		},
	],
	displayOptions: { show: { triggerOn: WATCHABLE, watch: ['condition'] } },
};

const segment: INodeProperties = {
	displayName: 'Segment Name or ID',
	name: 'segment',
	type: 'options',
	typeOptions: { loadOptionsMethod: 'getSegments' },
	default: '',
	description:
		'Leave empty for any segment. The list shows the segments of the records that changed last. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	displayOptions: { show: { triggerOn: namesOf(({ feed }) => feed.segments !== undefined) } },
};

/** Which changes are meant, below the event. */
export const watchProperties: INodeProperties[] = [
	watch(BY_FIELDS, 'fields'),
	watch(
		WATCHABLE.filter((name) => !BY_FIELDS.includes(name)),
		'anyChange',
	),
	fieldsToWatch,
	conditions,
	segment,
];
