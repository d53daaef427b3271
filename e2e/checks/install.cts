import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { INodeTypeDescription, ICredentialType } from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../../sandbox/sandbox.cts';
import type { Check } from '../check.cts';
import { nodesFolder, startN8n } from '../n8n.cts';
import { npm, startRegistry, type Registry } from '../registry.cts';
import { itemsOf, errorOf, Session } from '../session.cts';
import { packAs } from '../tarball.cts';

const PACKAGE = 'n8n-nodes-vitally';

export const check: Check = {
	name: 'Published to a registry and installed from it: nodes, icons, codex, schemas; an update keeps workflows',

	async run({ installation, packed, folder }) {
		const registry = await startRegistry(installation, folder('registry'));
		const home = folder('install');
		const sandbox = await startSandbox();

		// As n8n documents it: https://docs.n8n.io/integrations/community-nodes/installation/manual-install/
		const nodes = nodesFolder(home);
		await registry.publish(packed);
		await npm(['install', PACKAGE, ...from(registry)], nodes);
		const first = await startN8n(installation, { folder: home });
		const session = await Session.open(first.url);
		await seen(session, first.url);
		const workflowId = await savedWorkflow(session, sandbox);
		await works(session, workflowId);
		await first.process.stop();

		const next = packAs('99.0.0', packed, folder('next'));
		await registry.publish(next);
		await npm(['install', `${PACKAGE}@latest`, ...from(registry)], nodes);
		const paper = readFileSync(join(nodes, 'node_modules', PACKAGE, 'package.json'), 'utf8');
		assert.equal((JSON.parse(paper) as { version: string }).version, next.version);
		const second = await startN8n(installation, { folder: home });
		await works(await Session.open(second.url), workflowId);
		await sandbox.close();
		return `${packed.version}, then ${next.version}`;
	},
};

/**
 * Without `--legacy-peer-deps` npm also installs the peer, n8n-workflow, and compiles its native parts,
 * though n8n brings its own; n8n's installer removes the peer as well.
 */
function from({ url }: Registry): string[] {
	return ['--legacy-peer-deps', `--registry=${url}`];
}

/** What the editor gets to show of the package. */
async function seen(session: Session, url: string): Promise<void> {
	const nodes = await session.rest<INodeTypeDescription[]>('GET', '/types/nodes.json');
	const ours = nodes.filter(({ name }) => name.startsWith(`${PACKAGE}.`));
	const names = ours.map(({ name }) => name.slice(PACKAGE.length + 1));
	// The second form of a node is the tool that n8n makes of it.
	assert.deepEqual(names.sort(), [
		'vitally',
		'vitallyAnalytics',
		'vitallyAnalyticsTool',
		'vitallyPlaybookTrigger',
		'vitallyTool',
		'vitallyTrigger',
	]);
	for (const { name, iconUrl, codex } of ours) {
		assert.ok(typeof iconUrl === 'object' && iconUrl.light !== iconUrl.dark);
		await isSvg(`${url}/${iconUrl.light}`);
		await isSvg(`${url}/${iconUrl.dark}`);
		assert.ok((codex?.categories?.length ?? 0) > 0, `${name} has no category`);
	}

	const credentials = await session.rest<ICredentialType[]>('GET', '/types/credentials.json');
	const known = credentials.filter(({ name }) => name.startsWith('vitally'));
	assert.deepEqual(known.map(({ name }) => name).sort(), ['vitallyAnalyticsApi', 'vitallyApi']);
	for (const { iconUrl } of known) {
		assert.ok(typeof iconUrl === 'object');
		await isSvg(`${url}/${iconUrl.light}`);
	}

	const schema = await session.rest<object>(
		'GET',
		`/schemas/${PACKAGE}.vitally/1/account/get.json`,
	);
	assert.ok('properties' in schema);
}

async function isSvg(address: string): Promise<void> {
	const answer = await fetch(address);
	assert.match(answer.headers.get('content-type') ?? '', /image\/svg/);
}

async function savedWorkflow(session: Session, { url, apiKey }: Sandbox): Promise<string> {
	const values = { dataCenter: 'custom', baseUrl: url, apiKey };
	const credential = await session.addCredential('vitallyApi', 'Sandbox', values);
	return await session.addWorkflow({
		name: 'Saved under the first version',
		nodes: [
			{
				id: 'start',
				name: 'Start',
				type: 'n8n-nodes-base.manualTrigger',
				typeVersion: 1,
				position: [0, 0],
				parameters: {},
			},
			{
				id: 'list',
				name: 'List',
				type: `${PACKAGE}.vitally`,
				typeVersion: 1,
				position: [220, 0],
				parameters: { resource: 'account', operation: 'getAll', limit: 7 },
				credentials: { vitallyApi: credential },
			},
		],
		connections: { Start: { main: [[{ node: 'List', type: 'main', index: 0 }]] } },
	});
}

async function works(session: Session, workflowId: string): Promise<void> {
	const execution = await session.run(workflowId, 'Start');
	assert.equal(execution.status, 'success', errorOf(execution) ?? '');
	assert.equal(itemsOf(execution, 'List').length, 7);
}
