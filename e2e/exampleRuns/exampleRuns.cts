import assert from 'node:assert/strict';

import { createAccount } from '../../sandbox/state/accounts.cts';
import { McpClient } from '../mcpClient.cts';
import { hubspotEvent } from '../otherServices/hubspot.cts';
import { itemsOf } from '../session.cts';
import type { ExampleRun } from './exampleRun.cts';
import { toolCalls } from './toolCalls.cts';

/** One row per example, by the name of its file. */
export const EXAMPLE_RUNS: Record<string, ExampleRun> = {
	'agent-with-tools': async ({ from, openAi, sandbox }) => {
		const { calls, assertDone } = toolCalls(sandbox);
		openAi.say(...calls.map((call) => [call]), 'Done.');
		const chat = { sessionId: 'session', action: 'sendMessage', chatInput: 'Log the call' };
		const execution = await from('Chat', [chat]);
		const [{ json }] = itemsOf(execution, 'Agent');
		assert.equal(json.output, 'Done.');
		const [first, ...later] = openAi.requests;
		const roles = first.messages.map(({ role }) => role);
		assert.deepEqual(roles, ['developer', 'user']);
		assertDone(later.map(({ messages }) => String(messages.at(-1)?.content)));
		return `${calls.length} calls of tools`;
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

	'hubspot-contact-to-user': async ({ from, hubspot, sandbox: { state } }) => {
		const account = createAccount(state, { externalId: '7001', name: 'Lantern' }, 'refuse');
		const names = { firstname: 'Ines', lastname: 'Baker', email: 'ines@lantern.example' };
		const customer = { ...names, lifecyclestage: 'customer', associatedcompanyid: '7001' };
		hubspot.add('contact', 51, customer);
		hubspot.add('contact', 52, { ...customer, lifecyclestage: 'lead' });
		const before = state.users.size;
		await from(
			'HubSpot Trigger',
			[51, 52].map((contactId) => hubspotEvent('contact.creation', { contactId })),
		);
		const user = state.users.byExternalId('51');
		assert.deepEqual(
			[user?.name, user?.email, user?.accountIds],
			['Ines Baker', 'ines@lantern.example', [account.id]],
		);
		assert.equal(state.users.size, before + 1);
		return '1 user of 2 contacts';
	},

	'weekly-renewals-digest': async ({ from, slack, sandbox: { state } }) => {
		const [account] = state.accounts.all();
		const nextRenewalDate = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
		state.accounts.change(account, { traits: { ...account.traits, nextRenewalDate } });
		const execution = await from('Every Monday');
		const [{ channel, text }, ...others] = slack.messages;
		assert.deepEqual([channel, others], ['#renewals', []]);
		const count = itemsOf(execution, 'Renewals').length;
		assert.ok(String(text).startsWith(`*Renewals in the next 60 days: ${count}*\n`));
		assert.ok(String(text).includes(`${nextRenewalDate}: ${account.name} (MRR: `));
		return `1 message with ${count} renewals`;
	},

	'welcome-email': async ({ from, mails }) => {
		const execution = await from('New User');
		const users = itemsOf(execution, 'May Get Email').map(({ json }) => json);
		assert.deepEqual(
			mails.map(({ recipients, headers }) => [recipients, headers.subject, headers['reply-to']]),
			users.map(({ email, name, csmEmail }) => [
				[email],
				`Welcome, ${name}`,
				csmEmail ?? undefined,
			]),
		);
		for (const { text } of mails)
			assert.match(text, /^Hello .+,\n\nwelcome! Your account at .+ is/);
		return `${mails.length} emails`;
	},
};
