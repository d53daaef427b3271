import type { Icon, ICredentialTestRequest, ICredentialType, INodeProperties } from 'n8n-workflow';

import { switchProperty, textProperty } from '../nodes/Vitally/fields/properties';
import { authenticateWith } from '../nodes/Vitally/transport/auth';
import { credentialFields, testRules } from './fields';

export class VitallyApi implements ICredentialType {
	name = 'vitallyApi';

	displayName = 'Vitally API';

	icon: Icon = {
		light: 'file:../nodes/Vitally/vitally.svg',
		dark: 'file:../nodes/Vitally/vitally.dark.svg',
	};

	documentationUrl =
		'https://github.com/n8n-nodes-vitally/n8n-nodes-vitally/blob/main/docs/credentials.md';

	properties: INodeProperties[] = credentialFields({
		page: 'Vitally REST API',
		keyDescription: "The secret token; the 'Basic …' header works too",
		path: '/resources',
		linkFields: [
			textProperty('Subdomain', 'subdomain', {
				placeholder: 'e.g. acme',
				hint: 'Only for links to records',
				description:
					"The part before '.vitally-eu.io' or '.vitally.io' in your Vitally URL. Without it, the column 'url' is empty.",
				displayOptions: { show: { dataCenter: ['eu', 'custom'] } },
			}),
		],
		permissions: [
			switchProperty('Read Only', 'readOnly', {
				description:
					'Whether to block requests that change data in Vitally, for example in tools of an AI agent. Dry runs work.',
			}),
		],
	});

	authenticate = authenticateWith('vitallyApi');

	/** `authenticate` adds the base URL of the credential. */
	test: ICredentialTestRequest = {
		request: { url: '/resources/accounts', qs: { limit: 1 } },
		rules: testRules(
			'REST API',
			{
				401: 'Vitally does not accept this API key: it may be revoked, or belong to another workspace or data center',
				403: 'This API key is not allowed to read accounts',
			},
			{ key: 'results', values: [undefined] },
		),
	};
}
