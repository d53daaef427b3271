import { createHmac } from 'node:crypto';

import type { IDataObject } from 'n8n-workflow';

import { assertCall, type Call, type HttpService } from './httpService.cts';

const TOKEN = 'xoxp-only-for-checks';
const SIGNING_SECRET = 'only-for-checks';

/** Slack, as far as a message is posted. https://docs.slack.dev/reference/methods/chat.postMessage */
export class Slack implements HttpService {
	readonly host = 'slack.com';
	readonly authorization = `Bearer ${TOKEN}`;
	/** The same person with n8n's two ways to log in. n8n uses the user's token, not the bot's. */
	readonly credentials = {
		slackOAuth2Api: { oauthTokenData: { authed_user: { access_token: TOKEN } } },
		slackApi: { accessToken: TOKEN, signatureSecret: SIGNING_SECRET },
	};

	/** What was posted, in order. */
	readonly messages: IDataObject[] = [];

	/** Channel and text of what was posted. */
	get posts(): Array<[channel: string, text: string]> {
		return this.messages.map(({ channel, text }) => [String(channel), String(text)]);
	}

	answer({ method, path, body }: Call) {
		assertCall(method === 'POST' && path === '/api/chat.postMessage', 'an unknown method of Slack');
		const { channel, text, blocks } = body;

		assertCall(/^(#[a-z0-9_-]+|[CGDU][A-Z0-9]+)$/.test(String(channel)), 'channel_not_found');
		assertCall(text || (Array.isArray(blocks) && blocks.length > 0), 'no_text');
		this.messages.push(body);
		const ts = `1700000000.${String(this.messages.length).padStart(6, '0')}`;

		return { ok: true, channel: 'C1', ts, message: { type: 'message', text, ts } };
	}

	reset(): void {
		this.messages.length = 0;
	}
}

/**
 * The request by which Slack reports that its app was mentioned, signed as the app is.
 * https://docs.slack.dev/reference/events/app_mention
 * https://docs.slack.dev/authentication/verifying-requests-from-slack
 *
 * @param ts the time that identifies the message
 * @param options its channel, and the secret that signs the request, by default those of the app
 */
export function mentionRequest(
	text: string,
	ts: string,
	{ channel = 'C0TEAM', secret = SIGNING_SECRET } = {},
): RequestInit {
	const event = { type: 'app_mention', user: 'U0AGENT', text: `<@U0APP> ${text}`, ts };
	const body = JSON.stringify({
		type: 'event_callback',
		event: { ...event, channel, event_ts: ts },
	});
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
