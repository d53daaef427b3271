import assert from 'node:assert/strict';
import { join } from 'node:path';

import { Child, freePort, until } from '../child.cts';
import { report } from '../context.cts';
import { examples } from '../examples.cts';
import { Session } from '../session.cts';

it('npm run editor: a real n8n with credentials and examples in it, and gone after Ctrl+C', async () => {
	const ports = [`--port=${await freePort()}`, `--sandbox-port=${await freePort()}`];
	const editor = Child.start(process.execPath, [
		'--require',
		'tsx/cjs',
		join(__dirname, '..', 'editor.cts'),
		...ports,
	]);
	const url = await until(
		'the address of the editor',
		() => {
			assert.ok(!editor.ended, editor.log);

			return /^Editor +(http:\/\/[^/]+)/m.exec(editor.log)?.[1];
		},
		180_000,
	);

	await until('the end of the import', () => editor.log.includes('are in.'));
	const session = await Session.open(url);
	const credentials = await session.rest<unknown[]>('GET', '/rest/credentials');
	const workflows = await session.rest<unknown[]>('GET', '/rest/workflows');

	assert.deepEqual([credentials.length, workflows.length], [3, examples().length]);

	await editor.stop();
	await assert.rejects(fetch(url));

	report(`${workflows.length} example workflows`);
});
