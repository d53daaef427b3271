import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';

import { loadOutputFields } from './editor/fieldOptions';
import { listSearch } from './editor/listSearch';
import { resourceMapping } from './editor/resourceMapping';
import {
	customOperations,
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
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'vitallyApi', required: true }],
		// Makes n8n treat the node as declarative. The address is built in transport/, from the credential.
		requestDefaults: {},
		hints: [GET_MANY_HINT],
		properties: resourceProperties(RESOURCES, 'vitallyApi'),
	};

	methods = { listSearch, loadOptions: { getOutputFields: loadOutputFields }, resourceMapping };

	customOperations = customOperations(RESOURCES, 'vitallyApi');
}
