import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { fetchRecord } from './fetchRecord';
import { parseMatch } from './payload';
import { RecentCalls } from './recentCalls';
import { assertSecret, isSecret } from './secret';

/** A playbook sends one record, so a longer body is not from Vitally. */
const MAX_BYTES = 1_000_000;

const recentCalls = new RecentCalls();

/**
 * Handles a call of a playbook's action 'Ping a webhook'. Every call with the secret starts an execution, with
 * the body and the record in it.
 *
 * Source: docs/internal/beyond.md, 14
 */
export async function ping(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	const secret = this.getNodeParameter('secret');
	assertSecret(secret, this.getNode());
	const { secret: given } = this.getQueryData() as { secret?: unknown };
	if (!isSecret(given, secret)) {
		return reject(this, 401, 'The secret at the end of the URL is missing or wrong');
	}
	const body: unknown = this.getBodyData();
	if (bodyLength(this, body) > MAX_BYTES) return reject(this, 413, 'The body is longer than 1 MB');

	const json: IDataObject = { body: body as IDataObject };
	const match = parseMatch(body);
	if (match) {
		const { id = null, externalId = null, name = null, traits } = match.record;
		Object.assign(json, { recordType: match.kind, id, externalId, name, traits });
	}
	const webhook = JSON.stringify([this.getWorkflow().id, this.getNode().id]);
	json.isRepeated = recentCalls.add(webhook, body);
	if (this.getNodeParameter('fetchRecord') === true) {
		Object.assign(json, await fetchRecord(this, match));
	}
	return { workflowData: [[{ json }]] };
}

function bodyLength(context: IWebhookFunctions, body: unknown): number {
	const announced = Number(context.getHeaderData()['content-length']);
	return Math.max(announced || 0, JSON.stringify(body)?.length ?? 0);
}

/** Responds without starting an execution. */
function reject(context: IWebhookFunctions, status: number, error: string): IWebhookResponseData {
	context.getResponseObject().status(status).json({ error });
	return { noWebhookResponse: true };
}
