import { startSandbox, type Sandbox } from '../../sandbox/sandbox.cts';
import { newAccount } from '../../sandbox/state/customers.cts';
import { credentialsFor, runNode, type NodeRun } from '../engine/node.cts';
import { addCustomers } from '../fixtures/customers.cts';
import { addCustomObject } from '../fixtures/customObjects.cts';
import { byExternalId, byId } from '../fixtures/locators.cts';
import { addNote } from '../fixtures/notes.cts';
import { addResponses } from '../fixtures/npsResponses.cts';
import { addTask } from '../fixtures/projects.cts';
import { row } from '../fixtures/records.cts';

const GUID = '4ad5c6f0-2a1b-4c3d-8e9f-0a1b2c3d4e5f';

/** A time in which a write arrives that waits for nobody, unless the machine is busy. */
const SHORT_MS = 250;
const LONG_MS = 10_000;

const updateFields = { name: 'New' };
const traits = { traitsMode: 'json', traitsJson: '{}' };

/** Changes a record that the item selects. */
const select = (id: string, resource = 'account'): NodeRun => ({
	parameters: { resource, operation: 'update', [`${resource}Id`]: byExternalId(id), updateFields },
});

/** Creates or updates the record with an External ID. */
const upsert = (externalId: string, resource = 'organization'): NodeRun => ({
	parameters: {
		resource,
		operation: 'upsert',
		externalId,
		name: 'New',
		accountId: byId('acc-1'),
	},
});

/** Writes a table with one row. */
const sync = (externalId: string, resource = 'organization'): NodeRun => ({
	parameters: {
		...upsert(externalId, resource).parameters,
		...traits,
		operation: 'sync',
		dryRun: false,
	},
});

/** Writes a table with one row, which names an account by its Vitally ID. */
const syncById = (vitallyId: string): NodeRun => ({
	parameters: { ...sync('', 'account').parameters, matchBy: 'id', vitallyId },
});

/** Adds a tag to a note or task, all of whose tags are read before and sent. */
const addTag = (record: unknown, resource = 'note'): NodeRun => ({
	parameters: {
		resource,
		operation: 'update',
		[`${resource}Id`]: record,
		tagsMode: 'add',
		tags: 'added',
	},
});

/** Creates or updates a note, all of whose tags are read before and sent. */
const upsertNote = (externalId: string): NodeRun => ({
	parameters: {
		resource: 'note',
		operation: 'upsert',
		externalId,
		accountId: byId('acc-1'),
		note: 'New',
	},
});

/** Changes one value of an NPS response, all of which are read before and sent. */
const rescore = (response: unknown): NodeRun => ({
	parameters: {
		resource: 'npsResponse',
		operation: 'update',
		npsResponseId: response,
		updateFields: { score: 9 },
	},
});

/** Creates a custom object, whose name must be new. */
const nameObject = (name: string): NodeRun => ({
	parameters: { resource: 'customObject', operation: 'create', name, label: name },
});

/** Writes the instance of a custom object with an External ID. */
const ofCustomObject = ({ parameters }: NodeRun, customObject = 'obj-1'): NodeRun => ({
	parameters: { ...parameters, customObjectId: byId(customObject) },
});

const upsertInstance = (customObject?: string) =>
	ofCustomObject(upsert('D9', 'customObjectInstance'), customObject);

const syncInstance = () => ofCustomObject(sync('D9', 'customObjectInstance'));

/** Sends a message about a record to the Analytics API, by itself. */
const track = (id: string, resource = 'account'): NodeRun => ({
	type: 'vitallyAnalytics',
	parameters: {
		resource,
		operation: 'upsert',
		[`${resource}Id`]: id,
		accountId: id,
		options: { batch: false },
	},
});

interface Writers {
	name: string;
	first: NodeRun;
	second: NodeRun;
	/** What the second writer does not share with the first: the key, or the host. */
	secondHas?: 'the second key' | 'another host';
}

/** Each lock of the package, by two writes that take it. */
const LOCKS: Array<Omit<Writers, 'secondHas'>> = [
	{ name: 'a record that is selected', first: select('A1'), second: select('A1') },
	{ name: 'a record with an External ID', first: upsert('O9'), second: upsert('O9') },
	{ name: 'a record of a table', first: sync('O9'), second: sync('O9') },
	{ name: 'the tags of a note', first: addTag(byId('n-1')), second: addTag(byId('n-1')) },
	{
		name: 'the tags of a note by both of its IDs',
		first: addTag(byId('n-1')),
		second: addTag(byExternalId('N1')),
	},
	{
		name: 'the tags of a note to create or update and of one by its Vitally ID',
		first: upsertNote('N1'),
		second: addTag(byId('n-1')),
	},
	{
		name: 'the values of a response',
		first: rescore(byId('nps-1')),
		second: rescore(byId('nps-1')),
	},
	{
		name: 'the values of a response by both of its IDs',
		first: rescore(byId('nps-1')),
		second: rescore(byExternalId('R1')),
	},
	{ name: 'the names of custom objects', first: nameObject('deals'), second: nameObject('goals') },
	{ name: 'the record of a message', first: track('A1'), second: track('A1') },
];

/** Pairs of writers that name one record in two ways. */
const SAME_RECORD: Writers[] = [
	{
		name: 'Create or Update and Sync',
		first: upsert(GUID.toUpperCase()),
		second: sync(GUID.toUpperCase()),
	},
	{
		name: 'Sync and Create or Update',
		first: sync(GUID.toUpperCase()),
		second: upsert(GUID.toUpperCase()),
	},
	{
		name: 'Sync by Vitally ID and Sync by External ID',
		first: syncById('acc-1'),
		second: sync('A1', 'account'),
	},
	{
		name: 'Sync by External ID and Sync by Vitally ID',
		first: sync('A1', 'account'),
		second: syncById('acc-1'),
	},
	{
		name: 'Sync by Vitally ID and Update by External ID',
		first: syncById('acc-1'),
		second: select('A1'),
	},
	{
		name: 'Create or Update and Sync of an instance',
		first: upsertInstance(),
		second: syncInstance(),
	},
	{
		name: 'two spellings of a GUID that are selected',
		first: select(GUID),
		second: select(GUID.toUpperCase()),
	},
	{
		name: 'two spellings of a GUID to create or update',
		first: upsert(GUID),
		second: upsert(GUID.toUpperCase()),
	},
	{
		name: 'two spellings of a GUID in tables',
		first: sync(GUID),
		second: sync(GUID.toUpperCase()),
	},
	{
		name: 'two spellings of a GUID in messages',
		first: track(GUID),
		second: track(GUID.toUpperCase()),
	},
];

/** Two records with one name. */
const OTHER_RECORD: Writers[] = [
	{
		name: 'an account and an organization with one External ID, selected',
		first: select('A1'),
		second: select('A1', 'organization'),
	},
	{
		name: 'an organization and a user with one External ID, to create or update',
		first: upsert('O9'),
		second: upsert('O9', 'user'),
	},
	{
		name: 'an organization and a user with one External ID, in tables',
		first: sync('O9'),
		second: sync('O9', 'user'),
	},
	{
		name: 'a note and a task with one ID',
		first: addTag(byId('n-1')),
		second: addTag(byId('n-1'), 'task'),
	},
	{
		name: 'two External IDs that differ by case alone',
		first: upsert('o9'),
		second: upsert('O9'),
	},
	{
		name: 'messages about an account and an organization with one External ID',
		first: track('A1'),
		second: track('A1', 'organization'),
	},
];

describe('the second of two writes', () => {
	let sandboxes: Sandbox[];

	beforeEach(async () => {
		sandboxes = await Promise.all([
			startSandbox({ seed: 'empty' }),
			startSandbox({ seed: 'empty' }),
		]);

		for (const sandbox of sandboxes) {
			addCustomers(sandbox);
			addCustomObject(sandbox, 'obj-1', 'Renewals');
			addCustomObject(sandbox, 'obj-2', 'Targets');
			addResponses(sandbox);
			addNote(sandbox, 'n-1', { externalId: 'N1', tags: [] });
			addTask(sandbox, 'n-1', { tags: [] });
			sandbox.state.accounts.insert(newAccount(row('acc-9'), GUID, 'Guide', {}));
		}
	});

	afterEach(async () => await Promise.all(sandboxes.map(async (sandbox) => await sandbox.close())));

	const countWrites = () =>
		sandboxes.flatMap(({ requests }) => requests.filter(({ method }) => method !== 'GET')).length;

	/** Waits until so many writes have arrived, and returns whether they did. */
	const haveArrived = async (count: number, ms: number) => {
		const endsAt = performance.now() + ms;

		while (countWrites() < count && performance.now() < endsAt) {
			await new Promise((resolve) => setTimeout(resolve, 5));
		}

		return countWrites() >= count;
	};

	/** What the second writer's request does in a time in which the service holds that of the first one. */
	const secondWrite = async ({ first, second, secondHas }: Writers, ms: number) => {
		let release = () => {};
		const until = new Promise<void>((resolve) => (release = resolve));

		for (const { faults } of sandboxes) {
			faults.add({ kind: 'hold', until, on: { matches: ({ method }) => method !== 'GET' } });
		}

		const [sandbox, other] = sandboxes;
		const credentials = credentialsFor(secondHas === 'another host' ? other : sandbox);

		if (secondHas === 'the second key') {
			credentials.vitallyApi.apiKey = sandbox.secondApiKey;
			credentials.vitallyAnalyticsApi.apiKey = sandbox.secondAnalyticsKey;
		}

		const running = [runNode(first, { credentials: credentialsFor(sandbox) })];

		try {
			expect({ hasTheFirstWriteArrived: await haveArrived(1, LONG_MS) }).toEqual({
				hasTheFirstWriteArrived: true,
			});

			running.push(runNode(second, { credentials }));

			return (await haveArrived(2, ms)) ? 'arrives' : 'waits for the first one';
		} finally {
			release();
			await Promise.all(running);
		}
	};

	it.each(LOCKS)('waits for the first one: $name', async (writers) => {
		expect(await secondWrite(writers, SHORT_MS)).toBe('waits for the first one');
	});

	it.each(LOCKS)(
		'waits for the first one when it has another key of the workspace: $name',
		async (writers) => {
			const withOtherKey: Writers = { ...writers, secondHas: 'the second key' };

			expect(await secondWrite(withOtherKey, SHORT_MS)).toBe('waits for the first one');
		},
	);

	it.each(LOCKS)('goes out at once when it has another host: $name', async (writers) => {
		const onOtherHost: Writers = { ...writers, secondHas: 'another host' };

		expect(await secondWrite(onOtherHost, LONG_MS)).toBe('arrives');
	});

	it.each(SAME_RECORD)(
		'waits for the first one when both change one record: $name',
		async (writers) => {
			expect(await secondWrite(writers, SHORT_MS)).toBe('waits for the first one');
		},
	);

	it('waits for the first one when both instances have one External ID, though their custom objects differ', async () => {
		const writers = {
			name: 'two custom objects',
			first: upsertInstance('obj-1'),
			second: upsertInstance('obj-2'),
		};

		expect(await secondWrite(writers, SHORT_MS)).toBe('waits for the first one');
	});

	it.each(OTHER_RECORD)(
		'goes out at once when it changes another record: $name',
		async (writers) => {
			expect(await secondWrite(writers, LONG_MS)).toBe('arrives');
		},
	);
});
