import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { startSandbox } from '../sandbox/sandbox.cts';
import { assertFree, stopAll } from './child.cts';
import { addExamples } from './examples.cts';
import { install } from './install.cts';
import { n8nFolder, startN8n } from './n8n.cts';
import { OWNER, Session } from './session.cts';
import { pack } from './tarball.cts';

/**
 * A real n8n to click in: our package, credentials of the sandbox and the examples are already there. `--external`
 * names one that runs with our package, and gets the credentials and the examples.
 */
async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			external: { type: 'string' },
			port: { type: 'string', default: '5678' },
			'sandbox-port': { type: 'string', default: '4010' },
		},
	});
	const temporary = mkdtempSync(join(tmpdir(), 'n8n-nodes-vitally-editor-'));
	const url = values.external
		? new URL(values.external).origin
		: await startOwn(temporary, Number(values.port));
	const session = await Session.open(url);
	const sandbox = await startSandbox({ port: Number(values['sandbox-port']) });

	await addExamples(session, sandbox);
	console.log(
		[
			'',
			`Editor    ${url}/home/workflows`,
			`Login     ${OWNER.email}`,
			`Password  ${OWNER.password}`,
			`Sandbox   ${sandbox.url}, key ${sandbox.apiKey}`,
			'',
			'Credentials and example workflows are in.',
			values.external
				? 'Ctrl+C ends the sandbox. Credentials and workflows stay.'
				: 'Ctrl+C ends it and leaves nothing behind.',
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

/** Starts n8n with our package in it. @returns its address */
async function startOwn(temporary: string, port: number): Promise<string> {
	await assertFree(port);

	const installation = await install();

	console.log('Starting n8n ...');
	const folder = n8nFolder(join(temporary, 'home'), pack(temporary));

	return (await startN8n(installation, { folder, port })).url;
}

main().catch(async ({ message, cause }: Error) => {
	console.error(message, cause ?? '');
	await stopAll();
	process.exit(1);
});
