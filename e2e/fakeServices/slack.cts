import { createHmac } from 'node:crypto';

import type { IDataObject } from 'n8n-workflow';

import { assertCall, type Call, type HttpService, type StoredCredential } from './httpService.cts';

const TOKEN = 'xoxp-only-for-checks';
const SIGNING_SECRET = 'only-for-checks';

/** Slack, as far as a message is posted. https://docs.slack.dev/reference/methods/chat.postMessage */
export class Slack implements HttpService {
	readonly hosts = ['slack.com'];

	/** What was posted, in order. */
	readonly messages: IDataObject[] = [];

	/** The same person with n8n's two ways to log in. */
	readonly credentials: StoredCredential[] = [
		{
			id: 'slack-oauth2',
			name: 'Slack (OAuth2)',
			type: 'slackOAuth2Api',
			data: {
				clientId: 'client',
				clientSecret: 'secret',
				// n8n uses the user's token, not the bot's.
				oauthTokenData: {
					access_token: 'xoxb-only-for-checks',
					token_type: 'bot',
					authed_user: { id: 'U1', access_token: TOKEN, token_type: 'user' },
				},
			},
		},
		{
			id: 'slack-token',
			name: 'Slack (token)',
			type: 'slackApi',
			data: { accessToken: TOKEN, signatureSecret: SIGNING_SECRET },
		},
	];

	answer({ method, path, authorization, body }: Call) {
		assertCall(authorization === `Bearer ${TOKEN}`, `not authorized by ${authorization}`);
		assertCall(method === 'POST' && path === '/api/chat.postMessage', 'an unknown method of Slack');
		const { channel, text, blocks } = body;
		assertCall(
			typeof channel === 'string' && /^(#[a-z0-9_-]+|[CGDU][A-Z0-9]+)$/.test(channel),
			'channel_not_found',
		);
		const hasText = typeof text === 'string' && text !== '';
		assertCall(hasText || (Array.isArray(blocks) && blocks.length > 0), 'no_text');
		this.messages.push(body);
		const ts = `1700000000.${String(this.messages.length).padStart(6, '0')}`;
		return { body: { ok: true, channel: 'C1', ts, message: { type: 'message', text, ts } } };
	}

	reset(): void {
		this.messages.length = 0;
	}
}

/**
 * The request by which Slack reports an event, signed as its app is.
 * https://docs.slack.dev/authentication/verifying-requests-from-slack
 */
export function eventRequest(event: IDataObject, secret = SIGNING_SECRET): RequestInit {
	const body = JSON.stringify({ type: 'event_callback', team_id: 'T1', event_id: 'Ev1', event });
	const timestamp = String(Math.floor(Date.now() / 1000));
	const signature = createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex');
	return {
		method: 'POST',
		headers: {
			'content-type': 'application/json',
			'x-slack-request-timestamp': timestamp,
			'x-slack-signature': `v0=${signature}`,
		},
		body,
	};
}
