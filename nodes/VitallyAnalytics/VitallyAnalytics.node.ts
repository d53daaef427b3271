import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';

import { customOperationsOf } from '../Vitally/execution/declarative';
import { searchHint } from '../Vitally/operations/definition/builderHints';
import { resourceProperties, subtitleOf } from '../Vitally/operations/definition/resourceNode';
import { ANALYTICS_RESOURCES } from './resources';

export class VitallyAnalytics implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Vitally Analytics',
		name: 'vitallyAnalytics',
		icon: { light: 'file:../Vitally/vitally.svg', dark: 'file:../Vitally/vitally.dark.svg' },
		group: ['output'],
		version: 1,
		subtitle: subtitleOf(ANALYTICS_RESOURCES),
		description:
			"Create or update many records at once and track events through Vitally's Analytics API",
		defaults: { name: 'Vitally Analytics' },
		usableAsTool: true,
		builderHint: searchHint(
			'For usage events and for bulk writes with an Analytics key; it reads nothing. To read records, or to send only what differs, use the Vitally node.',
		),
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'vitallyAnalyticsApi', required: true }],
		// Makes the node declarative, see execution/declarative.ts; the address comes from the credential.
		requestDefaults: {},
		properties: resourceProperties(ANALYTICS_RESOURCES, 'vitallyAnalyticsApi'),
	};

	customOperations = customOperationsOf(ANALYTICS_RESOURCES, 'vitallyAnalyticsApi');
}
