import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';

import { listSearch } from './methods/listSearch';
import { searchHint } from './operations/definition/builderHints';
import { getEventFields, getSegments, getWatchableFields } from './trigger/parameters/loadOptions';
import { triggerProperties, triggerSubtitle } from './trigger/parameters/triggerProperties';
import { PREVIOUS_VALUES_HINT } from './trigger/parameters/watchProperties';
import { poll } from './trigger/poll';

export class VitallyTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Vitally Trigger',
		name: 'vitallyTrigger',
		builderHint: searchHint(
			"The fastest way to react to changes of records. To react to a score, a field or a segment, set 'Watch' and 'Conditions' here instead of a separate condition.",
		),
		icon: { light: 'file:vitally.svg', dark: 'file:vitally.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: triggerSubtitle,
		description:
			'Work with Vitally, or start a workflow when accounts, tasks, NPS responses or other records change',
		defaults: { name: 'Vitally Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'vitallyApi', required: true }],
		hints: [PREVIOUS_VALUES_HINT],
		properties: triggerProperties,
	};

	methods = {
		listSearch,
		loadOptions: { getOutputFields: getEventFields, getSegments, getWatchableFields },
	};

	poll = poll;
}
