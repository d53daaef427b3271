import assert from 'node:assert/strict';

import { startSandbox } from '../../sandbox/sandbox.cts';
import type { Check } from '../check.cts';
import { sandboxCredentials } from '../credentials.cts';
import { examples } from '../examples.cts';
import { importInto, n8nFolder, startN8n } from '../n8n.cts';
import { itemsOf, refusalOf, Session } from '../session.cts';

const MANUAL_TRIGGER = 'n8n-nodes-base.manualTrigger';

export const check: Check = {
	name: 'The examples, imported with their credentials on the command line, run in n8n',

	async run({ installation, packed, folder }) {
		const sandbox = await startSandbox();
		const home = n8nFolder(folder('examples'), packed.folder);
		await importInto(installation, 'credentials', sandboxCredentials(sandbox), { folder: home });
		await importInto(installation, 'workflow', examples(), { folder: home });
		const { url } = await startN8n(installation, { folder: home });
		const session = await Session.open(url);

		let runs = 0;
		for (const { id, nodes } of examples()) {
			const start = nodes.find(({ type }) => type === MANUAL_TRIGGER);
			if (!start) continue;
			sandbox.reset();
			const execution = await session.run(id, start.name);
			assert.equal(execution.status, 'success', `${id}: ${refusalOf(execution)}`);
			for (const { name, type } of nodes) {
				if (!type.startsWith('n8n-nodes-vitally.')) continue;
				assert.ok(itemsOf(execution, name).length > 0, `${id}: nothing came out of ${name}`);
			}
			assert.deepEqual(sandbox.contractRefusals(), []);
			runs++;
		}
		await sandbox.close();
		return `${runs} of ${examples().length}, the others start by a trigger`;
	},
};
