import type { INodeProperties } from 'n8n-workflow';

import { eventNames, isWatchable } from '../triggerEvents';

const WATCHABLE = eventNames(isWatchable);

/** Accounts and organizations change often by themselves, such as counts, so fields are chosen by default. */
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
	displayOptions: { show: { triggerOn: eventNames(({ feed }) => feed.segments !== undefined) } },
};

/** The parameters that limit an event to some changes. */
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
