import type { INodeCredentialDescription, INodeProperties } from 'n8n-workflow';

import { choiceProperty } from '../fields/properties';

/** The credential is n8n's own. */
export const playbookCredentials: INodeCredentialDescription[] = [
	{
		name: 'httpHeaderAuth',
		required: true,
		displayOptions: { show: { authentication: ['headerAuth'] } },
	},
];

export const playbookProperties: INodeProperties[] = [
	{
		displayName:
			"<ul><li>Open 'Webhook URLs' and copy the Production URL; treat it as a secret.</li><li>In Vitally, paste it into the playbook action 'Ping a webhook'.</li><li>Publish this workflow.</li></ul>Playbooks call at most once an hour, at the Production URL, after you publish. They send only a part of the record: put a Vitally node with 'Get' behind this one to read all of it. If n8n's command line, API or Git has created this workflow, move this node once before you copy the URL, so that n8n saves a random path. Otherwise other people can guess the URL.",
		name: 'notice',
		type: 'notice',
		default: '',
	},
	choiceProperty('Authentication', 'authentication', {
		options: [
			{ name: 'Header Auth', value: 'headerAuth' },
			{ name: 'None', value: 'none' },
		],
		default: 'none',
		description: 'Whether calls need a secret header, which the caller must be able to send',
	}),
];
