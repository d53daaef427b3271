import { once } from 'node:events';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';

/** The node after the trigger in a workflow, which counts what arrives. */
export interface Recorder {
	url: string;
	/** How often each record arrived, by its id. */
	arrivals: Map<string, number>;
	close(): void;
}

export async function startRecorder(): Promise<Recorder> {
	const arrivals = new Map<string, number>();
	const server = createServer((request, response) => {
		void json(request).then((body) => {
			const { id } = body as { id: string };
			arrivals.set(id, (arrivals.get(id) ?? 0) + 1);
			response.setHeader('content-type', 'application/json').end('{}');
		});
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		arrivals,
		close: () => {
			server.close();
			server.closeAllConnections();
		},
	};
}
