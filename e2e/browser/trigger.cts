import assert from 'node:assert/strict';

import type { Sandbox } from '../../sandbox/sandbox.cts';
import { until } from '../child.cts';
import { itemsOf, type Session } from '../session.cts';
import type { Editor } from './editor.cts';

const A_POLL_MS = 90_000;

/** A published trigger, a change in the service, and the execution that it causes. */
export async function trigger(editor: Editor, session: Session, sandbox: Sandbox): Promise<void> {
	const { page } = editor;
	await editor.newWorkflow();
	await editor.findVitally();
	await editor.picture('triggers');
	await editor.addNode('On account updated');
	const fields = page.waitForResponse(/dynamic-node-parameters\/options/);
	await editor.choose('watch', 'Condition');
	await fields;
	await editor.choose('field', 'Health Score');
	await editor.choose('is', 'Drops Below');
	await editor.fill('value', '5');
	await editor.picture('watch-condition');
	await editor.choose('watch', 'Chosen Fields');
	await editor.choose('fieldsToWatch', 'Name');
	await page.keyboard.press('Tab');
	await editor.picture('watch');
	await editor.closeNode();
	await editor.part('workflow-open-publish-modal-button').click();
	await editor.part('workflow-publish-button').click();
	await page.getByRole('button', { name: 'Got it' }).click();

	const [account] = sandbox.state.accounts.all();
	const { name } = account;
	const answer = await fetch(`${sandbox.url}/resources/accounts/${account.id}`, {
		method: 'PUT',
		headers: {
			authorization: `Basic ${Buffer.from(`${sandbox.apiKey}:`).toString('base64')}`,
			'content-type': 'application/json',
		},
		body: JSON.stringify({ name: `${name} Group` }),
	});
	assert.equal(answer.status, 200);

	const workflowId = new URL(page.url()).pathname.split('/')[2];
	const [{ id }] = await until(
		'an execution of the trigger',
		async () => {
			const executions = await session.executions(workflowId);
			return executions.length > 0 && executions;
		},
		A_POLL_MS,
	);
	const items = itemsOf(await session.ended(id), 'Vitally Trigger');
	assert.deepEqual(
		items.map(({ json }) => [json.id, json.name]),
		[[account.id, `${name} Group`]],
	);
	await editor.part('radio-button-executions').click();
	await editor.part(`execution-details-${id}`).waitFor();
	await editor.openNode('Vitally Trigger');
	await editor.shows(`${name} Group`);
	await editor.picture('trigger-execution');
	await session.deactivate(workflowId);
}
