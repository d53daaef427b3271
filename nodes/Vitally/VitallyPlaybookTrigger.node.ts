import {
	NodeConnectionTypes,
	type IHookFunctions,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { ping } from './playbook/ping';
import { playbookProperties } from './playbook/properties';
import { assertSecret } from './playbook/secret';

export class VitallyPlaybookTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Vitally Playbook Trigger',
		name: 'vitallyPlaybookTrigger',
		builderHint: {
			searchHint:
				'Only for playbooks in Vitally, which run hourly. For changes of records, use the Vitally Trigger, which is faster.',
		},
		icon: { light: 'file:vitally.svg', dark: 'file:vitally.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: 'On playbook ping',
		description: 'Starts the workflow when a Vitally playbook pings its webhook',
		defaults: { name: 'Vitally Playbook Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{ name: 'vitallyApi', required: true, displayOptions: { show: { fetchRecord: [true] } } },
		],
		webhooks: [
			{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'playbook' },
		],
		properties: playbookProperties,
	};

	/** Vitally has no API for webhooks: people paste the address into the playbook. */
	webhookMethods = {
		default: {
			async checkExists(): Promise<boolean> {
				return false;
			},
			async create(this: IHookFunctions): Promise<boolean> {
				assertSecret(this.getNodeParameter('secret'), this.getNode());
				return true;
			},
			async delete(): Promise<boolean> {
				return true;
			},
		},
	};

	webhook = ping;
}
