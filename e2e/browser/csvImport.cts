import type { Page } from 'playwright-core';

import type { Session } from '../session.cts';
import type { Editor } from './editor.cts';
import { exampleWorkflow } from './example.cts';

const ROWS = [
	'customer_id,name,plan,mrr,Renewal Date,phone',
	'acct-10000,Amber Analytics,Enterprise,1000,2027-03-10,1',
	'acct-10001,Birch Health,,2500,,2',
	'larch-freight,Larch Freight,Growth,700,,3',
	'acct-l0186,,Growth,5000,,4',
];

/** Uploads CSV files in the form of the example: one without its column of IDs, and one whose changes are declined. */
export async function csvImport(editor: Editor, session: Session): Promise<void> {
	const { nodes, ...workflow } = await exampleWorkflow(session, 'csv-to-accounts');
	const withoutLogin = nodes.map((node) =>
		node.type === 'n8n-nodes-base.formTrigger'
			? { ...node, parameters: { ...node.parameters, authentication: 'none' } }
			: node,
	);

	await editor.openWorkflow(await session.addWorkflow({ ...workflow, nodes: withoutLogin }));
	const refused = await upload(editor, [
		'Account ID,Company',
		'acct-10000,Amber Analytics',
		'acct-10001,Birch Health',
	]);

	await refused
		.getByText("'External ID Column' is empty in all 2 rows. Columns: Account ID, Company.")
		.waitFor();
	// A form that closes before n8n has ended the execution leaves it waiting.
	await editor.page.locator('[data-test-id="execute-workflow-button"]:enabled').waitFor();
	await refused.close();

	const form = await upload(editor, ROWS);

	await form.getByText('Left out: phone. Renewal Date: similar to Next Renewal Date.').waitFor();
	await form.setViewportSize({ width: 780, height: 560 });
	await editor.pictureOf(form, 'approval', { y: 75, width: 780, height: 485 });
	await form.getByText('Do not import', { exact: true }).click();
	await form.getByRole('button', { name: 'Continue' }).click();
	await form.getByText('Vitally is as it was.').waitFor();
	await form.close();
}

/** Opens the form of the workflow on the canvas, and sends a file. @returns the form's next page */
async function upload(editor: Editor, lines: string[]): Promise<Page> {
	const opened = editor.page.context().waitForEvent('page');

	await editor.part('execute-workflow-button').click();
	const form = await opened;
	const buffer = Buffer.from(`${lines.join('\n')}\n`);

	await form
		.locator('input[type=file]')
		.setInputFiles({ name: 'accounts.csv', mimeType: 'text/csv', buffer });
	await form.getByRole('button', { name: 'Submit' }).click();

	return form;
}
