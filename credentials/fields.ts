import type { ICredentialTestRequest, INodeProperties } from 'n8n-workflow';

import { choiceProperty, numberProperty, textProperty } from '../nodes/Vitally/fields/properties';
import { MAX_WAIT_LABEL } from '../nodes/Vitally/transport/auth';

const REDIRECTS = [301, 302, 303, 307, 308];

/** The differences between the credentials of Vitally's APIs. */
interface Api {
	/** The page of Vitally's settings that shows the key. */
	page: string;
	keyDescription: string;
	/** The first segment of the API's paths, with a slash. */
	path: string;
	/** A notice for an API whose address in the EU is unknown, so that 'Base URL' is required. */
	euNotice?: string;
	/** The fields for links to records. */
	linkFields?: INodeProperties[];
	/** The fields for what the key may do. */
	permissions?: INodeProperties[];
}

/** Returns the fields of a credential: the key, the address to send it to, and the maximum wait for the rate limit. */
export function credentialFields({
	page,
	keyDescription,
	path,
	euNotice,
	permissions = [],
	linkFields = [],
}: Api): INodeProperties[] {
	const baseUrlCenters = euNotice === undefined ? ['custom'] : ['eu', 'custom'];

	return [
		textProperty('API Key', 'apiKey', {
			typeOptions: { password: true },
			required: true,
			hint: `In Vitally: Settings → Integrations → ${page}`,
			description: keyDescription,
		}),
		choiceProperty('Data Center', 'dataCenter', {
			options: [
				{ name: 'US', value: 'us', description: 'Your Vitally address ends in vitally.io' },
				{ name: 'EU', value: 'eu', description: 'Your Vitally address ends in vitally-eu.io' },
				{ name: 'Custom', value: 'custom', description: 'A proxy or test server' },
			],
			default: 'us',
		}),
		textProperty('Subdomain', 'subdomain', {
			required: true,
			placeholder: 'e.g. acme',
			hint: 'acme for https://acme.vitally.io',
			description: "The part before '.vitally.io' in your Vitally URL",
			displayOptions: { show: { dataCenter: ['us'] } },
		}),
		...linkFields,
		...euNotices(euNotice),
		textProperty('Base URL', 'baseUrl', {
			required: true,
			placeholder: 'e.g. https://proxy.example.com',
			description: `The URL before '${path}'. Your API key is sent to this address.`,
			displayOptions: { show: { dataCenter: baseUrlCenters } },
		}),
		...permissions,
		numberProperty(MAX_WAIT_LABEL, 'maxWait', {
			typeOptions: { minValue: 0 },
			default: 300,
			description:
				"Maximum time that a request waits for Vitally's rate limit. Set to 0 to fail immediately.",
		}),
	];
}

function euNotices(text: string | undefined): INodeProperties[] {
	if (text === undefined) return [];

	return [
		{
			displayName: text,
			name: 'euNotice',
			type: 'notice',
			default: '',
			displayOptions: { show: { dataCenter: ['eu'] } },
		},
	];
}

/**
 * Returns what n8n shows when the test of a credential ends without a proof that key and address are good.
 *
 * @param api is the name of the API, without 'Vitally'
 * @param messages contains the messages by HTTP status
 * @param foreignBody is a key, and its values that only the body of another service has
 */
export function testRules(
	api: string,
	messages: Record<number, string>,
	foreignBody: { key: string; values: unknown[] },
): ICredentialTestRequest['rules'] {
	const check = "check 'Data Center' and the fields below it";
	const notTheApi = `This address is not the Vitally ${api}: ${check}`;
	const redirects = `This address redirects elsewhere, which the Vitally ${api} does not do: ${check}`;
	const byStatus = {
		...Object.fromEntries(REDIRECTS.map((status) => [status, redirects])),
		...messages,
		404: notTheApi,
	};
	const statusRules = Object.entries(byStatus).map(([status, message]) => ({
		type: 'responseCode',
		properties: { value: Number(status), message },
	}));
	const bodyRules = foreignBody.values.map((value) => ({
		type: 'responseSuccessBody',
		properties: { key: foreignBody.key, value, message: notTheApi },
	}));

	// n8n's type allows rules of one kind only, its server both.
	return [...statusRules, ...bodyRules] as ICredentialTestRequest['rules'];
}
