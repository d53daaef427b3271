import type { IDataObject } from 'n8n-workflow';

import { startPostgres, type Postgres } from '../postgres.cts';
import { GoogleSheets } from './googleSheets.cts';
import { HubSpot } from './hubspot.cts';
import { startMailServer, type Mail } from './mail.cts';
import { OpenAi } from './openAi.cts';
import { startProxy } from './proxy.cts';
import { Slack } from './slack.cts';
import { Stripe } from './stripe.cts';
import { Zendesk } from './zendesk.cts';

/** What n8n's Webhook, MCP Server and Jira Trigger require in the examples. */
export const TOKEN = 'only for checks on this machine';
export const TOKEN_HEADER = 'x-call-tool';

/** What n8n's forms require in the examples. */
export const FORM_LOGIN = { user: 'team', password: TOKEN };

/** The services of the second nodes in the examples. */
export interface FakeServices {
	slack: Slack;
	hubspot: HubSpot;
	openAi: OpenAi;
	sheets: GoogleSheets;
	stripe: Stripe;
	zendesk: Zendesk;
	/** A server whose database is empty at the start. */
	postgres: Postgres;
	readonly mails: Mail[];
	/** The variables that n8n's environment needs. */
	env: NodeJS.ProcessEnv;
	/** The data of n8n's credentials, by type. */
	credentials: Record<string, IDataObject>;
	/** What n8n sent since the last reset that no service knows. */
	readonly problems: string[];
	/** Returns every service to its start. */
	reset(): void;
	close(): Promise<void>;
}

/** @param folder an empty one */
export async function startFakeServices(folder: string): Promise<FakeServices> {
	const services = {
		slack: new Slack(),
		hubspot: new HubSpot(),
		openAi: new OpenAi(),
		sheets: new GoogleSheets(),
		stripe: new Stripe(),
		zendesk: new Zendesk(),
	};
	const http = Object.values(services);
	const mails: Mail[] = [];
	const host = '127.0.0.1';
	const postgres = await startPostgres();
	const mailServer = await startMailServer(mails);
	const proxy = await startProxy(http, folder);
	const { port, user } = postgres;

	return {
		...services,
		postgres,
		mails,
		env: proxy.env,
		credentials: {
			...(Object.assign({}, ...http.map(({ credentials }) => credentials)) as object),
			smtp: { host, port: mailServer.port, secure: false, disableStartTls: true },
			postgres: { host, port, database: user, user, password: '', ssl: 'disable' },
			httpBasicAuth: { ...FORM_LOGIN },
			httpBearerAuth: { token: TOKEN },
			httpHeaderAuth: { name: TOKEN_HEADER, value: TOKEN },
		},
		problems: proxy.problems,
		reset: () => {
			for (const service of http) service.reset();
			proxy.problems.length = 0;
			mails.length = 0;
			postgres.run('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
		},
		close: async () => {
			proxy.close();
			mailServer.close();
			await postgres.close();
		},
	};
}
