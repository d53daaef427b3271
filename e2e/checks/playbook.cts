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
const HEADER = { name: 'X-Vitally', value: 'a-secret-for-this-check' };

export const check: Check = {
	name: 'The playbook trigger, called by curl: right, wrong and no header',

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
		const httpHeaderAuth = await session.addCredential('httpHeaderAuth', 'Header', HEADER);
		const workflow = async (webhookId: string, parameters: INodeParameters) =>
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
						webhookId,
						credentials: { vitallyApi, httpHeaderAuth },
					},
				],
				connections: {},
			});

		const addressOf = (webhookId: string) => `${url}/webhook/${webhookId}/playbook`;
		const body = { playbook: 'At risk', match: { account: { id: account.id } } };

		const open = await workflow('open', {});
		await session.activate(open);
		const id = await workflow('closed', { authentication: 'headerAuth', fetchRecord: true });
		await session.activate(id);
		const address = addressOf('closed');
		// n8n publishes in the background, one workflow after the other.
		await until('the webhook', async () => (await curl(address, body)) === '403');
		const answer = await fetch(addressOf('open'), {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(body),
		});
		assert.deepEqual([answer.status, await answer.text()], [200, '']);
		assert.equal(await curl(address, body, `${HEADER.name}: wrong`), '403');
		assert.equal(await curl(address, body, `${HEADER.name}: ${HEADER.value}`), '200');
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
		return 'one execution with the header, 403 without it; one without authentication';
	},
};

/** @returns the status of the answer */
async function curl(url: string, body: object, header?: string): Promise<string> {
	const options = ['-s', '-o', '/dev/null', '-w', '%{http_code}', '-X', 'POST'];
	const headers = ['content-type: application/json', ...(header ? [header] : [])];
	const content = [...headers.flatMap((one) => ['-H', one]), '-d', JSON.stringify(body)];
	const { stdout } = await promisify(execFile)('curl', [...options, ...content, url]);
	return stdout;
}
