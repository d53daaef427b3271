import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startSandbox } from '../../sandbox/sandbox.cts';
import { agent } from '../browser/agent.cts';
import { approval } from '../browser/approval.cts';
import { startChromium, signIn } from '../browser/chromium.cts';
import { credential } from '../browser/credential.cts';
import { csvImport } from '../browser/csvImport.cts';
import { Editor } from '../browser/editor.cts';
import { example } from '../browser/example.cts';
import { node } from '../browser/node.cts';
import { playbook } from '../browser/playbook.cts';
import { schema } from '../browser/schema.cts';
import { sync } from '../browser/sync.cts';
import { publishTrigger, triggerStarts, watchFields } from '../browser/trigger.cts';
import { addressOfN8n, step } from '../context.cts';
import { Session } from '../session.cts';

/** `npm run screenshots` writes the pictures of the docs. */
const pictures = process.env.npm_lifecycle_event === 'screenshots' ? 'docs' : undefined;

it('In the editor, by mouse: credential, node, pick-list, traits, refusal, agent, playbook, schema, trigger, sync, CSV, approval', async () => {
	const sandbox = await startSandbox();
	const url = await addressOfN8n('browser');
	const session = await Session.open(url);
	const browser = await startChromium();
	const editor = new Editor(await signIn(browser, url), pictures);

	try {
		await step('credential: a wrong key, then the right one', () => credential(editor, sandbox));
		await step('get from the list, get many, create, refusal', () => node(editor, sandbox));
		await step('trigger with fields and a condition', () => watchFields(editor));
		// It polls during the steps in between.
		const workflowId = await step('trigger published', () => publishTrigger(editor));

		await step('an example on the canvas', () => example(editor, session));
		await step('tools of an agent, and their reviews', () => agent(editor, session));
		await step('URL of the playbook trigger', () => playbook(editor, session));
		await step('output schema before the first run', () => schema(editor, session));
		await step('a table synced with mapped columns', () => sync(editor, session, sandbox));
		await step('a CSV file uploaded, and declined', () => csvImport(editor, session));
		await step('plan, approval, apply, undo', () => approval(editor, session, sandbox));
		await step('trigger executed', () => triggerStarts(editor, session, sandbox, workflowId));
	} catch (cause) {
		const path = join(tmpdir(), 'n8n-nodes-vitally-browser.png');

		// What was opened last: a form, or the editor.
		await editor.page.context().pages().at(-1)?.screenshot({ path });
		throw new Error(`What was on the screen then: ${path}`, { cause });
	} finally {
		await browser.close();
		await sandbox.close();
	}
});
