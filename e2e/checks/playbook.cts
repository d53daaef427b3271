import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import type { INodeParameters } from 'n8n-workflow';

import { startSandbox } from '../../sandbox/sandbox.cts';
import type { Check } from '../check.cts';
import { until } from '../child.cts';
import { n8nFolder, startN8n } from '../n8n.cts';
import { itemsOf, Session } from '../session.cts';

const TRIGGER = 'Vitally Playbook Trigger';
const SECRET = 'a-secret-for-this-check';

export const check: Check = {
	name: 'The playbook trigger, called by curl: right, wrong and no secret',

	async run({ installation, packed, folder }) {
		const sandbox = await startSandbox();
		const [account] = sandbox.state.accounts.all();
		const home = n8nFolder(folder('playbook'), packed.folder);
		const { url } = await startN8n(installation, { folder: home });
		const session = await Session.open(url);
		const vitallyApi = await session.addCredential('vitallyApi', 'Sandbox', {
			dataCenter: 'custom',
			baseUrl: sandbox.url,
			apiKey: sandbox.apiKey,
		});
		const workflow = async (parameters: INodeParameters) =>
			await session.addWorkflow({
				name: 'Playbook',
				nodes: [
					{
						id: 'trigger',
						name: TRIGGER,
						type: 'n8n-nodes-vitally.vitallyPlaybookTrigger',
						typeVersion: 1,
						position: [0, 0],
						parameters,
						webhookId: `playbook-${String(parameters.secret)}`,
						credentials: { vitallyApi },
					},
				],
				connections: {},
			});

		const addressOf = (secret: string) => `${url}/webhook/playbook-${secret}/playbook`;
		const body = { playbook: 'At risk', match: { account: { id: account.id } } };

		await session.activate(await workflow({ secret: 'short' }));
		const id = await workflow({ secret: SECRET, fetchRecord: true });
		await session.activate(id);
		const address = addressOf(SECRET);
		// n8n publishes in the background, one workflow after the other.
		await until('the webhook', async () => (await curl(address, body)) === '401');
		assert.equal(await curl(`${addressOf('short')}?secret=short`, body), '404');
		assert.equal(await curl(`${address}?secret=wrong`, body), '401');
		assert.equal(await curl(`${address}?secret=${SECRET}`, body), '200');
		const [summary] = await until('the execution', async () => {
			const found = await session.executions(id);
			return found.length > 0 && found;
		});
		const [item, ...others] = itemsOf(await session.ended(summary.id), TRIGGER);
		assert.deepEqual(others, []);
		assert.deepEqual(item.json.body, body);
		assert.equal((item.json.record as { name: string }).name, account.name);
		assert.equal((await session.executions(id)).length, 1);
		await sandbox.close();
		return 'three calls, one execution, 401 without the right secret';
	},
};

/** @returns the status of the answer */
async function curl(url: string, body: object): Promise<string> {
	const options = ['-s', '-o', '/dev/null', '-w', '%{http_code}', '-X', 'POST'];
	const content = ['-H', 'content-type: application/json', '-d', JSON.stringify(body)];
	const { stdout } = await promisify(execFile)('curl', [...options, ...content, url]);
	return stdout;
}
