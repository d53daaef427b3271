import type { StoredCredential } from './httpService.cts';
import { HubSpot } from './hubspot.cts';
import { startMailServer, type Mail } from './mail.cts';
import { OpenAi } from './openAi.cts';
import { startProxy } from './proxy.cts';
import { Slack } from './slack.cts';

const BEARER_TOKEN = 'only for checks on this machine';

/** The services of the second nodes in the examples. */
export interface OtherServices {
	slack: Slack;
	hubspot: HubSpot;
	openAi: OpenAi;
	readonly mails: Mail[];
	/** What n8n's MCP Server Trigger wants. */
	bearerToken: string;
	/** For n8n's environment. */
	env: NodeJS.ProcessEnv;
	/** One of each type. */
	credentials: StoredCredential[];
	/** What n8n sent that no service knows. */
	readonly problems: string[];
	/** Every service back to its start. */
	reset(): void;
	close(): Promise<void>;
}

/** @param folder an empty one */
export async function startOtherServices(folder: string): Promise<OtherServices> {
	const slack = new Slack();
	const hubspot = new HubSpot();
	const openAi = new OpenAi();
	const http = [slack, hubspot, openAi];
	const mailServer = await startMailServer();
	const proxy = await startProxy(http, folder);
	return {
		slack,
		hubspot,
		openAi,
		mails: mailServer.mails,
		bearerToken: BEARER_TOKEN,
		env: proxy.env,
		credentials: [
			...http.flatMap(({ credentials }) => credentials),
			mailServer.credential,
			{ id: 'bearer', name: 'Bearer', type: 'httpBearerAuth', data: { token: BEARER_TOKEN } },
		],
		problems: proxy.problems,
		reset: () => {
			for (const service of http) service.reset();
			mailServer.mails.length = 0;
		},
		close: async () => {
			await Promise.all([proxy.close(), mailServer.close()]);
		},
	};
}
