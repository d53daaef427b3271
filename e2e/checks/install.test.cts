import assert from 'node:assert/strict';

import type { INodeTypeDescription, ICredentialType } from 'n8n-workflow';

import { startSandbox } from '../../sandbox/sandbox.cts';
import { npm } from '../child.cts';
import { folder, installation, packed, report } from '../context.cts';
import { nodesFolder, startN8n } from '../n8n.cts';
import { itemsOf, errorOf, sequence, Session } from '../session.cts';

const PACKAGE = 'n8n-nodes-vitally';

it('Installed by npm from its tarball alone: nodes, icons, codex, schemas, a workflow that runs', async () => {
	const home = folder('install');
	// n8n documents the installation: https://docs.n8n.io/integrations/community-nodes/installation/manual-install/
	// The peer n8n-workflow is left out, because n8n brings it. Offline, nothing else is installed.
	const options = ['--legacy-peer-deps', '--offline'];

	await npm(['install', packed.file, ...options], nodesFolder(home));
	const { url } = await startN8n(installation, { folder: home });
	const session = await Session.open(url);

	await assertShown(session, url);
	await assertRuns(session);

	report(packed.version);
});

/** What the editor gets to show of the package. */
async function assertShown(session: Session, url: string): Promise<void> {
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

async function assertRuns(session: Session): Promise<void> {
	const sandbox = await startSandbox();
	const workflowId = await session.addWorkflow(
		sequence('Accounts', [
			{ name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
			{
				name: 'List',
				type: `${PACKAGE}.vitally`,
				parameters: { resource: 'account', operation: 'getAll', limit: 7 },
				credentials: await session.addVitally(sandbox),
			},
		]),
	);
	const execution = await session.run(workflowId, 'Start');

	await sandbox.close();
	assert.equal(execution.status, 'success', errorOf(execution));
	assert.equal(itemsOf(execution, 'List').length, 7);
}
