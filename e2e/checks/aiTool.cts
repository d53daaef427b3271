import assert from 'node:assert/strict';

import type { INodeParameters } from 'n8n-workflow';

import { startSandbox } from '../../sandbox/sandbox.cts';
import type { Check } from '../check.cts';
import { McpClient } from '../mcpClient.cts';
import { n8nFolder, startN8n } from '../n8n.cts';
import { Session, type NewWorkflow } from '../session.cts';

const FIND = 'find_accounts';
const GET = 'get_account';
const CREATE = 'create_account';

/** Three operations as tools, the open values marked as n8n's "Let the model define" button does. */
const TOOLS: Record<string, INodeParameters> = {
	[FIND]: {
		resource: 'account',
		operation: 'getAll',
		limit: 3,
		filters: { nameContains: "={{ $fromAI('name', 'Part of the name', 'string') }}" },
	},
	[GET]: {
		resource: 'account',
		operation: 'get',
		accountId: { __rl: true, mode: 'id', value: "={{ $fromAI('account', 'ID', 'string') }}" },
	},
	[CREATE]: {
		resource: 'account',
		operation: 'create',
		externalId: "={{ $fromAI('external_id', '', 'string') }}",
		name: "={{ $fromAI('name', '', 'string') }}",
		traits: {
			trait: [
				{ key: 'seats', type: 'number', numberValue: "={{ $fromAI('seats', '', 'number') }}" },
			],
		},
	},
};

export const check: Check = {
	name: "As an AI tool: listed, called with the model's values, refusals readable",

	async run({ installation, packed, folder }) {
		const sandbox = await startSandbox();
		const home = n8nFolder(folder('ai-tool'), packed.folder);
		const { url } = await startN8n(installation, { folder: home });
		const session = await Session.open(url);
		const credential = await session.addCredential('vitallyApi', 'Sandbox', {
			dataCenter: 'custom',
			baseUrl: sandbox.url,
			apiKey: sandbox.apiKey,
		});
		await session.activate(await session.addWorkflow(toolServer(credential)));

		const model = await McpClient.open(`${url}/mcp/vitally`);
		const tools = await model.tools();
		assert.deepEqual(tools.map(({ name }) => name).sort(), [CREATE, FIND, GET]);
		const create = tools.find(({ name }) => name === CREATE);
		assert.equal(create?.inputSchema.properties.seats.type, 'number');
		assert.match(create.description, /create account/i);

		const made = await model.call(CREATE, { external_id: 'ai', name: 'Asked For', seats: 12 });
		const [account] = [...sandbox.state.accounts.all()].filter(
			({ externalId }) => externalId === 'ai',
		);
		assert.deepEqual([account?.name, account?.traits], ['Asked For', { seats: 12 }]);
		assert.ok(made.includes(account.id));
		assert.ok((await model.call(FIND, { name: 'asked for' })).includes(account.id));
		assert.match(await model.call(GET, { account: account.id }), /Asked For/);

		const refused = await model.call(GET, { account: 'no-such-account' });
		assert.match(refused, /no-such-account/);
		assert.ok(!refused.includes(sandbox.apiKey));
		await sandbox.close();
		return `a refusal reads: ${refused.split('\n')[0]}`;
	},
};

/** n8n's MCP Server Trigger offers what is attached to it to any model. */
function toolServer(credential: { id: string; name: string }): NewWorkflow {
	const tools = Object.entries(TOOLS).map(([name, parameters], index) => ({
		id: name,
		name,
		type: 'n8n-nodes-vitally.vitallyTool',
		typeVersion: 1,
		position: [220 * index, 220] as [number, number],
		parameters,
		credentials: { vitallyApi: credential },
	}));
	return {
		name: 'Vitally for a model',
		nodes: [
			{
				id: 'server',
				name: 'Server',
				type: '@n8n/n8n-nodes-langchain.mcpTrigger',
				typeVersion: 2,
				position: [0, 0],
				parameters: { path: 'vitally' },
				webhookId: 'vitally',
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
