import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { startSandbox } from '../sandbox/sandbox.cts';
import { assertFree, stopAll } from './child.cts';
import { examples, sandboxCredentials } from './examples.cts';
import { install } from './install.cts';
import { importInto, n8nFolder, startN8n } from './n8n.cts';
import { OWNER, Session } from './session.cts';
import { pack } from './tarball.cts';

/** A real n8n to click in: our package, credentials of the sandbox and the examples are already there. */
async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			port: { type: 'string', default: '5678' },
			'sandbox-port': { type: 'string', default: '4010' },
		},
	});
	await assertFree(Number(values.port));
	const installation = await install();
	const temporary = mkdtempSync(join(tmpdir(), 'n8n-nodes-vitally-editor-'));
	const sandbox = await startSandbox({ port: Number(values['sandbox-port']) });
	console.log('Starting n8n ...');
	const folder = n8nFolder(join(temporary, 'home'), pack(temporary));
	const { url } = await startN8n(installation, { folder, port: Number(values.port) });
	await Session.open(url);
	await importInto(installation, 'credentials', sandboxCredentials(sandbox), { folder });
	await importInto(installation, 'workflow', examples(), { folder });
	console.log(
		[
			'',
			`Editor    ${url}/home/workflows`,
			`Login     ${OWNER.email}`,
			`Password  ${OWNER.password}`,
			`Sandbox   ${sandbox.url}, key ${sandbox.apiKey}`,
			'',
			'Credentials and example workflows are in. Ctrl+C ends it and leaves nothing behind.',
		].join('\n'),
	);
	for (const signal of ['SIGINT', 'SIGTERM'] as const) {
		process.once(signal, () => {
			void Promise.all([stopAll(), sandbox.close()]).then(() => {
				rmSync(temporary, { recursive: true, force: true });
				process.exit(0);
			});
		});
	}
}

main().catch(async ({ message }: Error) => {
	console.error(message);
	await stopAll();
	process.exit(1);
});
