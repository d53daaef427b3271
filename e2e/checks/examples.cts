import { startSandbox } from '../../sandbox/sandbox.cts';
import type { Check } from '../check.cts';
import { sandboxCredentials } from '../credentials.cts';
import { EXAMPLE_RUNS } from '../exampleRuns/exampleRuns.cts';
import { ExampleRunner } from '../exampleRuns/exampleRunner.cts';
import { examples } from '../examples.cts';
import { importInto, n8nFolder, startN8n } from '../n8n.cts';
import { NodeCredentials } from '../fakeServices/nodeCredentials.cts';
import { startFakeServices } from '../fakeServices/fakeServices.cts';
import { Session } from '../session.cts';

export const check: Check = {
	name: "The examples, imported on the command line, run with n8n's nodes for other services",

	async run({ installation, packed, folder }) {
		const sandbox = await startSandbox();
		const services = await startFakeServices(folder('other-services'));
		const credentials = [...sandboxCredentials(sandbox), ...services.credentials];
		const nodeCredentials = new NodeCredentials(installation, services.credentials);
		const failed: unknown[] = [];
		const workflows = examples().flatMap((example) => {
			try {
				const nodes = example.nodes.map((node) => nodeCredentials.given(node));
				return [{ ...example, nodes }];
			} catch (error) {
				failed.push(new Error(`Example ${example.id}`, { cause: error }));
				return [];
			}
		});

		const home = n8nFolder(folder('examples'), packed.folder);
		await importInto(installation, 'credentials', credentials, { folder: home });
		await importInto(installation, 'workflow', workflows, { folder: home });
		const { url } = await startN8n(installation, { folder: home, env: services.env });
		const runner = new ExampleRunner(url, await Session.open(url), sandbox, services);
		const happened: string[] = [];
		if (services.problems.length > 0) {
			failed.push(new Error(['At the start of n8n', ...services.problems].join('\n')));
		}
		for (const workflow of workflows) {
			try {
				happened.push(await runner.run(workflow, EXAMPLE_RUNS[workflow.id]));
			} catch (error) {
				failed.push(error);
			}
		}
		await Promise.all([sandbox.close(), services.close()]);
		const report = ['', ...happened].join('\n         ');
		if (failed.length === 0) return report;
		throw new AggregateError(failed, `${failed.length} failed${report}`);
	},
};
