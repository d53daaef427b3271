import assert from 'node:assert/strict';

import type { Sandbox } from '../../sandbox/sandbox.cts';
import { NODE_BROWSER, type Editor } from './editor.cts';

/** What people search for who do not type the name of the service. */
const SEARCHES = [
	'sync accounts',
	'update account',
	'update account trait',
	'create task',
	'company',
	'contact',
	'customer',
	'renewal',
	'churn',
	'create note',
	'custom object',
	'meeting',
	'conversation',
	'survey',
	'segment entered',
	'nps detractor',
	'health dropped',
];

/** Adds the node from the node browser, picks an account from the list, and runs three operations by mouse. */
export async function node(editor: Editor, sandbox: Sandbox): Promise<void> {
	await editor.newWorkflow();
	for (const words of SEARCHES) await findBy(editor, words);

	await editor.findVitally();
	// The list of triggers is open and is closed, the list of actions the other way round.
	for (const list of [0, 1]) await editor.part('node-creator-category-item').nth(list).click();

	await editor.picture('actions', NODE_BROWSER);
	await editor.addNode('Get account');
	await getFromList(editor);
	await getMany(editor);
	await createWithTraits(editor, sandbox);
	await pickInMessage(editor, sandbox);
	await editor.closeNode();
}

async function findBy(editor: Editor, words: string): Promise<void> {
	const found = editor.page.getByText('Vitally', { exact: true }).filter({ visible: true });
	const search = editor.part('node-creator-search-bar');

	await search.fill('no node has this name');
	await found.first().waitFor({ state: 'hidden' });
	await search.fill(words);
	await found.first().waitFor();
}

async function getFromList(editor: Editor): Promise<void> {
	await editor.part('resource-locator-accountId').getByTestId('rlc-input').click();
	const entries = editor.part('rlc-item');

	await entries.first().waitFor();
	await editor.part('rlc-search').fill('harbor');
	await entries
		.filter({ hasNotText: /harbor/i })
		.first()
		.waitFor({ state: 'hidden' });
	const [first] = await editor.textContents('rlc-item');

	assert.match(first, /^Harbor /);

	await editor.picture('pick-list', await editor.parametersClip(585));
	await entries.first().click();
	await editor.execute();
	await editor.shows(first.replace(/ \(.*/, ''));
}

async function getMany(editor: Editor): Promise<void> {
	await editor.choose('operation', 'Get Many');
	await editor.fill('limit', '20');
	await editor.choose('output', 'Selected Fields');
	await editor.choose('fields', ['Health Score', 'MRR', 'Next Renewal Date']);
	await editor.page.keyboard.press('Tab');

	await editor.execute();
	await editor.shows('20 items');
	await editor.showTable();
	await editor.picture('get-many', await editor.withoutInputUntil('nextRenewalDate'));

	await editor.choose('output', 'Simplified');
}

async function createWithTraits(editor: Editor, sandbox: Sandbox): Promise<void> {
	const { page } = editor;

	await editor.choose('operation', 'Create');
	await editor.fill('externalId', 'northwind-freight');
	await editor.fill('name', 'Northwind Freight');
	await editor.part('fixed-collection-add').click();
	// The type Automatic is that of the trait.
	await editor.part('resource-locator-key').getByTestId('rlc-input').click();
	await editor.part('rlc-item').filter({ hasText: 'Seats · Number (seats)' }).click();
	await editor.fill('stringValue', '120');
	await editor.part('fixed-collection-add').click();
	const key = editor.part('resource-locator-key').nth(1);

	await key.getByTestId('rlc-mode-selector').click();
	await page.getByRole('option', { name: 'By Key' }).filter({ visible: true }).click();
	await key.locator('input').last().fill('renewsOn');
	await editor.choose('type', 'Date', 1);
	await editor.fill('dateValue', '2027-03-31');
	await page.keyboard.press('Enter');
	await editor.execute();
	await editor.part('output-panel').getByText('JSON', { exact: true }).click();
	await editor.shows('"traits.renewsOn"');
	await editor.picture('create', await editor.withoutInput());
	const made = [...sandbox.state.accounts.all()].find(
		({ externalId }) => externalId === 'northwind-freight',
	);

	assert.deepEqual(made?.traits, { seats: 120, renewsOn: '2027-03-31T00:00:00.000Z' });

	// The service rejects the same External ID a second time.
	await editor.execute();
	await editor.shows('already belongs to another account');
	await editor.parameter('operation').scrollIntoViewIfNeeded();
	await editor.picture('create-error', await editor.withoutInput(450));
}

/** Checks that the list in a row of messages shows the people of the role that is chosen in the row. */
async function pickInMessage(editor: Editor, sandbox: Sandbox): Promise<void> {
	await editor.choose('resource', 'Conversation');
	await editor.choose('operation', 'Create');
	await editor.fill('subject', 'Freight costs');
	await editor.part('fixed-collection-add').first().click();
	await editor.choose('fromType', 'Teammate');
	await editor.part('resource-locator-fromId').getByTestId('rlc-input').click();
	const [first] = await editor.textContents('rlc-item');

	await editor.part('rlc-item').first().click();
	await editor.parameter('message').locator('textarea').fill('<p>Hello</p>');
	await editor.execute();
	await editor.shows('Freight costs');
	const sent = sandbox.requests.filter(({ method }) => method === 'POST').at(-1);
	const [{ from }] = (sent?.body as { messages: Array<{ from: { type: string; id: string } }> })
		.messages;

	assert.equal(from.type, 'admin');
	assert.ok(first.startsWith(String(sandbox.state.admins.get(from.id)?.name)));
}
