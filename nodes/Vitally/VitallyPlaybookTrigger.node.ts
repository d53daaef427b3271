import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';

import { searchHint } from './operations/definition/builderHints';
import { ping } from './playbook/ping';
import { playbookCredentials, playbookProperties } from './playbook/playbookProperties';

export class VitallyPlaybookTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Vitally Playbook Trigger',
		name: 'vitallyPlaybookTrigger',
		builderHint: searchHint(
			'Only for playbooks in Vitally, which run hourly. For changes of records, use the Vitally Trigger, which is faster.',
		),
		icon: { light: 'file:vitally.svg', dark: 'file:vitally.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: 'On playbook ping',
		description: 'Starts the workflow when a Vitally playbook pings its webhook',
		eventTriggerDescription:
			"Playbooks run once an hour, and Vitally's test of a playbook does not call the webhook. To test now, send a POST request with JSON to the Test URL.",
		activationMessage:
			'The Production URL accepts calls now. Vitally runs playbooks once an hour, so the first call may need that long.',
		triggerPanel: {
			header: 'Receive a test call',
			executionsHelp: {
				inactive:
					"Click 'Execute step' and send a POST request with JSON to the Test URL: Vitally's test of a playbook does not call the webhook. Once this workflow is published, playbooks call the Production URL, once an hour.",
				active:
					"Playbooks call the Production URL once an hour, and their executions are in the list of executions. To test, click 'Execute step' and send a POST request with JSON to the Test URL.",
			},
			activationHint:
				'Publish this workflow to receive calls of playbooks at the Production URL, once an hour.',
		},
		defaults: { name: 'Vitally Playbook Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: playbookCredentials,
		webhooks: [
			{
				name: 'default',
				httpMethod: 'POST',
				responseMode: 'onReceived',
				responseData: 'noData',
				path: 'playbook',
			},
		],
		properties: playbookProperties,
	};

	/** Vitally has no API for webhooks: people paste the address into the playbook. */
	webhookMethods = {
		default: {
			checkExists: async () => true,
			create: async () => true,
			delete: async () => true,
		},
	};

	webhook = ping;
}
