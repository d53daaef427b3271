import type { IDataObject } from 'n8n-workflow';

import { sharedTraitNames } from '../../nodes/Vitally/resources/customers/sharedTraitFields';
import type { Fault } from '../../sandbox/faults.cts';
import type { ShownRecord } from '../../sandbox/faultyAnswer.cts';
import type { Outcome } from '../engine/engine.cts';
import { jsonOf, linesOf, linesOfItems } from '../engine/itemLines.cts';
import { runIn, type NodeRun } from '../engine/node.cts';
import { accountOf, ACCOUNTS } from '../fixtures/accounts.cts';
import { addCustomers } from '../fixtures/customers.cts';
import { addCustomObject, addInstance } from '../fixtures/customObjects.cts';
import { byId } from '../fixtures/locators.cts';
import { vitallyId } from '../fixtures/records.cts';
import { linesOfRequests } from '../fixtures/requests.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';
import { userOf, withUsers } from '../fixtures/users.cts';
import { bodiesOf, hintsOf, sync, writesOf } from '../nodes/account/syncCases.cts';
import { accounts, change, changed } from './changeCases.cts';

/** A number of IDs of which the list is read; fewer are read one by one. */
const IDS = ['a1', 'a2', 'a3', 'a4', 'a5'];

/** The lines of a row for each of these IDs, with one result. */
const rowsWith = (result: string) => IDS.map((id, index) => `row ${index + 1}, ${id}: ${result}`);

/** The list, and no single record. */
const LIST = { method: 'GET', path: /\/(accounts|users|instances)$/ };

const without =
	(...fields: string[]) =>
	(record: ShownRecord) =>
		Object.fromEntries(Object.entries(record).filter(([field]) => !fields.includes(field)));

/** A list that leaves out the records with these External IDs; without any, all of them. */
const listWithout = (...externalIds: string[]): Fault => ({
	kind: 'shown',
	as: (record) =>
		externalIds.length === 0 || externalIds.includes(String(record.externalId))
			? undefined
			: record,
	on: LIST,
});

/** Not shown, missing and no answer of Vitally are three things; only what is missing is created. */
describe('a Sync whose answers do not show everything', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty' });

	const runSync = async (items: IDataObject[], run: Partial<NodeRun> = {}) => {
		const parameters = { ...sync({}, { syncOutput: 'each' }), ...run.parameters };

		return await runIn(sandbox(), { ...run, parameters, items });
	};

	/** The rows of a run that did not end in an error. */
	const resultsOf = (outcome: Outcome) => {
		expect({ error: outcome.error?.message }).toEqual({ error: undefined });

		return jsonOf(outcome);
	};

	const runChanges = async (operation: string, items: IDataObject[]) => {
		const outcome = await runIn(sandbox(), {
			parameters: { resource: 'account', operation, dryRun: false },
			items,
		});

		return resultsOf(outcome);
	};

	const givenAccounts = () => {
		const seen = IDS.map((id) => [id, ['Old', { plan: 'gold', mrr: 5 }]] as const);

		accounts(Object.fromEntries(seen) as never)(sandbox());
	};

	const states = () =>
		IDS.map((id) => {
			const account = accountOf(sandbox(), id);

			return { id, name: account?.name, traits: { ...account?.traits } };
		});

	const namesById = () => Object.fromEntries(states().map(({ id, name }) => [id, name]));
	const allNamed = (name: string) => Object.fromEntries(IDS.map((id) => [id, name]));
	/** Without those that a Sync created. */
	const expectNoneCreated = () =>
		expect({ accounts: sandbox().state.accounts.size }).toEqual({ accounts: IDS.length });

	describe('a Sync whose list leaves out a field', () => {
		beforeEach(givenAccounts);

		it('reads the record where only its second row sets that field', async () => {
			const firstRows = IDS.map((id) => ({ id, traits: { plan: 'free' } }));

			sandbox().faults.add({ kind: 'shown', as: without('name'), on: LIST });
			const output = await runSync([...firstRows, { id: 'a1', name: 'New' }]);

			const results = resultsOf(output);

			expect(linesOfItems(results)).toEqual([...rowsWith('updated'), 'row 6, a1: updated']);
			expect(results[5]).toMatchObject({
				externalId: 'a1',
				changedFields: JSON.stringify({ name: change('Old', 'New') }),
			});
		});

		const rows = IDS.map((id) => ({ id, name: 'New', traits: { plan: 'free', mrr: 7 } }));

		it.each(['name', 'traits', 'mrr'])(
			'returns changes by which Sync: Undo clears nothing that the list did not show: %s',
			async (field) => {
				const before = states();

				sandbox().faults.add({ kind: 'shown', as: without(field), on: LIST });
				const changedRows = resultsOf(await runSync(rows));
				const changesOfRows = JSON.stringify({
					name: change('Old', 'New'),
					'traits.plan': change('gold', 'free'),
					'traits.mrr': change(5, 7),
				});

				expect(
					changedRows.map(({ externalId, changedFields }) => [externalId, changedFields]),
				).toEqual(IDS.map((id) => [id, changesOfRows]));

				await runChanges('undoSync', changedRows);

				expect(states()).toEqual(before);
			},
		);

		it.each(sharedTraitNames)(
			'compares %s with the trait of this name, where no answer shows the field',
			async (key) => {
				const value = key === 'mrr' ? 5 : '2027-03-31T00:00:00.000Z';

				sandbox().faults.add({
					kind: 'shown',
					as: (record) => ({
						...without(key)(record),
						traits: { ...(record.traits as object), [key]: value },
					}),
				});
				const results = resultsOf(
					await runSync(IDS.map((id) => ({ id, traits: { [key]: value } }))),
				);

				expect(linesOfItems(results)).toEqual(rowsWith('unchanged'));
			},
		);

		it.each(sharedTraitNames)(
			'compares %s with the trait of this name, where an answer shows another value as the field',
			async (key) => {
				const value = key === 'mrr' ? 5 : '2027-03-31T00:00:00.000Z';
				const other = key === 'mrr' ? 9 : '2029-09-30T00:00:00.000Z';

				sandbox().faults.add({
					kind: 'shown',
					as: (record) => ({
						...record,
						[key]: other,
						traits: { ...(record.traits as object), [key]: value },
					}),
				});
				const results = resultsOf(
					await runSync(IDS.map((id) => ({ id, traits: { [key]: value } }))),
				);

				expect(linesOfItems(results)).toEqual(rowsWith('unchanged'));
			},
		);

		it.each(['applyChanges', 'undoSync'])(
			'lets %s change records whose External ID is not shown, where rows have their Vitally IDs',
			async (operation) => {
				sandbox().faults.add({ kind: 'shown', as: without('externalId') });
				const isUndo = operation === 'undoSync';
				const fields = { name: isUndo ? change('New', 'Old') : change('Old', 'New') };
				const items = IDS.map((id) => changed('updated', id, fields));
				const results = await runChanges(operation, items);

				const written = isUndo ? 'restored' : 'applied';

				expect(linesOfItems(results)).toEqual(
					IDS.map((_, index) => `row ${index + 1}, New: ${written}`),
				);
				expect(namesById()).toEqual(allNamed('New'));
			},
		);

		it('reads the records by path, and writes nothing where they are the same', async () => {
			sandbox().faults.add({ kind: 'shown', as: without('traits'), on: LIST });
			const same = IDS.map((id) => ({ id, name: 'Old', traits: { plan: 'gold' } }));
			const results = resultsOf(await runSync(same));

			expect(linesOfItems(results)).toEqual(rowsWith('unchanged'));
			expect({ written: bodiesOf(sandbox()) }).toEqual({ written: [] });
		});

		it('reads no record by path whose fields are shown, and fills a trait that it does not have', async () => {
			const added = IDS.map((id) => ({ id, traits: { region: 'EU' } }));

			sandbox().requests.length = 0;
			const results = resultsOf(await runSync(added));

			expect(linesOfItems(results)).toEqual(rowsWith('updated'));

			const reads = sandbox().requests.filter(({ method }) => method === 'GET');

			expect(reads.map(({ path }) => path)).toEqual(['/resources/customFields', ACCOUNTS]);
			expect(accountOf(sandbox(), 'a1')?.traits).toMatchObject({ region: 'EU', plan: 'gold' });
		});

		it('sets a trait of records whose traits are shown as null, which have none', async () => {
			const as = (record: ShownRecord) => ({ ...record, traits: null });

			sandbox().faults.add({ kind: 'shown', as, on: { method: 'GET' } });
			const results = resultsOf(await runSync(IDS.map((id) => ({ id, traits: { region: 'EU' } }))));

			const setRegion = JSON.stringify({ 'traits.region': { old: null, new: 'EU' } });

			expect(linesOfItems(results)).toEqual(rowsWith('updated'));
			expect(results.map(({ externalId, changedFields }) => [externalId, changedFields])).toEqual(
				IDS.map((id) => [id, setRegion]),
			);
		});

		it('fails the rows that set it, where the record does not show it either', async () => {
			sandbox().faults.add({ kind: 'shown', as: without('name'), on: { method: 'GET' } });
			const some = [...rows.slice(0, 4), { id: 'a5', traits: { plan: 'free' } }];
			const results = resultsOf(await runSync(some));

			expect(linesOfItems(results)).toEqual([
				...rowsWith("failed, Vitally's list does not show 'Name'").slice(0, 4),
				'row 5, a5: updated',
			]);
			expect({ written: bodiesOf(sandbox()) }).toEqual({ written: [{ traits: { plan: 'free' } }] });
		});
	});

	it('creates no second record where the list shows one without the field, and its own read finds none', async () => {
		givenAccounts();
		sandbox().faults.add({ kind: 'shown', as: without('name'), on: LIST });
		sandbox().faults.add({
			kind: 'status',
			status: 404,
			on: { method: 'GET', path: `${ACCOUNTS}/${vitallyId('a1')}` },
		});
		const items = IDS.map((id) => ({ id, name: 'New' }));
		const outcome = await runSync(items);

		expect(linesOf(outcome)).toEqual([
			"row 1, a1: failed, Vitally's list does not show 'Name'",
			...rowsWith('updated').slice(1),
		]);

		expectNoneCreated();
	});

	it('writes to no record of another External ID than that of its row, though the list shows none', async () => {
		givenAccounts();
		sandbox().faults.add({ kind: 'shown', as: without('externalId'), on: LIST });
		const slipped = IDS.map((id, index) => {
			const item = changed('updated', id, { name: change('New', 'Old') });

			return { ...item, externalId: IDS[(index + 1) % IDS.length] };
		});
		const { error } = await runIn(sandbox(), {
			parameters: { resource: 'account', operation: 'undoSync', dryRun: false },
			items: slipped,
		});

		expect(error?.message).toBe(
			`This row has the IDs of two accounts: id "${vitallyId('a1')}" has the External ID "a1", the row has "a2" [item 0]`,
		);
		expect({ written: bodiesOf(sandbox()) }).toEqual({ written: [] });
	});

	it('writes to no record without an External ID for a row that has one', async () => {
		givenAccounts();
		sandbox().faults.add({
			kind: 'shown',
			as: (record) => ({ ...record, externalId: null }),
			on: { method: 'GET' },
		});
		const { error } = await runIn(sandbox(), {
			parameters: { resource: 'account', operation: 'undoSync', dryRun: false },
			items: [changed('updated', 'a1', { name: change('New', 'Old') })],
		});

		expect(error?.message).toBe(
			`This row has the IDs of two accounts: id "${vitallyId('a1')}" has no External ID, the row has "a1" [item 0]`,
		);
		expect({ written: bodiesOf(sandbox()) }).toEqual({ written: [] });
	});

	it("names the field of a user as the editor does: Vitally's list does not show 'Email'", async () => {
		withUsers('u1')(sandbox());
		sandbox().faults.add({ kind: 'shown', as: without('email'), on: { method: 'GET' } });
		const outcome = await runSync([{ id: 'u1', email: 'new@customer.example' }], {
			parameters: { ...sync(), resource: 'user', email: '={{ $json.email }}' },
		});

		expect(outcome.error?.message).toBe("Vitally's list does not show 'Email' [item 0]");
		expect(userOf(sandbox(), 'u1')?.email).toBe('u1@customer.example');
	});

	it('calls a list that is not shown as the editor does', async () => {
		withUsers('u1')(sandbox());
		sandbox().faults.add({ kind: 'shown', as: without('accounts'), on: { method: 'GET' } });
		const outcome = await runSync([{ id: 'u1' }], {
			parameters: {
				...sync(),
				resource: 'user',
				additionalFields: { accountIds: 'acc-2' },
			},
		});

		expect(outcome.error?.message).toBe("Vitally's list does not show 'More Account IDs' [item 0]");
	});

	describe('a Sync whose list leaves out records', () => {
		beforeEach(givenAccounts);

		const rows = IDS.map((id) => ({ id, name: 'New' }));

		const LISTS: Array<{ list: string; fault: Fault }> = [
			{ list: 'is empty', fault: listWithout() },
			{ list: 'leaves out two', fault: listWithout('a1', 'a2') },
			{
				list: 'does not show External IDs',
				fault: { kind: 'shown', as: without('externalId'), on: LIST },
			},
			{
				list: 'shows External IDs as numbers',
				fault: { kind: 'shown', as: (record) => ({ ...record, externalId: 1 }), on: LIST },
			},
		];

		it.each(LISTS)(
			'updates each record instead of creating a second one: the list $list',
			async ({ fault }) => {
				sandbox().faults.add(fault);
				const results = resultsOf(await runSync(rows));

				expect(linesOfItems(results)).toEqual(rowsWith('updated'));
				expect(results.map(({ externalId, id }) => [externalId, id])).toEqual(
					IDS.map((id) => [id, vitallyId(id)]),
				);

				expectNoneCreated();

				expect(linesOfRequests({ requests: writesOf(sandbox()) }).sort()).toEqual(
					IDS.map((id) => `PUT ${ACCOUNTS}/${vitallyId(id)}`),
				);
			},
		);

		it.each(LISTS)('returns what restores each record: the list $list', async ({ fault }) => {
			sandbox().faults.add(fault);
			const results = await runChanges('undoSync', resultsOf(await runSync(rows)));

			expect(linesOfItems(results)).toEqual(rowsWith('restored'));
			expect(namesById()).toEqual(allNamed('Old'));
		});

		it.each(LISTS)(
			'lists no record of a row as one that is not in the table: the list $list',
			async ({ fault }) => {
				sandbox().faults.add(fault);
				const parameters = { options: { notInTable: 'output' } };

				expect(linesOf(await runSync(rows, { parameters }))).toEqual(rowsWith('updated'));
			},
		);

		it('knows of no record that it is not in the table where the list does not show External IDs', async () => {
			sandbox().faults.add({ kind: 'shown', as: without('externalId'), on: LIST });
			const parameters = { options: { notInTable: 'output' }, dryRun: true };
			const outcome = await runSync(rows, { parameters });

			expect(linesOf(outcome).filter((line) => line.includes('notInTable'))).toEqual([]);
			expect(hintsOf(outcome).at(-1)).toBe(
				"Which accounts are not in the table is unknown: Vitally's list does not show by which ID rows name them.",
			);
		});

		it('lists no record of a row as one that is not in the table: the list hides one External ID', async () => {
			const hide = without('externalId');

			sandbox().faults.add({
				kind: 'shown',
				as: (record) => (record.externalId === 'a1' ? hide(record) : record),
				on: LIST,
			});
			const parameters = { options: { notInTable: 'output' } };

			expect(linesOf(await runSync(rows, { parameters }))).toEqual(rowsWith('updated'));
		});

		it('never writes more records than Max Changes, whether they are created or changed', async () => {
			sandbox().faults.add(listWithout());
			const items = [...rows, { id: 'a6', name: 'New' }];

			const stopped = await runSync(items, { parameters: { options: { maxChanges: 5 } } });

			expect(stopped.error?.message).toBe(
				"Sync would change 6 of 6 accounts, more than the 5 that 'Max Changes' allows",
			);
			expect({ written: bodiesOf(sandbox()) }).toEqual({ written: [] });

			await runSync(items, { parameters: { options: { maxChanges: 6 } } });

			expect({ writes: writesOf(sandbox()).length }).toEqual({ writes: 6 });
		});

		it('reads nothing more in a dry run, and Sync: Apply Changes overwrites none of these records', async () => {
			sandbox().faults.add(listWithout());
			sandbox().requests.length = 0;
			const plan = resultsOf(await runSync(rows, { parameters: { dryRun: true } }));

			expect(linesOfItems(plan)).toEqual(rowsWith('wouldCreate'));
			expect(sandbox().requests.map(({ path }) => path)).toEqual([ACCOUNTS]);

			const before = states();
			const results = await runChanges('applyChanges', plan);

			expect(linesOfItems(results)).toEqual(rowsWith('changedSince'));
			expect(states()).toEqual(before);

			expectNoneCreated();
		});
	});

	it.each([{ id: 7 }, { id: '' }, { id: undefined }])(
		'ends in an error where a row of the list has no ID as text: %j',
		async ({ id }) => {
			givenAccounts();
			sandbox().faults.add({ kind: 'shown', as: (record) => ({ ...record, id }), on: LIST });
			const { error } = await runSync(IDS.map((externalId) => ({ id: externalId, name: 'New' })));

			expect(error?.message).toBe(
				"Vitally's list of accounts contains a record without an ID, record 1 of a page [item 0]",
			);
			expect({ written: bodiesOf(sandbox()) }).toEqual({ written: [] });
		},
	);

	it('fails each row of a record that cannot be read', async () => {
		givenAccounts();
		sandbox().faults.add({
			kind: 'status',
			status: 403,
			on: { method: 'GET', path: `${ACCOUNTS}/a1` },
		});
		const items = [
			{ id: 'a1', name: 'New' },
			{ id: 'a1', traits: { plan: 'free' } },
			{ id: 'a2', name: 'New' },
		];

		expect(linesOf(await runSync(items))).toEqual([
			'row 1, a1: failed, Vitally does not allow this request with the API key',
			'row 2, a1: failed, Vitally does not allow this request with the API key',
			'row 3, a2: updated',
		]);
	});

	it('fails only the rows of a list that cannot be read, each with its own error', async () => {
		const objects = ['obj-1', 'obj-2', 'obj-3'];

		addCustomers(sandbox());
		for (const id of objects) addCustomObject(sandbox(), id, id);

		for (const id of objects) {
			addInstance(sandbox(), `i-${id}`, { customObjectId: id, externalId: 'D1' });
		}

		const failing = { obj_1: 500, obj_3: 403 };

		for (const [object, status] of Object.entries(failing)) {
			const path = new RegExp(object.replace('_', '-'));

			sandbox().faults.add({ kind: 'status', status, on: { method: 'GET', path } });
		}

		const items = objects.map((object) => ({ object, id: 'D1', name: 'New' }));
		const outcome = await runSync(items, {
			parameters: {
				resource: 'customObjectInstance',
				customObjectId: byId('={{ $json.object }}'),
				accountId: byId('acc-1'),
			},
		});

		expect({ error: outcome.error?.message }).toEqual({ error: undefined });

		expect(linesOf(outcome)).toEqual([
			'row 1, D1: failed, Vitally could not process the request at the moment',
			'row 2, D1: updated',
			'row 3, D1: failed, Vitally does not allow this request with the API key',
		]);
	});
});
