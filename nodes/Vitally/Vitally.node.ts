import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';

import { customOperationsOf } from './execution/declarative';
import { loadOutputFields } from './methods/fieldOptions';
import { listSearch } from './methods/listSearch';
import { resourceMapping } from './methods/resourceMapping';
import { searchHint } from './operations/definition/builderHints';
import {
	GET_MANY_HINT,
	resourceProperties,
	subtitleOf,
} from './operations/definition/resourceNode';
import { RESOURCES } from './resources';

export class Vitally implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Vitally',
		name: 'vitally',
		icon: { light: 'file:vitally.svg', dark: 'file:vitally.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: subtitleOf(RESOURCES),
		description: 'Manage accounts, conversations, notes, projects and custom objects in Vitally',
		defaults: { name: 'Vitally' },
		usableAsTool: true,
		builderHint: searchHint(
			"To write a table with many rows, use the operation 'Sync', which sends only what differs. To write a record that may exist, use 'Create or Update' instead of 'Get' and a condition. 'Get Many' reads all pages with 'Return All', so that no loop is needed.",
			[
				{
					nodeType: 'n8n-nodes-vitally.vitallyTrigger',
					relationHint: 'Starts a workflow when records in Vitally change',
				},
				{
					nodeType: 'n8n-nodes-vitally.vitallyAnalytics',
					relationHint: 'Tracks usage events, and sends many records in batches',
				},
			],
		),
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'vitallyApi', required: true }],
		// Makes the node declarative, see execution/declarative.ts; the address comes from the credential.
		requestDefaults: {},
		hints: [GET_MANY_HINT],
		properties: resourceProperties(RESOURCES, 'vitallyApi'),
	};

	methods = { listSearch, loadOptions: { getOutputFields: loadOutputFields }, resourceMapping };

	customOperations = customOperationsOf(RESOURCES, 'vitallyApi');
}
