import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo, Server } from 'node:net';

/** Opens a server on a free port of this machine, and returns its address: `http://127.0.0.1:4010`. */
export async function listen(server: Server): Promise<string> {
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');

	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Starts a server, runs a task with its address, and stops the server. */
export async function withServer(
	listener: RequestListener,
	task: (url: string) => Promise<void>,
): Promise<void> {
	const server = createServer(listener);

	await task(await listen(server)).finally(() => server.close());
}
