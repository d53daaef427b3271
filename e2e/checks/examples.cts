import { startSandbox } from '../../sandbox/sandbox.cts';
import type { Check } from '../check.cts';
import { sandboxCredentials } from '../credentials.cts';
import { examples } from '../examples.cts';
import { importInto, n8nFolder, startN8n } from '../n8n.cts';
import { itemsOf, refusalOf, Session } from '../session.cts';

const EXAMPLE = 'accounts-at-risk';

export const check: Check = {
	name: 'An example, imported with its credentials on the command line, runs in n8n',

	async run({ installation, packed, folder }) {
		const sandbox = await startSandbox();
		const home = n8nFolder(folder('examples'), packed.folder);
		await importInto(installation, 'credentials', sandboxCredentials(sandbox), { folder: home });
		await importInto(installation, 'workflow', examples(), { folder: home });
		const { url } = await startN8n(installation, { folder: home });
		const session = await Session.open(url);

		const execution = await session.run(EXAMPLE, 'When clicking Execute workflow');
		const refusal = refusalOf(execution);
		if (execution.status !== 'success') throw new Error(refusal ?? execution.status);
		const listed = itemsOf(execution, 'List Accounts').length;
		const marked = itemsOf(execution, 'Mark for Review').length;
		if (listed === 0 || marked === 0) throw new Error(`${listed} listed, ${marked} marked`);
		if (sandbox.contractRefusals().length > 0) throw new Error('Requests outside the contract');
		await sandbox.close();
		return `${listed} accounts listed, ${marked} marked`;
	},
};
