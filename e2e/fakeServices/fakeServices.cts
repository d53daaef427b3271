import { startPostgres, type Postgres } from '../postgres.cts';
import { GoogleSheets } from './googleSheets.cts';
import type { StoredCredential } from './httpService.cts';
import { HubSpot } from './hubspot.cts';
import { startMailServer, type Mail } from './mail.cts';
import { OpenAi } from './openAi.cts';
import { startProxy } from './proxy.cts';
import { Slack } from './slack.cts';
import { Stripe } from './stripe.cts';
import { Zendesk } from './zendesk.cts';

const BEARER_TOKEN = 'only for checks on this machine';
const HEADER = { name: 'x-call-tool', value: BEARER_TOKEN };

/** Nothing is sent with these: the items of such triggers are pinned. */
const OF_TRIGGERS: StoredCredential[] = [
	{
		id: 'typeform',
		name: 'Typeform',
		type: 'typeformApi',
		data: { accessToken: 'only-for-checks' },
	},
	{
		id: 'jira',
		name: 'Jira',
		type: 'jiraSoftwareCloudApi',
		data: {
			email: 'agent@example.com',
			apiToken: 'only-for-checks',
			domain: 'https://example-team.atlassian.net',
		},
	},
];

/** The services of the second nodes in the examples. */
export interface FakeServices {
	slack: Slack;
	hubspot: HubSpot;
	openAi: OpenAi;
	sheets: GoogleSheets;
	stripe: Stripe;
	zendesk: Zendesk;
	/** Its database is empty at the start. */
	postgres: Postgres;
	readonly mails: Mail[];
	/** What n8n's MCP Server Trigger requires. */
	bearerToken: string;
	/** What n8n's Webhook requires. */
	header: Record<string, string>;
	/** For n8n's environment. */
	env: NodeJS.ProcessEnv;
	/** One of each type. */
	credentials: StoredCredential[];
	/** What n8n sent since the last reset that no service knows. */
	readonly problems: string[];
	/** Every service back to its start. */
	reset(): void;
	close(): Promise<void>;
}

/** @param folder an empty one */
export async function startFakeServices(folder: string): Promise<FakeServices> {
	const slack = new Slack();
	const hubspot = new HubSpot();
	const openAi = new OpenAi();
	const sheets = new GoogleSheets();
	const stripe = new Stripe();
	const zendesk = new Zendesk();
	const http = [slack, hubspot, openAi, sheets, stripe, zendesk];
	const postgres = await startPostgres();
	const mailServer = await startMailServer();
	const proxy = await startProxy(http, folder);
	return {
		slack,
		hubspot,
		openAi,
		sheets,
		stripe,
		zendesk,
		postgres,
		mails: mailServer.mails,
		bearerToken: BEARER_TOKEN,
		header: { [HEADER.name]: HEADER.value },
		env: proxy.env,
		credentials: [
			...http.flatMap(({ credentials }) => credentials),
			mailServer.credential,
			{
				id: 'postgres',
				name: 'Postgres',
				type: 'postgres',
				data: {
					host: '127.0.0.1',
					port: postgres.port,
					database: postgres.user,
					user: postgres.user,
					password: '',
					ssl: 'disable',
				},
			},
			{ id: 'bearer', name: 'Bearer', type: 'httpBearerAuth', data: { token: BEARER_TOKEN } },
			{ id: 'header', name: 'Header', type: 'httpHeaderAuth', data: HEADER },
			...OF_TRIGGERS,
		],
		problems: proxy.problems,
		reset: () => {
			for (const service of http) service.reset();
			proxy.problems.length = 0;
			mailServer.mails.length = 0;
			postgres.run('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
		},
		close: async () => {
			await Promise.all([proxy.close(), mailServer.close(), postgres.close()]);
		},
	};
}
