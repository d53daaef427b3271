import type { INodeProperties } from 'n8n-workflow';

export const playbookProperties: INodeProperties[] = [
	{
		displayName:
			"In Vitally, add the action 'Ping a webhook' to a playbook. Paste the Production URL from above, with <code>?secret=</code> and the secret at its end.",
		name: 'notice',
		type: 'notice',
		default: '',
	},
	{
		displayName: 'Secret',
		name: 'secret',
		type: 'string',
		typeOptions: { password: true },
		required: true,
		default: '',
		description:
			'Letters and digits, 16 or more, that you make up. Calls without it are rejected, because everyone who knows the URL can call it.',
	},
	{
		displayName: 'Fetch Record',
		name: 'fetchRecord',
		type: 'boolean',
		default: false,
		description:
			'Whether to read the record from Vitally, because a playbook sends only a part of it. Needs a credential.',
	},
];
