import type {
	Icon,
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

import { restBaseUrl } from '../nodes/Vitally/transport/auth/baseUrl';
import { onlyToCredentialHost } from '../nodes/Vitally/transport/auth/sameOrigin';
import { restAuthorization } from '../nodes/Vitally/transport/auth/restKey';

export class VitallyApi implements ICredentialType {
	name = 'vitallyApi';

	displayName = 'Vitally API';

	icon: Icon = {
		light: 'file:../nodes/Vitally/vitally.svg',
		dark: 'file:../nodes/Vitally/vitally.dark.svg',
	};

	documentationUrl = 'https://github.com/n8n-nodes-vitally/n8n-nodes-vitally#credentials';

	properties: INodeProperties[] = [
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			description:
				'The secret token from Settings, Integrations, Vitally REST API in Vitally. The ready-made Basic header from the same page works too.',
		},
		{
			displayName: 'Data Center',
			name: 'dataCenter',
			type: 'options',
			options: [
				{ name: 'US', value: 'us', description: 'Your Vitally address ends in vitally.io' },
				{ name: 'EU', value: 'eu', description: 'Your Vitally address ends in vitally-eu.io' },
				{ name: 'Custom', value: 'custom', description: 'A gateway or a test service' },
			],
			default: 'us',
		},
		{
			displayName: 'Subdomain',
			name: 'subdomain',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. acme',
			description: "The part before '.vitally.io' in the address of your Vitally application",
			displayOptions: { show: { dataCenter: ['us'] } },
		},
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://gateway.example.com',
			description: 'The address that stands in front of /resources. The key is sent there.',
			displayOptions: { show: { dataCenter: ['custom'] } },
		},
	];

	/**
	 * A function instead of expressions: it costs less per request, understands a pasted header, and
	 * refuses to add the key to a request for any other host, also in n8n's HTTP Request node.
	 */
	authenticate = async (
		credentials: ICredentialDataDecryptedObject,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> => ({
		...onlyToCredentialHost(requestOptions, restBaseUrl(credentials)),
		headers: {
			...requestOptions.headers,
			Authorization: restAuthorization(credentials.apiKey),
		},
	});

	/** No address here: `authenticate` fills in the one of the credential. */
	test: ICredentialTestRequest = {
		request: { url: '/resources/accounts', qs: { limit: 1 }, disableFollowRedirect: true },
		rules: [
			{
				type: 'responseCode',
				properties: {
					value: 302,
					message:
						"This address leads to another one, which the Vitally REST API never does: check 'Data Center', 'Subdomain' and 'Base URL'",
				},
			},
			{
				type: 'responseCode',
				properties: {
					value: 401,
					message:
						'Vitally does not accept this API key: it may be revoked, or belong to another tenant or data center',
				},
			},
			{
				type: 'responseCode',
				properties: {
					value: 403,
					message: 'Vitally knows this API key but does not allow it to read accounts',
				},
			},
			{
				type: 'responseCode',
				properties: {
					value: 404,
					message:
						"This address is not the Vitally REST API: check 'Data Center', 'Subdomain' and 'Base URL'",
				},
			},
		],
	};
}
