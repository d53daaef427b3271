import assert from 'node:assert/strict';

import type { IDataObject, INode } from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../../sandbox/sandbox.cts';
import { createAccount } from '../../sandbox/state/accounts.cts';
import { home, installation, report } from '../context.cts';
import { startN8n } from '../n8n.cts';
import { startPostgres, type Postgres } from '../postgres.cts';
import { errorOf, itemsOf, sequence, Session } from '../session.cts';

type Step = Parameters<typeof sequence>[1][number];

/** How a plan is stored, and how its items come back. */
interface Store {
	first?: Step[];
	between: Step[];
}

const COLUMNS = [
	'result',
	'row',
	'name',
	'externalId',
	'changedFields',
	'reason',
	'resource',
	'dryRun',
];

const n8nNode = (name: string, type: string, typeVersion: number, parameters: object): Step => ({
	name,
	type: `n8n-nodes-base.${type}`,
	typeVersion,
	parameters: parameters as INode['parameters'],
});

it('A plan is applied as it was made, also from a data table, a CSV file and PostgreSQL', async () => {
	const sandbox = await startSandbox();
	const postgres = await startPostgres();
	const { url } = await startN8n(installation, { folder: home('plans') });
	const session = await Session.open(url);
	const vitally = await session.addVitally(sandbox);
	let expected: unknown;

	for (const [place, store] of Object.entries(await storesOf(postgres, session))) {
		sandbox.reset();
		const { planned, read } = await planAndApply(session, sandbox, store, vitally);
		const written = sandbox.requests
			.filter(({ method }) => method !== 'GET')
			.map(({ method, path, body }) => [method, path.replace(/[^/]+$/, ''), body]);

		expected ??= written;
		assert.equal(written.length, 3);
		assert.deepEqual(written, expected, place);

		report(`${place}: ${typesLost(planned, read).join(', ') || 'the same types'}`);
	}

	await Promise.all([sandbox.close(), postgres.close()]);
});

async function storesOf(postgres: Postgres, session: Session): Promise<Record<string, Store>> {
	const { port, user } = postgres;
	const credential = await session.addCredential({
		name: 'Postgres',
		type: 'postgres',
		data: { host: '127.0.0.1', port, database: user, user, password: '', ssl: 'disable' },
	});

	postgres.run(`CREATE TABLE plan (result text, "row" integer, name text, "externalId" text,
		"changedFields" text, reason text, resource text, id text, "dryRun" boolean)`);
	const sql = (name: string, query: string, options: IDataObject = {}): Step => ({
		...n8nNode(name, 'postgres', 2.5, { operation: 'executeQuery', query, options }),
		credentials: { postgres: credential },
	});
	const dataTable = (name: string, parameters: object): Step =>
		n8nNode(name, 'dataTable', 1.1, {
			dataTableId: { __rl: true, mode: 'name', value: 'plan' },
			...parameters,
		});
	const tableColumns = [...COLUMNS, 'vitallyId'];
	const value = Object.fromEntries(tableColumns.map((name) => [name, `={{ $json.${name} }}`]));

	value.vitallyId = '={{ $json.id }}';

	return {
		'not stored': { between: [] },
		'data table': {
			first: [
				dataTable('Create', {
					resource: 'table',
					operation: 'create',
					tableName: 'plan',
					columns: { column: tableColumns.map((name) => ({ name, type: 'string' })) },
				}),
			],
			between: [
				dataTable('Store', {
					operation: 'insert',
					columns: {
						mappingMode: 'defineBelow',
						value,
						matchingColumns: [],
						schema: tableColumns.map((name) => ({ id: name, displayName: name, type: 'string' })),
					},
				}),
				{ ...dataTable('Read', { operation: 'get', returnAll: true }), executeOnce: true },
			],
		},
		'CSV file': {
			between: [
				n8nNode('Store', 'convertToFile', 1.1, { operation: 'csv' }),
				n8nNode('Read', 'extractFromFile', 1.1, { operation: 'csv' }),
			],
		},
		PostgreSQL: {
			between: [
				sql('Store', 'INSERT INTO plan SELECT * FROM jsonb_populate_record(null::plan, $1)', {
					queryReplacement: '={{ [JSON.stringify($json)] }}',
				}),
				{ ...sql('Read', 'SELECT * FROM plan ORDER BY "row"'), executeOnce: true },
			],
		},
	};
}

/** Compares a table with the sandbox, stores the plan, and applies it. */
async function planAndApply(
	session: Session,
	sandbox: Sandbox,
	{ first = [], between }: Store,
	credentials: INode['credentials'],
): Promise<{ planned: IDataObject[]; read: IDataObject[] }> {
	const traits = { plan: 'Starter', seats: 4, betaProgram: true, phone: '0049', zone: 'EU' };

	createAccount(sandbox.state, { externalId: 'plan-1', name: 'One', traits }, 'reject');
	createAccount(sandbox.state, { externalId: 'plan-2', name: 'Two', traits }, 'reject');
	const rows = [
		{
			id: 'plan-1',
			name: 'Zoë, "One"\nLtd;',
			products: ['Core', 'Reports'],
			seats: 4.5,
			betaProgram: false,
			phone: '0050',
			zone: null,
			nextRenewalDate: '2027-03-01',
		},
		{ id: 'plan-2', name: 'Two', seats: 0 },
		{ id: 'plan-3', name: 'Three', phone: '00', seats: 12 },
		{ id: 'plan-4', seats: 1 },
	].map(({ id, name, ...others }) => ({ id, name, traits: JSON.stringify(others) }));
	const ours = (name: string, parameters: object): Step => ({
		name,
		type: 'n8n-nodes-vitally.vitally',
		credentials,
		parameters: { resource: 'account', ...parameters },
	});
	const plan = ours('Plan', {
		operation: 'sync',
		externalId: '={{ $json.id }}',
		name: '={{ $json.name }}',
		traitsMode: 'json',
		traitsJson: '={{ $json.traits }}',
		dryRun: true,
		options: { emptyValues: 'clear' },
	});
	const workflowId = await session.addWorkflow({
		...sequence('Plan, store, apply', [
			n8nNode('Start', 'manualTrigger', 1, {}),
			...first,
			n8nNode('Rows', 'noOp', 1, {}),
			plan,
			...between,
			ours('Apply', { operation: 'applyChanges', dryRun: false }),
		]),
		pinData: { Rows: rows.map((json) => ({ json })) },
	});
	const execution = await session.run(workflowId, 'Start');

	assert.deepEqual([execution.status, errorOf(execution)], ['success', undefined]);

	const itemsAfter = (node: string) => itemsOf(execution, node).map(({ json }) => json);

	return { planned: itemsAfter('Plan'), read: itemsAfter(between.at(-1)?.name ?? 'Plan') };
}

/** Lists the columns whose values come back as another type, with both types. */
function typesLost(planned: IDataObject[], read: IDataObject[]): string[] {
	assert.equal(read.length, planned.length);

	const lost = new Set<string>();

	for (const [index, json] of planned.entries()) {
		for (const name of [...COLUMNS, 'id']) {
			const before = typeOf(json[name]);
			const after = typeOf(read[index][name]);
			if (before !== after) lost.add(`${name} ${before} -> ${after}`);
		}
	}

	return [...lost].sort();
}

function typeOf(value: unknown): string {
	if (value === '') return 'empty text';
	if (value === null) return 'null';
	if (value === undefined) return 'missing';

	return typeof value;
}
