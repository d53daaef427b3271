import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { ALL, scopeOption } from '../operations/parent';
import { requiredLocator } from '../operations/recordType';
import { accountType, organizationType } from '../resources/recordTypes';
import { FEEDS, type TriggerOn } from './feed/feeds';

const eventsOf = (fits: (feed: (typeof FEEDS)[TriggerOn]) => boolean) =>
	(Object.keys(FEEDS) as TriggerOn[]).filter((triggerOn) => fits(FEEDS[triggerOn]));

const ACCOUNT_EVENTS = eventsOf(({ collection }) => collection === 'accounts');
const ACTIVITY_EVENTS = eventsOf(({ collection }) => collection !== 'accounts');

const triggerOn: INodeProperties = {
	displayName: 'Trigger On',
	name: 'triggerOn',
	type: 'options',
	noDataExpression: true,
	options: [
		{
			name: 'Account Churned',
			value: 'accountChurned',
			description: 'When an account gets a churn date',
		},
		{ name: 'Account Created', value: 'accountCreated' },
		{
			name: 'Account Updated',
			value: 'accountUpdated',
			description: 'When anything about an account changes; see Fields to Watch',
		},
		{ name: 'Conversation Created', value: 'conversationCreated' },
		{ name: 'Conversation Updated', value: 'conversationUpdated' },
		{
			name: 'Note Archived',
			value: 'noteArchived',
			description: 'When a note is deleted: Vitally keeps it, archived',
		},
		{ name: 'Note Created', value: 'noteCreated' },
		{ name: 'Note Updated', value: 'noteUpdated' },
		{
			name: 'Project Archived',
			value: 'projectArchived',
			description: 'When a project is deleted: Vitally keeps it, archived',
		},
		{ name: 'Project Created', value: 'projectCreated' },
		{ name: 'Project Updated', value: 'projectUpdated' },
	],
	default: 'accountCreated',
};

const scope = (events: TriggerOn[], options: INodePropertyOptions[]): INodeProperties => ({
	displayName: 'Scope',
	name: 'scope',
	type: 'options',
	options,
	default: 'all',
	description: 'Whose records to watch',
	displayOptions: { show: { triggerOn: events } },
});

const options: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [
		{
			displayName: 'Fields to Watch',
			name: 'fieldsToWatch',
			type: 'string',
			typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Field' },
			default: [],
			placeholder: 'e.g. healthScore',
			description:
				'Fire only when one of these fields changed, and say what it was before. A field such as healthScore or name, or a trait such as traits.plan. Dots in trait keys stay part of the key.',
			displayOptions: {
				show: { '/triggerOn': eventsOf(({ happening }) => happening === 'updated') },
			},
		},
		{
			displayName: 'First Run',
			name: 'firstRun',
			type: 'options',
			options: [
				{
					name: 'From Now',
					value: 'fromNow',
					description: 'Only what happens after the workflow was activated',
				},
				{
					name: 'Newest Records',
					value: 'newest',
					description: 'Also the newest records that are there at the first activation',
				},
			],
			default: 'fromNow',
			description: 'What the first activation emits; later ones go on where the last poll ended',
		},
		{
			displayName: 'First Run Limit',
			name: 'firstRunLimit',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 2000 },
			default: 10,
			description: 'How many of the newest records the first run emits at most',
			displayOptions: { show: { firstRun: ['newest'] } },
		},
		{
			displayName: 'Include Churned',
			name: 'includeChurned',
			type: 'boolean',
			default: false,
			description:
				'Whether to fire for churned accounts too, which Vitally leaves out of its lists',
			displayOptions: { show: { '/triggerOn': ['accountCreated', 'accountUpdated'] } },
		},
		{
			displayName: 'Max Pages per Poll',
			name: 'maxPages',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 500 },
			default: 20,
			description:
				'How many pages of 100 changed records one poll reads at most; the next poll goes on with the rest',
		},
		{
			displayName: 'Simplify',
			name: 'simple',
			type: 'boolean',
			default: true,
			description: 'Whether to return a simplified version of the response instead of the raw data',
		},
	],
};

export const triggerProperties: INodeProperties[] = [
	triggerOn,
	scope(ACCOUNT_EVENTS, [ALL, scopeOption(organizationType)]),
	scope(ACTIVITY_EVENTS, [ALL, scopeOption(accountType), scopeOption(organizationType)]),
	{
		...requiredLocator(accountType),
		displayOptions: { show: { triggerOn: ACTIVITY_EVENTS, scope: ['account'] } },
	},
	{ ...requiredLocator(organizationType), displayOptions: { show: { scope: ['organization'] } } },
	options,
];
