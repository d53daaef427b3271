import type { Sandbox } from '../sandbox/sandbox.cts';

/**
 * Credentials of a sandbox, with the ids that the example workflows name. n8n chooses the newest for a new
 * node, so the one that can write comes after the read-only one.
 */
export function sandboxCredentials({
	url,
	apiKey,
	analyticsKey,
}: Pick<Sandbox, 'url' | 'apiKey' | 'analyticsKey'>) {
	const host = { dataCenter: 'custom', baseUrl: url };
	return [
		{
			id: 'vitally-sandbox-read-only',
			name: 'Vitally sandbox, read only',
			type: 'vitallyApi',
			data: { ...host, apiKey, readOnly: true },
		},
		{
			id: 'vitally-sandbox',
			name: 'Vitally sandbox',
			type: 'vitallyApi',
			data: { ...host, apiKey },
		},
		{
			id: 'vitally-analytics-sandbox',
			name: 'Vitally Analytics sandbox',
			type: 'vitallyAnalyticsApi',
			data: { ...host, apiKey: analyticsKey },
		},
	];
}
