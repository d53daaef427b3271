import type { IDataObject } from 'n8n-workflow';

/**
 * What n8n's triggers of other services emit: what the service sends to their webhook, which is passed
 * on as it is unless noted here.
 */

/** HubSpot's event, whose `objectId` n8n's trigger renames. */
export function hubspotEvent(
	subscriptionType: string,
	parts: IDataObject & ({ contactId: number } | { dealId: number }),
): IDataObject {
	return {
		eventId: 100,
		subscriptionId: 51,
		portalId: 62515,
		appId: 1,
		occurredAt: 1_700_000_000_000,
		subscriptionType,
		attemptNumber: 0,
		changeSource: 'CRM_UI',
		...parts,
	};
}

/** https://docs.stripe.com/api/events/object */
export function stripeEvent(type: string, object: IDataObject): IDataObject {
	return {
		id: 'evt_1',
		object: 'event',
		api_version: '2025-09-30.clover',
		created: 1_700_000_000,
		data: { object },
		livemode: false,
		pending_webhooks: 1,
		request: { id: null, idempotency_key: null },
		type,
	};
}

/**
 * https://www.typeform.com/developers/webhooks/example-payload/
 *
 * @param answers by the type of their question; questions that were left empty are left out
 */
export function typeformResponse(token: string, answers: Record<string, string | number>) {
	const questions = Object.keys(answers).map((type) => ({ id: `id-of-${type}`, type, ref: type }));
	return {
		event_id: `event-${token}`,
		event_type: 'form_response',
		form_response: {
			form_id: 'form',
			token,
			landed_at: '2026-11-02T09:14:00Z',
			submitted_at: '2026-11-02T09:15:00Z',
			definition: {
				id: 'form',
				title: 'How are we doing?',
				fields: questions.map((field) => ({ ...field, title: field.type, properties: {} })),
			},
			answers: questions.map((field) => {
				const answer = answers[field.type];
				const type =
					typeof answer === 'number' ? 'number' : field.type === 'email' ? 'email' : 'text';
				return { type, [type]: answer, field };
			}),
		},
	};
}

/** https://developer.atlassian.com/cloud/jira/platform/webhooks/ */
export function jiraEvent(webhookEvent: string, id: string, fields: IDataObject): IDataObject {
	const self = `https://example-team.atlassian.net/rest/api/2/issue/${id}`;
	return {
		timestamp: 1_700_000_000_000,
		webhookEvent,
		issue_event_type_name: webhookEvent.replace('jira:', ''),
		user: { accountId: '5b10', displayName: 'Agent', active: true, accountType: 'atlassian' },
		issue: {
			id,
			self,
			key: `SUP-${id}`,
			fields: {
				issuetype: { id: '10004', name: 'Bug', subtask: false },
				project: { id: '10000', key: 'SUP', name: 'Support' },
				priority: { id: '2', name: 'High' },
				status: { id: '1', name: 'Open', statusCategory: { id: 2, key: 'new', name: 'To Do' } },
				assignee: null,
				description: null,
				labels: [],
				...fields,
			},
		},
	};
}

/** The event of https://docs.slack.dev/reference/events/app_mention, without what surrounds it. */
export function slackMention(text: string, ts: string): IDataObject {
	return {
		user: 'U0AGENT',
		type: 'app_mention',
		ts,
		client_msg_id: `message-${ts}`,
		text: `<@U0APP> ${text}`,
		team: 'T1',
		blocks: [{ type: 'rich_text', block_id: 'b', elements: [] }],
		channel: 'C0TEAM',
		event_ts: ts,
	};
}
