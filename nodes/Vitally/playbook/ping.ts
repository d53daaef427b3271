import { createHash, timingSafeEqual } from 'crypto';

import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { jsonByteLength } from '../values/byteLimits';
import { isTooDeep, ownValue } from '../values/json/json';
import { findCalledRecord } from './calledRecord';
import { RecentCalls } from './recentCalls';

/** A playbook sends one record, so a longer body is not from Vitally. */
const MAX_BYTES = 1_000_000;

const recentCalls = new RecentCalls();

/**
 * Handles a call of a playbook's action 'Ping a webhook': it starts an execution with the body and the record
 * in it.
 *
 * Source: docs/internal/beyond.md, 14
 */
export async function ping(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	if (!(await isAuthorized(this))) {
		return reject(this, 403, 'The authorization header is missing or wrong');
	}

	const body = readBody(this);
	if (isTooDeep(body)) return reject(this, 413, 'The body has more than 100 levels');
	if (jsonByteLength(body) > MAX_BYTES) return reject(this, 413, 'The body is longer than 1 MB');

	// The Test URL is a webhook of its own: a person may send the same body to both.
	const webhook = JSON.stringify([this.getWorkflow().id, this.getNode().id, this.getMode()]);
	const isRepeated = recentCalls.add(webhook, body);
	const json = { ...findCalledRecord(body), isRepeated, body } as IDataObject;

	return { workflowData: [[{ json }]] };
}

/**
 * Returns the body of a call. Of a form with files, n8n returns the fields under `data`, and next to them the paths
 * on its disk where it has stored the files.
 */
function readBody(context: IWebhookFunctions): unknown {
	const body: unknown = context.getBodyData();
	const type = context.getHeaderData()['content-type'];
	const isForm = typeof type === 'string' && /^\s*multipart\/form-data\b/i.test(type);

	return isForm ? ownValue(body, 'data') : body;
}

/** Whether the header of a call is right, as n8n's Webhook node checks it. Anything but 'None' requires the header. */
async function isAuthorized(context: IWebhookFunctions): Promise<boolean> {
	if (context.getNodeParameter('authentication', 'none') === 'none') return true;

	const { name, value } = await context.getCredentials<{ name: string; value: string }>(
		'httpHeaderAuth',
	);
	const received = context.getHeaderData()[String(name).toLowerCase()];
	// A credential that is not filled in authorizes nobody.
	if (!name || !value || typeof received !== 'string') return false;

	return isEqual(received, value);
}

/** Whether two values are equal. It takes constant time, so that the value cannot be guessed letter by letter. */
function isEqual(received: string, expected: string): boolean {
	const digest = (text: string) => createHash('sha256').update(text).digest();

	return timingSafeEqual(digest(received), digest(expected));
}

/** Responds without starting an execution. */
function reject(context: IWebhookFunctions, status: number, error: string): IWebhookResponseData {
	context.getResponseObject().status(status).json({ error });

	return { noWebhookResponse: true };
}
