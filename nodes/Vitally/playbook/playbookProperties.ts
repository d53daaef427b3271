import type { INodeCredentialDescription, INodeProperties } from 'n8n-workflow';

import { choiceProperty, switchProperty } from '../fields/properties';

/** The credentials of the node; the first one is n8n's. */
export const playbookCredentials: INodeCredentialDescription[] = [
	{
		name: 'httpHeaderAuth',
		required: true,
		displayOptions: { show: { authentication: ['headerAuth'] } },
	},
	{ name: 'vitallyApi', required: true, displayOptions: { show: { fetchRecord: [true] } } },
];

export const playbookProperties: INodeProperties[] = [
	{
		displayName:
			"<ul><li>Open 'Webhook URLs' and copy the Production URL; treat it as a secret.</li><li>In Vitally, paste it into the playbook action 'Ping a webhook'.</li><li>Publish this workflow.</li></ul>Playbooks call at most once an hour, at the Production URL, after you publish.",
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
	switchProperty('Fetch Record', 'fetchRecord', {
		description:
			'Whether to read the record from Vitally, because a playbook sends only a part of it. Needs a credential.',
	}),
];
