import assert from 'node:assert/strict';

import type { INodeParameters } from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../../sandbox/sandbox.cts';
import type { Check } from '../check.cts';
import { examples } from '../examples.cts';
import { McpClient, type Tool } from '../mcpClient.cts';
import { n8nFolder, startN8n } from '../n8n.cts';
import { Session, type NewWorkflow } from '../session.cts';
import { schemaLine } from '../toolSchemas.cts';

const EXAMPLE = 'mcp-server';
const TOKEN = 'only for checks on this machine';
const MCP_TRIGGER = '@n8n/n8n-nodes-langchain.mcpTrigger';

/** A field as n8n's button 'Let the model define this parameter' fills it: by its label alone. */
const filled = (label: string, type = 'string') =>
	`={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${label}', \`\`, '${type}') }}`;
const accountId = { __rl: true, mode: 'id', value: filled('Account') };

/** The operations of the example, their fields filled by the button. */
const BY_BUTTON: Record<string, INodeParameters> = {
	'Get many accounts in Vitally': {
		resource: 'account',
		operation: 'getAll',
		limit: filled('Limit', 'number'),
		filters: { nameContains: filled('Name_Contains') },
	},
	'Get account brief in Vitally': { resource: 'account', operation: 'getBrief', accountId },
	'Get account in Vitally': { resource: 'account', operation: 'get', accountId },
	'Create note in Vitally': {
		resource: 'note',
		operation: 'create',
		accountId,
		subject: filled('Subject'),
		note: filled('Note_Text'),
		noteDate: filled('Note_Date'),
	},
	'Create task in Vitally': {
		resource: 'task',
		operation: 'create',
		accountId,
		name: filled('Name'),
		additionalFields: {
			description: filled('Description'),
			dueDate: filled('Due_Date'),
			assignedToId: { __rl: true, mode: 'email', value: filled('Assigned_To') },
		},
	},
	'Update account in Vitally': {
		resource: 'account',
		operation: 'update',
		accountId,
		updateFields: { nextRenewalDate: filled('Next_Renewal_Date') },
		traitsMode: 'json',
		traitsJson: filled('Traits__JSON_', 'json'),
	},
};

export const check: Check = {
	name: "As AI tools: six listed, called with the model's values, errors readable",

	async run({ installation, packed, folder }) {
		const sandbox = await startSandbox();
		const home = n8nFolder(folder('ai-tool'), packed.folder);
		const { url } = await startN8n(installation, { folder: home });
		const session = await Session.open(url);
		const vitallyApi = await session.addCredential('vitallyApi', 'Sandbox', {
			dataCenter: 'custom',
			baseUrl: sandbox.url,
			apiKey: sandbox.apiKey,
		});
		const httpBearerAuth = await session.addCredential('httpBearerAuth', 'MCP', { token: TOKEN });

		const byButton = await listed(session, url, toolServer(vitallyApi));
		for (const { description } of byButton.tools) assert.match(description, / in Vitally$/);
		const descriptions = byButton.tools.flatMap(({ inputSchema }) =>
			Object.values(inputSchema.properties).map(({ description }) => description),
		);
		assert.deepEqual([...new Set(descriptions)], [undefined], 'n8n hands over labels alone');

		const example = examples().find(({ id }) => id === EXAMPLE);
		assert.ok(example);
		for (const node of example.nodes) {
			if (node.type === MCP_TRIGGER) node.credentials = { httpBearerAuth };
			else if (node.credentials) node.credentials = { vitallyApi };
		}
		const { model, tools } = await listed(session, url, example);
		const read = ['brief_account', 'find_accounts', 'get_account'];
		const names = [...read, 'create_task', 'log_note', 'update_account'];
		assert.deepEqual(tools.map(({ name }) => name).sort(), names.sort());
		for (const { inputSchema } of tools) {
			for (const { description } of Object.values(inputSchema.properties)) assert.ok(description);
			assert.deepEqual(inputSchema.required, Object.keys(inputSchema.properties));
		}
		await readErrors(model, sandbox);
		assert.deepEqual(sandbox.contractErrors(), []);
		await sandbox.close();
		return [byButton.tools, tools].flat().map(schemaLine).join('\n         ');
	},
};

/** The tools of a workflow, as a model gets to know them. */
async function listed(session: Session, url: string, workflow: NewWorkflow) {
	await session.activate(await session.addWorkflow(workflow));
	const trigger = workflow.nodes.find(({ type }) => type === MCP_TRIGGER);
	const path = String(trigger?.parameters.path);
	const model = await McpClient.open(`${url}/mcp/${path}`, TOKEN);
	const tools: Tool[] = await model.tools();
	assert.equal(tools.length, 6);
	return { model, tools };
}

/** What a model gets to read when it sends what is wrong: enough to do better, and never the key. */
async function readErrors(model: McpClient, { apiKey, state }: Sandbox): Promise<void> {
	const [account] = state.accounts.all();
	const unknown = await model.call('get_account', { account_id: 'no-such-account' });
	assert.match(unknown, /no-such-account/);
	assert.match(await model.call('get_account', { account_id: 'null' }), /'Account'/);
	// n8n's own check of the type, before the node is called.
	assert.match(await model.call('find_accounts', { name: '', limit: '5' }), /schema|number/i);
	const renewal = { account_id: account.id, renewal_date: 'next week', traits: '{}' };
	assert.match(await model.call('update_account', renewal), /not a date[^]*2026-03-01/);
	assert.ok(!unknown.includes(apiKey));
}

/** n8n's MCP Server Trigger offers what is attached to it to any model. */
function toolServer(vitallyApi: { id: string; name: string }): NewWorkflow {
	const tools = Object.entries(BY_BUTTON).map(([name, parameters], index) => ({
		id: `tool-${index}`,
		name,
		type: 'n8n-nodes-vitally.vitallyTool',
		typeVersion: 1,
		position: [220 * index, 220] as [number, number],
		parameters,
		credentials: { vitallyApi },
	}));
	return {
		name: 'Vitally for a model',
		nodes: [
			{
				id: 'server',
				name: 'Server',
				type: MCP_TRIGGER,
				typeVersion: 2,
				position: [0, 0],
				parameters: { path: 'by-button' },
				webhookId: 'by-button',
			},
			...tools,
		],
		connections: Object.fromEntries(
			tools.map(({ name }) => [
				name,
				{ ai_tool: [[{ node: 'Server', type: 'ai_tool', index: 0 }]] },
			]),
		),
	};
}
