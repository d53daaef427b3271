import type { Icon, ICredentialTestRequest, ICredentialType, INodeProperties } from 'n8n-workflow';

import { authenticateWith } from '../nodes/Vitally/transport/auth';
import { credentialFields, testRules } from './fields';

/** The response to a message without `accountId` if the key is valid (docs/internal/service.md, Errors). */
const BODY_REJECTED = 400;

/** All other statuses from 300 on, which prove nothing about the key. */
const KEY_NOT_PROVEN = Array.from({ length: 300 }, (_, index) => 300 + index).filter(
	(status) => status !== BODY_REJECTED,
);

/** The first character of a web page. The body of Vitally's rejection is not documented, so it may be text too. */
const WEB_PAGE = ['<', ' ', '\t', '\r', '\n'];

export class VitallyAnalyticsApi implements ICredentialType {
	name = 'vitallyAnalyticsApi';

	displayName = 'Vitally Analytics API';

	icon: Icon = {
		light: 'file:../nodes/Vitally/vitally.svg',
		dark: 'file:../nodes/Vitally/vitally.dark.svg',
	};

	documentationUrl =
		'https://github.com/n8n-nodes-vitally/n8n-nodes-vitally/blob/main/docs/credentials.md#vitally-analytics-api';

	properties: INodeProperties[] = credentialFields({
		page: 'Vitally Analytics API',
		keyDescription: 'The key of the Analytics API, which is not that of the REST API',
		path: '/analytics',
		euNotice:
			'Vitally publishes no address of its Analytics API in the EU data center. Ask Vitally support for it and enter it below.',
	});

	authenticate = authenticateWith('vitallyAnalyticsApi');

	/**
	 * The Analytics API has no reads, and a message without `accountId` creates nothing. Its rejection proves that
	 * the key is valid, so n8n must accept that status as a success.
	 */
	test: ICredentialTestRequest = {
		request: {
			method: 'POST',
			url: '/analytics/v1/account',
			body: { messageId: 'n8n-credential-test' },
			json: true,
			ignoreHttpStatusErrors: { ignore: true, except: KEY_NOT_PROVEN },
		},
		rules: testRules(
			'Analytics API',
			{
				401: 'Vitally does not accept this API key: it may be revoked, or be the key of the Vitally REST API, which is a different one',
				403: 'This API key is not allowed to send messages',
			},
			{ key: '0', values: WEB_PAGE },
		),
	};
}
