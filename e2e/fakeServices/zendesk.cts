import type { IDataObject } from 'n8n-workflow';

import { assertCall, type Call, type HttpService, type StoredCredential } from './httpService.cts';

const EMAIL = 'agent@example.com';
const API_TOKEN = 'only-for-checks';
const BASIC = Buffer.from(`${EMAIL}/token:${API_TOKEN}`).toString('base64');

/** What was written in a ticket, the oldest first, and by whom. */
interface Comments {
	comments: IDataObject[];
	users: IDataObject[];
}

/**
 * Zendesk, as far as tickets are created, changed and read.
 * https://developer.zendesk.com/api-reference/ticketing/tickets/tickets/
 */
export class Zendesk implements HttpService {
	readonly hosts = ['example-team.zendesk.com'];

	readonly credentials: StoredCredential[] = [
		{
			id: 'zendesk',
			name: 'Zendesk',
			type: 'zendeskApi',
			data: { subdomain: 'example-team', email: EMAIL, apiToken: API_TOKEN },
		},
	];

	/** By their ID, in the order of their creation. */
	readonly tickets: IDataObject[] = [];
	private readonly comments = new Map<number, Comments>();

	/**
	 * Adds a ticket with what was written in it.
	 *
	 * @returns its ID
	 */
	add(ticket: IDataObject, comments: Comments): number {
		const id = this.tickets.length + 1;
		const url = `https://${this.hosts[0]}/api/v2/tickets/${id}.json`;
		this.tickets.push({ id, url, status: 'open', ...ticket });
		this.comments.set(id, comments);
		return id;
	}

	answer({ method, path, query, authorization, body }: Call) {
		assertCall(authorization === `Basic ${BASIC}`, `not authorized by ${authorization}`);
		const sent = body.ticket as IDataObject | undefined;
		if (method === 'POST' && path === '/api/v2/tickets.json') {
			assertCall((sent?.comment as IDataObject | undefined)?.body, 'a ticket without a comment');
			const ticket = { id: this.tickets.length + 1, status: 'new', ...sent };
			this.tickets.push(ticket);
			return { status: 201, body: { ticket } };
		}
		const [, of] = /^\/api\/v2\/tickets\/(\d+)\/comments\.json$/.exec(path) ?? [];
		if (method === 'GET' && of) return { body: this.commentsOf(Number(of), query) };
		const [, id] = /^\/api\/v2\/tickets\/(\d+)\.json$/.exec(path) ?? [];
		const ticket = this.tickets[Number(id) - 1];
		assertCall(ticket, 'an unknown address or ticket');
		if (method === 'PUT') Object.assign(ticket, sent);
		else assertCall(method === 'GET', 'not a method of this copy');
		return { body: { ticket } };
	}

	/** https://developer.zendesk.com/api-reference/ticketing/tickets/ticket_comments/ */
	private commentsOf(ticket: number, query: URLSearchParams): object {
		const found = this.comments.get(ticket);
		assertCall(found, 'no such ticket');
		const { comments, users } = found;
		const sorted = query.get('sort_order') === 'desc' ? comments.toReversed() : comments;
		return {
			comments: sorted.slice(0, Number(query.get('per_page') ?? 100)),
			...(query.get('include') === 'users' && { users }),
			next_page: null,
			previous_page: null,
			count: comments.length,
		};
	}

	reset(): void {
		this.tickets.length = 0;
		this.comments.clear();
	}
}
