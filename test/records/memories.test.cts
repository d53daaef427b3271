import type { ItemContext } from '../../nodes/Vitally/execution/operation';
import { createdRecords, creationKey } from '../../nodes/Vitally/records/creation/createdRecords';
import { findRecordCreatedHere } from '../../nodes/Vitally/records/findExistingRecord';
import type { RecordList } from '../../nodes/Vitally/records/recordList';
import { startSandbox, type Sandbox } from '../../sandbox/sandbox.cts';
import { credentialsFor, NODE, runNode, type NodeRun } from '../engine/node.cts';
import { addCustomObject, addDeal } from '../fixtures/customObjects.cts';
import { byId, byName } from '../fixtures/locators.cts';

const GUID = '4ad5c6f0-2a1b-4c3d-8e9f-0a1b2c3d4e5f';

/** Creates an instance of a custom object. */
const instance = (externalId: string, customObjectId = 'obj-1'): NodeRun => ({
	parameters: {
		resource: 'customObjectInstance',
		operation: 'create',
		customObjectId: byId(customObjectId),
		name: 'Renewal',
		accountId: byId('acc-1'),
		additionalFields: { externalId },
	},
});

const note = (externalId: string): NodeRun => ({
	parameters: {
		resource: 'note',
		operation: 'create',
		accountId: byId('acc-1'),
		note: 'Call',
		additionalFields: { externalId },
	},
});

describe('a process that has created an instance', () => {
	let sandbox: Sandbox;
	let other: Sandbox;

	beforeEach(async () => {
		sandbox = await startSandbox({ seed: 'empty' });
		other = await startSandbox({ seed: 'empty' });

		for (const service of [sandbox, other]) {
			addDeal(service);
			addCustomObject(service, 'obj-2', 'Goals');
			// The search does not find yet what was just created.
			service.faults.add({ kind: 'status', status: 200, body: [], on: { path: /search/ } });
		}
	});

	afterEach(async () => {
		await sandbox.close();
		await other.close();
	});

	const errorOf = async (
		run: NodeRun,
		service = sandbox,
		{ apiKey }: Pick<Sandbox, 'apiKey'> = service,
	) => {
		const { vitallyApi } = credentialsFor(service);
		const outcome = await runNode(run, { credentials: { vitallyApi: { ...vitallyApi, apiKey } } });

		return outcome.error?.message ?? 'none';
	};

	it.each([
		{ name: 'the same key', ownKey: true },
		{ name: 'another key of the workspace', ownKey: false },
	])('lets no run with $name create the instance again', async ({ ownKey }) => {
		const apiKey = ownKey ? sandbox.apiKey : sandbox.secondApiKey;

		const errors = {
			first: await errorOf(instance('N1')),
			second: await errorOf(instance('N1'), sandbox, { apiKey }),
		};

		expect(errors).toEqual({
			first: 'none',
			second: expect.stringMatching(/^The External ID "N1" already belongs to/),
		});
	});

	it.each([
		{ name: 'another type', second: note('N1') },
		{ name: 'another custom object', second: instance('N1', 'obj-2') },
		// Whether Vitally takes the two for one is unknown.
		{ name: 'an External ID in other letters', second: instance('n1') },
	])('lets a run create a record of $name', async ({ second }) => {
		const errors = { first: await errorOf(instance('N1')), second: await errorOf(second) };

		expect(errors).toEqual({ first: 'none', second: 'none' });
	});

	it('lets a run create an instance whose GUID is in other letters', async () => {
		const errors = {
			first: await errorOf(instance(GUID)),
			second: await errorOf(instance(GUID.toUpperCase())),
		};

		expect(errors).toEqual({ first: 'none', second: 'none' });
	});

	it('lets a run create the instance on another host', async () => {
		const errors = {
			here: await errorOf(instance('N1')),
			there: await errorOf(instance('N1'), other),
		};

		expect(errors).toEqual({ here: 'none', there: 'none' });
	});

	it('asks again in a run with two keys, of which the second may see less', async () => {
		const { secondApiKey, apiKey } = sandbox;
		const header = `Basic ${Buffer.from(`${secondApiKey}:`).toString('base64')}`;
		const body = { results: [], next: null };

		sandbox.faults.add({
			kind: 'status',
			status: 200,
			body,
			on: {
				path: /\/accounts$/,
				matches: ({ headers }) => headers.authorization === header,
			},
		});
		const { vitallyApi } = credentialsFor(sandbox);
		const { items } = await runNode(
			{
				parameters: { resource: 'account', operation: 'get', accountId: byName('Account 1') },
				items: [{ key: apiKey }, { key: secondApiKey }],
				onError: 'continueRegularOutput',
			},
			{ credentials: { vitallyApi: { ...vitallyApi, apiKey: '={{ $json.key }}' } } },
		);

		const [withFirstKey, withSecondKey] = items(NODE).map(({ json }) => json.id ?? json.error);

		expect({ withFirstKey, withSecondKey }).toEqual({
			withFirstKey: 'acc-1',
			withSecondKey: 'No account is called "Account 1" [item 1]',
		});
	});
});

describe('two workspaces of one host', () => {
	/** What the host has, by the key that sees it. */
	const records: Record<string, string | undefined> = { k1: 'id-1', k2: 'id-2' };
	const path = '/resources/notes';

	const findWith = async (rateLimitKey: string) => {
		const item = { workspace: 'eu.example', rateLimitKey } as ItemContext;
		const list = {
			path,
			externalIds: { lookup: 'path' },
			readById: async (_: unknown, id: string) =>
				records[rateLimitKey] === id ? { id, externalId: 'N1' } : undefined,
		} as unknown as RecordList;

		return (await findRecordCreatedHere(item, list, 'N1'))?.id;
	};

	/** What the items of three keys find, of which the third has created nothing. */
	const foundByKey = async () => ({
		k1: await findWith('k1'),
		k2: await findWith('k2'),
		k3: await findWith('k3'),
	});

	beforeEach(() => {
		records.k1 = 'id-1';

		for (const [rateLimitKey, id] of Object.entries(records)) {
			const key = creationKey({ workspace: 'eu.example' }, path, 'N1');

			createdRecords.remember(key, { id: String(id), rateLimitKey });
		}
	});

	it('remember each the record that it created with one External ID', async () => {
		expect(await foundByKey()).toEqual({ k1: 'id-1', k2: 'id-2', k3: undefined });
	});

	it('remember each its record after another key has not seen it', async () => {
		await foundByKey();

		expect(await foundByKey()).toEqual({ k1: 'id-1', k2: 'id-2', k3: undefined });
	});

	it('forget each its own record alone, when that is gone', async () => {
		records.k1 = undefined;

		expect(await foundByKey()).toEqual({ k1: undefined, k2: 'id-2', k3: undefined });

		const remembered = createdRecords.recall(creationKey({ workspace: 'eu.example' }, path, 'N1'));

		expect(remembered.map(({ id }) => id)).toEqual(['id-2']);
	});
});
