import { startSandbox, type Sandbox } from '../../sandbox/sandbox.cts';
import { newAccount } from '../../sandbox/state/customers.cts';
import { runIn } from '../engine/node.cts';
import { addCustomObject, addDeal, addInstance } from '../fixtures/customObjects.cts';
import { byId, typedId } from '../fixtures/locators.cts';
import { addNote } from '../fixtures/notes.cts';
import { addTask } from '../fixtures/projects.cts';
import { row, vitallyId } from '../fixtures/records.cts';

const ID = vitallyId('record');
const EXTERNAL_ID = 'R1';

/** Items of one node, half of which name a record by its Vitally ID, and half by its External ID. */
const ITEMS = Array.from({ length: 20 }, (_, index) => ({
	id: index % 2 === 0 ? ID : EXTERNAL_ID,
	value: `value ${index}`,
	key: `key_${index}`,
}));

/** What all items together add. */
const VALUES = ITEMS.map(({ value }) => value);
const TRAITS = Object.fromEntries(ITEMS.map(({ key, value }) => [key, value]));

const addTags = { operation: 'update', tagsMode: 'add', tags: '={{ $json.value }}' };
const addTraits = {
	operation: 'update',
	traitsMode: 'json',
	traitsJson: '={{ { [$json.key]: $json.value } }}',
};

describe('items that name one record by either of its IDs', () => {
	let sandbox: Sandbox;

	beforeEach(async () => {
		sandbox = await startSandbox({ seed: 'empty', latencyMs: 5 });
		addDeal(sandbox);
	});

	afterEach(async () => await sandbox.close());

	const run = async (parameters: object) => {
		const { error } = await runIn(sandbox, { parameters: { ...parameters }, items: ITEMS });

		expect({ error: error?.message }).toEqual({ error: undefined });
	};

	it('lose no tag of a note that they add', async () => {
		addNote(sandbox, ID, { externalId: EXTERNAL_ID });

		await run({ resource: 'note', noteId: typedId('={{ $json.id }}'), ...addTags });

		expect([...(sandbox.state.notes.get(ID)?.tags ?? [])].sort()).toEqual([...VALUES].sort());
	});

	it('lose no tag of a task that they add', async () => {
		addTask(sandbox, ID, { externalId: EXTERNAL_ID });

		await run({ resource: 'task', taskId: typedId('={{ $json.id }}'), ...addTags });

		expect([...(sandbox.state.tasks.get(ID)?.tags ?? [])].sort()).toEqual([...VALUES].sort());
	});

	it('lose no trait of an account that they add', async () => {
		sandbox.state.accounts.insert(newAccount(row(ID), EXTERNAL_ID, 'Named Twice', {}));

		await run({ resource: 'account', accountId: typedId('={{ $json.id }}'), ...addTraits });

		expect(sandbox.state.accounts.get(ID)?.traits).toEqual(TRAITS);
	});

	it('lose no trait of an instance that they add', async () => {
		addInstance(sandbox, ID, { externalId: EXTERNAL_ID });

		await run({
			resource: 'customObjectInstance',
			customObjectId: byId('obj-1'),
			customObjectInstanceId: typedId('={{ $json.id }}'),
			...addTraits,
		});

		expect(sandbox.state.instances.get(ID)?.traits).toEqual(TRAITS);
	});
});

describe('two custom objects with one External ID', () => {
	let sandbox: Sandbox;

	beforeEach(async () => {
		sandbox = await startSandbox({ seed: 'empty', latencyMs: 5 });
		addDeal(sandbox);
		addCustomObject(sandbox, 'obj-2', 'Goals');
	});

	afterEach(async () => await sandbox.close());

	it.each(['upsert', 'sync'])('each get their instance once: %s', async (operation) => {
		const items = [...ITEMS, ...ITEMS].map(({ value }, index) => ({
			externalId: value,
			object: index < ITEMS.length ? 'obj-1' : 'obj-2',
		}));
		const { error } = await runIn(sandbox, {
			parameters: {
				resource: 'customObjectInstance',
				operation,
				customObjectId: byId('={{ $json.object }}'),
				externalId: '={{ $json.externalId }}',
				name: 'Renewal',
				accountId: byId('acc-1'),
				traitsMode: 'json',
				traitsJson: {},
				dryRun: false,
			},
			items,
		});

		expect({ error: error?.message }).toEqual({ error: undefined });

		for (const object of ['obj-1', 'obj-2']) {
			const created = [...sandbox.state.instances.all()].filter(
				({ customObjectId, externalId }) => customObjectId === object && externalId !== 'D1',
			);

			expect(created.map(({ externalId }) => externalId).sort()).toEqual([...VALUES].sort());
		}
	});
});
