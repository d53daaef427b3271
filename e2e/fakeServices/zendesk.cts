import type { IDataObject } from 'n8n-workflow';

import { assertCall, type Call, type HttpService } from './httpService.cts';

const EMAIL = 'agent@example.com';
const API_TOKEN = 'only-for-checks';
const SUBDOMAIN = 'example-team';

/**
 * Zendesk, as far as tickets are created and read.
 * https://developer.zendesk.com/api-reference/ticketing/tickets/tickets/
 */
export class Zendesk implements HttpService {
	readonly host = `${SUBDOMAIN}.zendesk.com`;
	readonly authorization = `Basic ${btoa(`${EMAIL}/token:${API_TOKEN}`)}`;
	readonly credentials = {
		zendeskApi: { subdomain: SUBDOMAIN, email: EMAIL, apiToken: API_TOKEN },
	};

	/** The tickets in the order of their creation, which is that of their IDs. */
	readonly tickets: IDataObject[] = [];
	/** What was written in all tickets, the oldest first. */
	readonly comments: IDataObject[] = [];
	/** Who wrote it. */
	readonly users: IDataObject[] = [];

	answer({ method, path, query, body }: Call) {
		if (method === 'POST' && path === '/api/v2/tickets.json') return { ticket: this.add(body) };

		assertCall(method === 'GET', 'not a method of this copy');
		const [, id, comments] = /^\/api\/v2\/tickets\/(\d+)(\/comments)?\.json$/.exec(path) ?? [];
		const ticket = this.tickets[Number(id) - 1];

		assertCall(ticket, 'an unknown address or ticket');
		if (!comments) return { ticket };

		assertCall(query.get('include') === 'users', 'comments without their authors');
		const isDescending = query.get('sort_order') === 'desc';

		return {
			comments: isDescending ? this.comments.toReversed() : this.comments,
			users: this.users,
			next_page: null,
			previous_page: null,
		};
	}

	private add({ ticket }: IDataObject): IDataObject {
		const sent = ticket as { comment?: IDataObject };

		assertCall(sent.comment?.body, 'a ticket without a comment');
		const added = { id: this.tickets.length + 1, status: 'new', ...sent };

		this.tickets.push(added);

		return added;
	}

	reset(): void {
		this.tickets.length = 0;
		this.comments.length = 0;
		this.users.length = 0;
	}
}
