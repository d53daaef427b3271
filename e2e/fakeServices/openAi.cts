import type { IDataObject } from 'n8n-workflow';

import { assertCall, type Call, type HttpService } from './httpService.cts';

const KEY = 'sk-only-for-checks';

/** What a model answers with: text, or calls of tools with their arguments. */
export type Turn = string | Array<[tool: string, values: IDataObject]>;

interface Request {
	model: string;
	messages: Array<{ role: string; content: unknown }>;
	tools?: Array<{ function: { name: string; parameters: object } }>;
}

/**
 * A chat model with prepared answers.
 * https://platform.openai.com/docs/api-reference/chat/create
 */
export class OpenAi implements HttpService {
	readonly host = 'api.openai.com';
	readonly authorization = `Bearer ${KEY}`;
	readonly credentials = {
		openAiApi: { apiKey: KEY, url: 'https://api.openai.com/v1', header: false },
	};

	/** What it was sent, in order. */
	readonly requests: Request[] = [];
	private turns: Turn[] = [];

	/** What it answers, one turn for each request. */
	say(...turns: Turn[]): void {
		this.turns = turns;
	}

	answer({ method, path, body }: Call) {
		assertCall(method === 'POST' && path === '/v1/chat/completions', 'an unknown address');
		assertCall(body.stream !== true, 'no streams here');

		const request = body as unknown as Request;

		assertCall(request.model && request.messages?.length > 0, 'no model or no messages');

		const turn = this.turns.shift();

		assertCall(turn !== undefined, 'more requests than expected');
		this.requests.push(request);

		return {
			id: `chatcmpl-${this.requests.length}`,
			object: 'chat.completion',
			model: request.model,
			choices: [{ index: 0, message: this.messageOf(turn, request), finish_reason: 'stop' }],
			usage: { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 },
		};
	}

	reset(): void {
		this.requests.length = 0;
		this.turns = [];
	}

	private messageOf(turn: Turn, request: Request): object {
		if (typeof turn === 'string') return { role: 'assistant', content: turn };

		const tools = (request.tools ?? []).map((tool) => tool.function.name);

		for (const [name] of turn) assertCall(tools.includes(name), `there is no tool ${name}`);

		const calls = turn.map(([name, values], index) => ({
			id: `call_${this.requests.length}_${index}`,
			type: 'function',
			function: { name, arguments: JSON.stringify(values) },
		}));

		return { role: 'assistant', content: null, tool_calls: calls };
	}
}
