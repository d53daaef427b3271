import assert from 'node:assert/strict';

import { McpClient } from '../mcpClient.cts';
import type { Turn } from '../fakeServices/openAi.cts';
import { only, present } from './assertions.cts';
import { registered, type ExampleRun } from './exampleRun.cts';
import { toolCalls } from './toolCalls.cts';

/** The examples with models. */
export const MODELS: Record<string, ExampleRun> = {
	'agent-with-tools': async ({ chat, openAi, sandbox }) => {
		const { calls, assertDone } = toolCalls(sandbox);
		const writes = ['log_note', 'create_task', 'update_account'];
		// n8n puts the fields of a tool with a review one level down.
		const turns = calls.map(
			([tool, values]): Turn => [
				[tool, writes.includes(tool) ? { toolParameters: values, hitlParameters: {} } : values],
			],
		);
		const notNow = { ...calls.find(([tool]) => tool === 'log_note')?.[1], note: 'Not now' };
		const declined: Turn = [['log_note', { toolParameters: notNow, hitlParameters: {} }]];
		openAi.say(...turns, declined, 'Done.');
		const asked: string[] = [];
		const messages = await chat('Chat', 'Log the call', ({ text }) => {
			asked.push(text);
			return text.includes('Not now') ? 'Decline' : 'Approve';
		});
		assert.deepEqual(messages, ['Done.']);
		assert.deepEqual(
			asked.map((text) => /^May I run (\w+) with/.exec(text)?.[1]),
			['create_task', 'log_note', 'create_task', 'update_account', 'log_note'],
		);
		assert.match(asked[1], /"note": "\*\*Agreed\*\*"/);
		const [first, ...later] = openAi.requests;
		const roles = first.messages.map(({ role }) => role);
		assert.deepEqual(roles, ['developer', 'user']);
		const answers = later.map(({ messages }) => String(messages.at(-1)?.content));
		assert.match(String(answers.pop()), /rejected/);
		assertDone(answers);
		return `${calls.length} calls of tools, ${asked.length} approvals asked for, 1 declined`;
	},

	'mcp-server': async ({ activate, started, bearerToken, sandbox }) => {
		const { calls, assertDone } = toolCalls(sandbox);
		const url = await activate();
		const model = await McpClient.open(`${url}/mcp/vitally`, bearerToken);
		const answers: string[] = [];
		for (const [tool, values] of calls) answers.push(await model.call(tool, values));
		assertDone(answers);
		await started(calls.length);
		return `${calls.length} calls of tools`;
	},

	'call-summary-to-note': async ({ activate, started, openAi, header, sandbox: { state } }) => {
		const account = present(
			[...state.accounts.all()].find(({ traits }) => !traits.churnedAt),
			'active account',
		);
		const transcript = 'We would like to renew.';
		const call = { id: 'call-1', account: account.externalId, title: 'Renewal', transcript };
		const body = { ...call, startedAt: '2026-11-19T15:30:00+01:00', topics: ['renewal'] };
		const before = state.notes.size;
		const url = `${await activate()}/webhook/vitally-call-finished`;
		const post = async (headers: Record<string, string>) => {
			const json = { 'content-type': 'application/json', ...headers };
			const answer = await fetch(url, {
				method: 'POST',
				headers: json,
				body: JSON.stringify(body),
			});
			return answer.status;
		};
		assert.equal(await registered(async () => await post({})), 403);
		openAi.say('They will **renew**.', 'They **renewed**.');
		assert.equal(await post(header), 200);
		await started(1);

		const { messages, model } = only(openAi.requests, 'requests to the model');
		assert.equal(model, 'gpt-5-mini');
		assert.deepEqual(
			messages.map(({ role }) => role),
			['developer', 'user'],
		);
		assert.match(JSON.stringify(messages[1]), /Title: Renewal\\n\\nWe would like to renew\./);
		const note = present(state.notes.byExternalId('call-1'), 'note of the call');
		const plan = String(account.traits.plan);
		const category = [...state.noteCategories.all()].find(({ name }) => name === 'Call');
		assert.deepEqual(
			[note.accountId, note.note, note.noteDate, note.categoryId, note.tags],
			[
				account.id,
				`<p>They will <strong>renew</strong>.</p><p>Plan at the time: <strong>${plan}</strong></p>`,
				'2026-11-19T14:30:00.000Z',
				category?.id,
				['call', 'renewal'],
			],
		);

		state.notes.change(note, { tags: [...note.tags, 'upsell'] });
		assert.equal(await post(header), 200);
		await started(2);
		const changed = present(state.notes.byExternalId('call-1'), 'note of the call');
		assert.match(changed.note, /<strong>renewed<\/strong>/);
		assert.deepEqual([...changed.tags].sort(), ['call', 'renewal', 'upsell']);
		assert.equal(state.notes.size, before + 1);
		return 'no call without the header, 1 note of 2 calls, its tags kept';
	},
};
