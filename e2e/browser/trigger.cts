import assert from 'node:assert/strict';

import type { Sandbox } from '../../sandbox/sandbox.cts';
import { until } from '../child.cts';
import { itemsOf, type Session } from '../session.cts';
import { NODE_BROWSER, type Editor } from './editor.cts';

const A_POLL_MS = 90_000;

/** Sets up the trigger with fields to watch, and with a condition. */
export async function watchFields(editor: Editor): Promise<void> {
	const { page } = editor;

	await editor.newWorkflow();
	await editor.findVitally();
	await editor.picture('triggers', NODE_BROWSER);
	await editor.addNode('On account updated (chosen fields or traits)');
	await editor.choose('watch', 'Chosen Fields');
	await editor.choose('fieldsToWatch', 'Name');
	await page.keyboard.press('Tab');
	await editor.picture('watch', await editor.parametersClip(475));
	const fields = page.waitForResponse(/dynamic-node-parameters\/options/);

	await editor.choose('watch', 'Condition');
	await fields;
	await editor.choose('field', 'Health Score');
	await editor.choose('is', 'Drops Below');
	await editor.fill('value', '5');
	await page.keyboard.press('Tab');
	await editor.picture('watch-condition', await editor.parametersClip(645));
	await editor.closeNode();
}

/**
 * Sets up and publishes the trigger for a health score that drops.
 *
 * @returns the ID of the workflow
 */
export async function publishTrigger(editor: Editor): Promise<string> {
	const { page } = editor;

	await editor.newWorkflow();
	await editor.findVitally();
	await editor.addNode('On account health dropped');
	// By default, the second poll compares the scores after 15 minutes.
	await editor.choose('check', 'Updated Accounts (Every Poll)');
	await editor.closeNode();
	await editor.part('workflow-open-publish-modal-button').click();
	await editor.part('workflow-publish-button').click();
	await page.getByRole('button', { name: 'Got it' }).click();

	return new URL(page.url()).pathname.split('/')[2];
}

/** Checks that a score that drops in the service starts an execution that knows the score before. */
export async function triggerStarts(
	editor: Editor,
	session: Session,
	sandbox: Sandbox,
	workflowId: string,
): Promise<void> {
	const account = sandbox.state.accounts.first(
		({ healthScore }) => healthScore !== null && healthScore >= 5,
	);
	const { healthScore } = account;
	// The first poll reads the scores of all accounts, so that the next one knows what they were.
	const following = Math.ceil(sandbox.state.accounts.size / 100) - 1;

	await until(
		'the first poll',
		() => {
			const pages = sandbox.requests.filter(({ path, query }) => {
				const { sortBy, from } = query as Record<string, string>;

				return path === '/resources/accounts' && sortBy === 'updatedAt' && from !== undefined;
			});

			return pages.length >= following;
		},
		A_POLL_MS,
	);
	sandbox.state.accounts.change(account, {
		healthScore: 3.2,
		updatedAt: new Date().toISOString(),
	});
	const [{ id }] = await session.settled(workflowId, A_POLL_MS);
	const items = itemsOf(await session.execution(id), 'Vitally Trigger');

	assert.deepEqual(
		items.map(({ json }) => [json.id, json.changedFields, json.previousValues]),
		[[account.id, ['healthScore'], { healthScore }]],
	);

	await editor.openWorkflow(workflowId);
	await editor.part('radio-button-executions').click();
	await editor.part(`execution-details-${id}`).waitFor();
	await editor.openNode('Vitally Trigger');
	await editor.shows(String(account.name));
	await editor.part('output-panel').getByText('Schema', { exact: true }).click();
	await editor.shows('csmEmail');
	await editor.picture('trigger-execution', { x: 25, y: 25, width: 945, height: 742 });
}
