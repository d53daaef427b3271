import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Sandbox } from '../../../sandbox/sandbox.cts';
import type { CredentialValues } from '../../engine/credentials.cts';

/** One host for several workspaces, each with another key, as Vitally's EU host is. */
export interface SharedHost {
	/** Credentials of the workspace with this index. */
	credentialsOf(workspace: number): CredentialValues;
	/** Whether answers carry a `Date` header. */
	showsDate: boolean;
	close(): Promise<void>;
}

const keyOf = (workspace: number) => `sk_live_workspace_${workspace}`;

const basic = (key: string) => `Basic ${Buffer.from(`${key}:`).toString('base64')}`;

/** Starts it on 127.0.0.1. */
export async function startSharedHost(sandboxes: Sandbox[]): Promise<SharedHost> {
	const server = createServer((req, res) => {
		const workspace = sandboxes.findIndex(
			(_, index) => req.headers.authorization === basic(keyOf(index)),
		);
		if (workspace < 0) return void res.writeHead(401).end();
		const { url, apiKey } = sandboxes[workspace];
		const headers = { ...req.headers, authorization: basic(apiKey) };
		const options = { method: req.method, headers };
		const forwarded = httpRequest(`${url}${req.url}`, options, (answer) => {
			const { date, ...others } = answer.headers;
			res.sendDate = false;
			res.writeHead(answer.statusCode ?? 502, {
				...others,
				...(host.showsDate && { date }),
			});
			answer.pipe(res);
		});
		req.pipe(forwarded);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	const host: SharedHost = {
		credentialsOf: (workspace) => ({
			vitallyApi: {
				dataCenter: 'custom',
				baseUrl: `http://127.0.0.1:${port}`,
				apiKey: keyOf(workspace),
			},
		}),
		showsDate: true,
		close: async () => {
			server.closeAllConnections();
			await new Promise<void>((resolve) => server.close(() => resolve()));
		},
	};
	return host;
}
