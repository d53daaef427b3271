import type { IDataObject, INode } from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../../sandbox/sandbox.cts';
import { credentialsFor } from '../engine/node.cts';
import { callTool } from '../engine/toolCall.cts';
import { readExample } from './example.cts';

const TOOL = 'n8n-nodes-vitally.vitallyTool';

/**
 * The examples for AI models. No model is asked here: what one would send is written out, and the tools
 * are called with it in the way of n8n's agent. `e2e/checks/aiTool.cts` has a real n8n call them.
 */
describe.each(['agent-with-tools.json', 'mcp-server.json'])('the tools of %s', (file) => {
	let sandbox: Sandbox;
	beforeAll(async () => {
		sandbox = await startSandbox();
	});
	beforeEach(() => sandbox.reset());
	afterAll(async () => await sandbox.close());

	const workflow = readExample(file);
	const tools = workflow.nodes.filter(({ type }) => type === TOOL);

	const call = async (name: string, values: IDataObject, isReadOnly = false) => {
		const { parameters } = tools.find((tool) => tool.name === name) as INode;
		const { vitallyApi } = credentialsFor(sandbox);
		const credentials = { vitallyApi: { ...vitallyApi, readOnly: isReadOnly } };
		const items = await callTool({ parameters }, values, credentials);
		expect(sandbox.contractRefusals()).toEqual([]);
		return items.map(({ json }) => json);
	};
	const firstAccount = () => {
		const [account] = sandbox.state.accounts.all();
		return account;
	};

	it('are six, all of them attached to one node', () => {
		const attached = Object.entries(workflow.connections)
			.filter(([, { ai_tool: outputs }]) => outputs)
			.map(([name]) => name);
		expect(attached.sort()).toEqual(tools.map(({ name }) => name).sort());
		expect(attached).toHaveLength(6);
	});

	it('say what they do, and what to send in every field', () => {
		for (const { name, parameters } of tools) {
			expect([name, parameters.descriptionType]).toEqual([name, 'manual']);
			expect(String(parameters.toolDescription).length).toBeGreaterThan(40);
			const calls = JSON.stringify(parameters).match(/\$fromAI\(/g) ?? [];
			const described =
				JSON.stringify(parameters).match(
					/\$fromAI\('[a-z_]+', `[^`]{20,}`, '(string|number)'\)/g,
				) ?? [];
			expect([name, calls.length]).toEqual([name, described.length]);
			expect(calls.length).toBeGreaterThan(0);
		}
	});

	it('find an account by a part of its name, and read it', async () => {
		const account = firstAccount();
		const name = ` ${String(account.name).slice(1).toUpperCase()} `;
		const found = await call('find_accounts', { name, limit: '5' });
		expect(found).toMatchObject([{ id: account.id, name: account.name }]);
		expect(await call('find_accounts', { name: '', limit: 3 })).toHaveLength(3);
		for (const tool of ['get_account', 'brief_account']) {
			const [read] = await call(tool, { account_id: found[0].id });
			expect([tool, read.id, read.name]).toEqual([tool, account.id, account.name]);
		}
	});

	it('log a note in Markdown', async () => {
		const { id } = firstAccount();
		const [{ id: noteId }] = await call('log_note', {
			account_id: id,
			note: '**Renewal** agreed',
			note_date: '2026-03-31T14:30:00Z',
			subject: 'Call',
		});
		expect(sandbox.state.notes.get(String(noteId))).toMatchObject({
			accountId: id,
			subject: 'Call',
			note: '<p><strong>Renewal</strong> agreed</p>',
			noteDate: '2026-03-31T14:30:00.000Z',
		});
	});

	it('make a task, with and without what is optional', async () => {
		const { id } = firstAccount();
		const [admin] = sandbox.state.admins.all();
		const empty = { description: '', due_date: '', assignee_email: '' };
		const [first] = await call('create_task', { account_id: id, name: 'Call back', ...empty });
		expect(sandbox.state.tasks.get(String(first.id))).toMatchObject({
			accountId: id,
			name: 'Call back',
			assignedToId: null,
		});
		const [second] = await call('create_task', {
			account_id: id,
			name: 'Send the offer',
			description: 'With the *new* price',
			due_date: '2026-04-02',
			assignee_email: admin.email,
		});
		expect(sandbox.state.tasks.get(String(second.id))).toMatchObject({
			description: '<p>With the <em>new</em> price</p>',
			assignedToId: admin.id,
		});
	});

	it('change a renewal date and traits, and nothing else', async () => {
		const { id, name, traits } = firstAccount();
		const sent = { account_id: id, renewal_date: '2027-01-31', traits: '{"plan": "gold"}' };
		await call('update_account', sent);
		expect(sandbox.state.accounts.get(id)).toMatchObject({
			name,
			traits: { ...traits, plan: 'gold', nextRenewalDate: '2027-01-31T00:00:00.000Z' },
		});
		const nothing = { account_id: id, renewal_date: '', traits: '{}' };
		await expect(call('update_account', nothing)).rejects.toThrow('There is nothing to update');
	});

	it('read with a credential that is read-only, and write nothing', async () => {
		const { id } = firstAccount();
		for (const tool of ['get_account', 'brief_account']) {
			expect(await call(tool, { account_id: id }, true)).toHaveLength(1);
		}
		const values = {
			account_id: id,
			note: 'Call',
			note_date: '2026-03-31',
			subject: 'Call',
			name: 'Call',
			description: '',
			due_date: '2026-04-02',
			assignee_email: '',
			renewal_date: '2027-01-31',
			traits: '{}',
		};
		for (const name of ['log_note', 'create_task', 'update_account']) {
			await expect(call(name, values, true)).rejects.toThrow('read-only');
		}
		expect(sandbox.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
	});
});
