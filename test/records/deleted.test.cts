import type { IDataObject } from 'n8n-workflow';

import { credentialsFor, NODE, runNode } from '../engine/node.cts';
import { addPeople } from '../fixtures/customers.cts';
import { byId } from '../fixtures/locators.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';

const externalId = 'E1';

describe('a record that this process created and deleted', () => {
	const started = sandboxOfSuite({ seed: 'empty' });
	const run = async (parameters: IDataObject) => {
		const options = { credentials: credentialsFor(started()) };
		return await runNode({ parameters: { resource: 'task', ...parameters } }, options);
	};

	it('is created again, and an error where Vitally still takes it for the deleted one', async () => {
		const sandbox = started();
		addPeople(sandbox);
		const task = { operation: 'upsert', externalId, accountId: byId('acc-1'), name: 'Call' };
		const [{ json }] = (await run(task)).items(NODE);
		await run({ operation: 'delete', taskId: byId(json.id) });
		expect((await run(task)).error?.message).toContain('was deleted in Vitally at');
		const methods = sandbox.requests.map(({ method }) => method);
		expect(methods).toEqual(['GET', 'POST', 'DELETE', 'GET', 'POST']);
	});
});
