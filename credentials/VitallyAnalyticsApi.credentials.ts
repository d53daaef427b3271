import type {
	Icon,
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

import { analyticsAuthorization } from '../nodes/Vitally/transport/auth/analyticsKey';
import { analyticsBaseUrl } from '../nodes/Vitally/transport/auth/baseUrl';
import { onlyToCredentialHost } from '../nodes/Vitally/transport/auth/sameOrigin';

/** The answer to a message without `accountId` once the key was accepted (docs/service.md, Errors). */
const BODY_REFUSED = 400;

/** All other statuses that are no success, redirects included. */
const KEY_NOT_PROVEN = Array.from({ length: 300 }, (_, index) => 300 + index).filter(
	(status) => status !== BODY_REFUSED,
);

export class VitallyAnalyticsApi implements ICredentialType {
	name = 'vitallyAnalyticsApi';

	displayName = 'Vitally Analytics API';

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
				'The key from Settings, Integrations, Vitally Analytics API in Vitally. The key of the Vitally REST API is another one.',
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
			displayName:
				'Vitally publishes no address of its Analytics API in the EU data center. Ask Vitally support for it and enter it below.',
			name: 'euNotice',
			type: 'notice',
			default: '',
			displayOptions: { show: { dataCenter: ['eu'] } },
		},
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://gateway.example.com',
			description: 'The address that stands in front of /analytics. The key is sent there.',
			displayOptions: { show: { dataCenter: ['eu', 'custom'] } },
		},
	];

	/** A function for the same reasons as in the credential of the REST API. */
	authenticate = async (
		credentials: ICredentialDataDecryptedObject,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> => ({
		...onlyToCredentialHost(requestOptions, analyticsBaseUrl(credentials)),
		headers: {
			...requestOptions.headers,
			Authorization: analyticsAuthorization(credentials.apiKey),
		},
	});

	/**
	 * The Analytics API has nothing to read, and a message without `accountId` can create nothing. Its
	 * refusal proves the key, so n8n is told to take it for an answer.
	 */
	test: ICredentialTestRequest = {
		request: {
			method: 'POST',
			url: '/analytics/v1/account',
			body: { messageId: 'n8n-credential-test' },
			json: true,
			disableFollowRedirect: true,
			ignoreHttpStatusErrors: { ignore: true, except: KEY_NOT_PROVEN },
		},
		rules: [
			{
				type: 'responseCode',
				properties: {
					value: 401,
					message:
						'Vitally does not accept this API key: it may be revoked, or be the key of the Vitally REST API, which is another one',
				},
			},
			{
				type: 'responseCode',
				properties: {
					value: 403,
					message: 'Vitally knows this API key but does not allow it to send messages',
				},
			},
			{
				type: 'responseCode',
				properties: {
					value: 404,
					message:
						"This address is not the Vitally Analytics API: check 'Data Center', 'Subdomain' and 'Base URL'",
				},
			},
		],
	};
}
