import type { INodeProperties, NodeHint } from 'n8n-workflow';

import {
	choiceProperty,
	formRow,
	textProperty,
	rowsProperty,
	numberProperty,
	type Choice,
} from '../../fields/properties';
import type { Condition } from '../../operations/definition/resourceEvent';
import { eventNames, isWatchable } from '../triggerEvents';
import { checkProperties, CUSTOMER_UPDATES } from './checkParameter';

type WatchMode = 'anyChange' | 'fields' | 'condition';

const WATCHABLE = eventNames(isWatchable);

const PRESETS = eventNames(({ preset }) => preset !== undefined);

const OTHERS = WATCHABLE.filter((name) => !CUSTOMER_UPDATES.includes(name));

const watch = (events: string[], initial: WatchMode): Choice<WatchMode> =>
	choiceProperty('Watch', 'watch', {
		options: [
			{
				name: 'Any Change',
				value: 'anyChange',
				description: 'Trigger on every change. A new note or user also changes its account.',
			},
			{
				name: 'Chosen Fields',
				value: 'fields',
				description: 'Trigger when one of these fields changes, with its previous value',
			},
			{
				name: 'Condition',
				value: 'condition',
				description: 'Trigger when a field starts to meet a condition, such as a score below 5',
			},
		],
		default: initial,
		description: 'Which changes trigger the workflow',
		displayOptions: { show: { triggerOn: events } },
	});

export const watchAny = watch(OTHERS, 'anyChange');

/** n8n's rules prescribe the ends of these labels. */
export const FIELDS_TO_WATCH_LABEL = 'Fields to Watch Names or IDs';

export const SEGMENT_LABEL = 'Segment Name or ID';

const fieldsToWatch = (triggerOn: string[]): INodeProperties => ({
	displayName: FIELDS_TO_WATCH_LABEL,
	name: 'fieldsToWatch',
	type: 'multiOptions',
	typeOptions: { loadOptionsMethod: 'getWatchableFields' },
	default: [],
	description:
		'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
	displayOptions: { show: { triggerOn, watch: ['fields'] } },
});

export const change = choiceProperty<Condition['is']>('Change', 'is', {
	options: [
		{ name: 'Becomes', value: 'becomes' },
		{ name: 'Drops Below', value: 'dropsBelow' },
		{ name: 'Is Cleared', value: 'isCleared' },
		{ name: 'Is Set', value: 'isSet' },
		{ name: 'Rises Above', value: 'risesAbove' },
	],
	default: 'dropsBelow',
});

const conditions = rowsProperty('Conditions (Any)', 'conditions', {
	placeholder: 'Add Condition',
	default: { condition: [{ field: '', is: 'dropsBelow', value: '' }] },
	description:
		'Triggers once when at least one condition is met, and again only after it was not met in between',
	options: formRow('Condition', 'condition', [
		{
			displayName: 'Field Name or ID',
			name: 'field',
			type: 'options',
			typeOptions: { loadOptionsMethod: 'getWatchableFields' },
			default: '',
			description:
				'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
		},
		change,
		textProperty('Value', 'value', {
			placeholder: 'e.g. 5',
			displayOptions: { show: { is: ['becomes', 'dropsBelow', 'risesAbove'] } },
		}),
	]),
	displayOptions: { show: { triggerOn: WATCHABLE, watch: ['condition'] } },
});

const segment: INodeProperties = {
	displayName: SEGMENT_LABEL,
	name: 'segment',
	type: 'options',
	typeOptions: { loadOptionsMethod: 'getSegments' },
	default: '',
	description:
		'The list shows the segments of the records that changed last. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	displayOptions: { show: { triggerOn: eventNames(({ feed }) => feed.segments !== undefined) } },
};

export const threshold = numberProperty('Threshold', 'threshold', {
	default: 5,
	description: 'Triggers when the score drops below this number',
	displayOptions: { show: { triggerOn: eventNames(({ preset }) => Boolean(preset?.conditions)) } },
});

/**
 * Shown before a test event is fetched: n8n adds no hint to the result of a poll, and one that it shows afterwards by the
 * parameters would stand above real events too.
 */
export const PREVIOUS_VALUES_HINT: NodeHint = {
	type: 'info',
	message: 'Test events have no previous values. Real events do.',
	displayCondition: `={{ ${JSON.stringify(PRESETS)}.includes($parameter.triggerOn) || (${JSON.stringify(WATCHABLE)}.includes($parameter.triggerOn) && ($parameter.watch === "condition" || ($parameter.watch === "fields" && $parameter.fieldsToWatch.length > 0))) }}`,
	whenToDisplay: 'beforeExecution',
	location: 'outputPane',
};

/** The parameters that limit an event to some changes. */
export const watchProperties: INodeProperties[] = [
	watch(CUSTOMER_UPDATES, 'fields'),
	watchAny,
	{ ...fieldsToWatch(CUSTOMER_UPDATES), default: ['healthScore'] },
	fieldsToWatch(OTHERS),
	conditions,
	threshold,
	segment,
	...checkProperties,
];
