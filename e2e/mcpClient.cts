import { until } from './child.cts';

export interface Tool {
	name: string;
	description: string;
	inputSchema: {
		properties: Record<string, { type: string; description?: string }>;
		required?: string[];
	};
}

/** A model's side of the Model Context Protocol, as far as the check needs it. */
export class McpClient {
	private session?: string;
	private asked = 0;

	private constructor(
		private readonly address: string,
		private readonly token?: string,
	) {}

	/** @param token of n8n's Bearer Auth, if the server asks for one */
	static async open(address: string, token?: string): Promise<McpClient> {
		const client = new McpClient(address, token);
		await until('the MCP server', () =>
			client.ask('initialize', {
				protocolVersion: '2025-03-26',
				capabilities: {},
				clientInfo: { name: 'e2e', version: '1' },
			}),
		);
		await client.post({ jsonrpc: '2.0', method: 'notifications/initialized' });
		return client;
	}

	async tools(): Promise<Tool[]> {
		const { tools } = await this.ask<{ tools: Tool[] }>('tools/list', {});
		return tools;
	}

	/** @returns the text that the model gets to read */
	async call(name: string, args: object): Promise<string> {
		const { content } = await this.ask<{ content: Array<{ text: string }> }>('tools/call', {
			name,
			arguments: args,
		});
		return content.map(({ text }) => text).join('\n');
	}

	private async ask<T>(method: string, params: object): Promise<T> {
		const text = await this.post({ jsonrpc: '2.0', id: ++this.asked, method, params });
		// The answer comes as one event of a stream, or as plain JSON.
		const json = text.match(/^data: (.*)$/m)?.[1] ?? text;
		const { result, error } = JSON.parse(json) as { result?: T; error?: { message: string } };
		if (result === undefined) throw new Error(`${method}: ${error?.message ?? text}`);
		return result;
	}

	private async post(message: object): Promise<string> {
		const answer = await fetch(this.address, {
			method: 'POST',
			headers: {
				accept: 'application/json, text/event-stream',
				'content-type': 'application/json',
				...(this.token && { authorization: `Bearer ${this.token}` }),
				...(this.session && { 'mcp-session-id': this.session }),
			},
			body: JSON.stringify(message),
		});
		const text = await answer.text();
		if (!answer.ok) throw new Error(`${answer.status} ${text}`);
		this.session ??= answer.headers.get('mcp-session-id') ?? undefined;
		return text;
	}
}
