import assert from 'node:assert/strict';

import type { Sandbox } from '../../sandbox/sandbox.cts';
import { sequence, type Session } from '../session.cts';
import type { Editor } from './editor.cts';

const NEXT_STEP = 'vitally.custom.nextStep';

interface CrmRow extends Record<string, string> {
	id: string;
	name: string;
	plan: string;
	seats: string;
	phone: string;
}

/** Syncs a table with the mapper, its columns found by their names: as a dry run, for good, with a limit. */
export async function sync(editor: Editor, session: Session, sandbox: Sandbox): Promise<void> {
	const rows = rowsOf(sandbox);

	await openTable(editor, session, rows, {});
	const writes = () => sandbox.requests.filter(({ method }) => method !== 'GET').length;
	const before = writes();

	await mapAndPreview(editor);
	assert.equal(writes(), before);

	await syncForGood(editor);
	assert.equal(writes() - before, 3);

	for (const row of rows) {
		const account = sandbox.state.accounts.byExternalId(row.id);

		assert.equal(account?.name, row.name);

		const { plan, seats, [NEXT_STEP]: nextStep } = account.traits;

		assert.deepEqual([plan, seats], [row.plan, Number(row.seats)]);

		if (row['Next Step'] !== '') assert.equal(nextStep, row['Next Step']);

		assert.ok(!('phone' in account.traits));
	}

	await editor.closeNode();

	const renamed = rows.map((row) => ({ ...row, name: `${row.name} Ltd` }));
	const named = { traitsMode: 'fields', name: '={{ $json.name }}', dryRun: false };

	await openTable(editor, session, renamed, { ...named, options: { maxChanges: 2 } });
	await editor.openNode('Sync Accounts');
	await editor.execute();
	await editor.shows(
		"Sync would change 5 of 5 accounts, more than the 2 that 'Max Changes' allows",
	);
	await editor.page.getByText('From Vitally').click();
	await editor.picture('sync-limit', await editor.withoutInput());
	assert.equal(writes() - before, 3);

	await editor.closeNode();
}

async function openTable(
	editor: Editor,
	session: Session,
	rows: CrmRow[],
	parameters: object,
): Promise<void> {
	const id = await session.addWorkflow({
		...sequence('Accounts from the CRM', [
			{ name: 'CRM', type: 'n8n-nodes-base.manualTrigger' },
			{
				name: 'Sync Accounts',
				type: 'n8n-nodes-vitally.vitally',
				credentials: await session.newestCredential(),
				parameters: {
					resource: 'account',
					operation: 'sync',
					externalId: '={{ $json.id }}',
					...parameters,
				},
			},
		]),
		pinData: { CRM: rows.map((json) => ({ json })) },
	});

	await editor.openWorkflow(id);
}

/** Maps columns by their names, and shows what would be changed. */
async function mapAndPreview(editor: Editor): Promise<void> {
	// The traits of the workspace, which the open node asks for.
	const columns = editor.page.waitForResponse(/resource-mapper-fields/);

	await editor.openNode('Sync Accounts');
	await columns;
	await editor.part('mapping-mode-select').locator('input').click();
	const modes = editor.page.getByRole('option').filter({ visible: true });

	await modes.filter({ hasText: 'Map Automatically' }).click();
	await editor.execute();
	await editor.showTable();
	await editor.shows('Dry run: 1 would be created, 2 updated, 2 unchanged.');
	await editor.shows("Left out, no such trait: phone ('Columns Without Trait' creates it).");
	await editor.shows('Larch Freight');
	await editor.picture('sync', await editor.withoutInputUntil('row'));
}

async function syncForGood(editor: Editor): Promise<void> {
	await editor.turnOffDryRun();
	await editor.execute();
	await editor.shows('1 created, 2 updated, 2 unchanged, with');
}

/** Returns rows of four accounts of the sandbox, of which two have another value, and of an account that it does not have. */
function rowsOf({ state }: Sandbox): CrmRow[] {
	const accounts = [...state.accounts.all()].filter(({ traits: { plan, seats } }) => plan && seats);
	const rows = accounts.slice(0, 4).map(({ externalId, name, traits }) => ({
		id: String(externalId),
		name,
		plan: String(traits.plan),
		seats: String(traits.seats),
		'Next Step': '',
		phone: '+44 20 7946 0100',
	}));

	rows[1]['Next Step'] = 'Call about the renewal';
	rows[2].seats = String(Number(rows[2].seats) + 5);

	return [
		...rows,
		{
			id: 'crm-2041',
			name: 'Larch Freight',
			plan: 'Growth',
			seats: '25',
			'Next Step': 'Kick-off',
			phone: '',
		},
	];
}
