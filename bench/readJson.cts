import { request } from 'node:http';

/** Reads over a new connection, as n8n's helper does. */
export async function readJson<T extends object>(url: string, apiKey: string): Promise<T> {
	return await new Promise((resolve, reject) => {
		request(url, { auth: `${apiKey}:`, agent: false }, (response) => {
			const chunks: Buffer[] = [];

			response.on('data', (chunk: Buffer) => chunks.push(chunk));
			response.on('end', () => resolve(JSON.parse(Buffer.concat(chunks).toString('utf8')) as T));
		})
			.on('error', reject)
			.end();
	});
}
