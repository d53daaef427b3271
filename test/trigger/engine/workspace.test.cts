import { createHash, randomUUID } from 'node:crypto';

import type { Row } from '../../../sandbox/state/row.cts';
import type { Table } from '../../../sandbox/state/table.cts';
import { credentialsFor } from '../../engine/node.cts';
import { byId } from '../../fixtures/locators.cts';
import { inLog, OTHER_WORKSPACE } from '../notices.cts';
import { errorsOf, nameOf, namesOf, TriggerFixtures } from './fixtures.cts';

type TableName = 'accounts' | 'users' | 'conversations' | 'notes' | 'projects';

const KINDS: Array<{ triggerOn: string; table: TableName }> = [
	{ triggerOn: 'accountUpdated', table: 'accounts' },
	{ triggerOn: 'userUpdated', table: 'users' },
	{ triggerOn: 'conversationUpdated', table: 'conversations' },
	{ triggerOn: 'noteUpdated', table: 'notes' },
	{ triggerOn: 'projectUpdated', table: 'projects' },
];

/** What the log says, once. */
const STARTS_FROM_NOW = [inLog(OTHER_WORKSPACE)];

describe('an API key that is replaced, where workspaces share the host', () => {
	const fixtures = new TriggerFixtures();

	const tableOf = (name: TableName | 'customObjects' | 'instances') =>
		fixtures.sandbox.state[name] as unknown as Table<Row>;

	/** Changes so many records that the lists show, one after the other, and returns their names. */
	const touch = (table: Table<Row>, count: number): unknown[] => {
		const rows = [...table.all()].filter(isListed).slice(0, count);

		for (const row of rows) {
			fixtures.clock.now += 1000;
			table.change(row, { updatedAt: fixtures.sandbox.state.now() });
		}

		return rows.map(nameOf);
	};

	/** The service has records of another workspace in place of these. */
	const replaceRecords = (table: Table<Row>) => {
		for (const row of Array.from(table.all())) {
			table.remove(row);
			table.insert({ ...row, id: randomUUID() });
		}
	};

	/** A trigger whose last poll used the first key, and what replaces the key. */
	const openPolled = async (parameters: Record<string, unknown>) => {
		const credentials = credentialsFor(fixtures.sandbox);
		const node = await fixtures.activate({ watch: 'anyChange', ...parameters }, { credentials });

		await node.tick();

		const replaceKey = () => {
			credentials.vitallyApi.apiKey = fixtures.sandbox.secondApiKey;
		};

		return { node, replaceKey };
	};

	describe.each(KINDS)('$triggerOn', ({ triggerOn, table }) => {
		it('loses no change where the new key is one of the same workspace', async () => {
			const { node, replaceKey } = await openPolled({ triggerOn });

			const changed = touch(tableOf(table), 3);

			replaceKey();
			await node.tick();

			expect({ errors: errorsOf(node), warnings: node.warnings }).toEqual({
				errors: [],
				warnings: [],
			});
			expect({ emitted: namesOf(node) }).toEqual({ emitted: changed });

			// It is looked up once.
			const requests = await fixtures.costOf(async () => await node.tick());

			expect({ requestsOfNextPoll: requests }).toEqual({ requestsOfNextPoll: 1 });
		});

		it('starts from now, and says so, where the new key is one of another workspace', async () => {
			const { node, replaceKey } = await openPolled({ triggerOn });

			touch(tableOf(table), 3);
			replaceRecords(tableOf(table));
			replaceKey();
			await node.tick();

			expect({ errors: errorsOf(node), warnings: node.warnings }).toEqual({
				errors: [],
				warnings: STARTS_FROM_NOW,
			});
			expect({ emitted: namesOf(node) }).toEqual({ emitted: [] });

			const changed = touch(tableOf(table), 1);

			await node.tick();

			expect({ emitted: namesOf(node) }).toEqual({ emitted: changed });
			expect({ warnings: node.warnings }).toEqual({ warnings: STARTS_FROM_NOW });
		});

		it('ends the poll in an error, and loses no change, where the records cannot be looked up', async () => {
			const { node, replaceKey } = await openPolled({ triggerOn });
			const before = node.stored.at(-1);

			const changed = touch(tableOf(table), 3);

			replaceKey();
			const path = new RegExp(`^/resources/${table}/[^/]+$`);

			fixtures.sandbox.faults.add({ kind: 'status', status: 403, on: { path }, times: 1 });
			await node.tick();

			expect({ errors: errorsOf(node), isStateKept: node.stored.at(-1) === before }).toEqual({
				errors: ['Vitally does not allow this request with the API key'],
				isStateKept: true,
			});

			await node.tick();

			expect({ emitted: namesOf(node) }).toEqual({ emitted: changed });
		});
	});

	describe('a replaced API key of a trigger for instances, whose custom object identifies the workspace', () => {
		const openInstances = async () => {
			const [{ customObjectId }] = fixtures.sandbox.state.instances.all();

			return await openPolled({
				triggerOn: 'customObjectInstanceUpdated',
				customObjectId: byId(customObjectId),
			});
		};

		it('loses no change where the new key is one of the same workspace', async () => {
			const { node, replaceKey } = await openInstances();

			const changed = touch(tableOf('instances'), 1);

			replaceKey();
			await node.tick();

			expect({ warnings: node.warnings }).toEqual({ warnings: [] });
			expect({ emitted: namesOf(node) }).toEqual({ emitted: changed });
		});

		it('ends the poll in an error where the workspace has no such custom object', async () => {
			const { node, replaceKey } = await openInstances();
			const before = node.stored.at(-1);
			const [{ customObjectId }] = fixtures.sandbox.state.instances.all();

			replaceRecords(tableOf('customObjects'));
			replaceKey();
			await node.tick();

			expect({ errors: errorsOf(node), isStateKept: node.stored.at(-1) === before }).toEqual({
				errors: [`The custom object "${customObjectId}" was not found`],
				isStateKept: true,
			});
		});
	});

	it('loses no change where one of the known records was deleted', async () => {
		const { node, replaceKey } = await openPolled({ triggerOn: 'userUpdated' });
		const users = tableOf('users');
		const { feed } = JSON.parse(node.stored.at(-1) ?? '') as { feed: string };
		const { workspace } = JSON.parse(feed) as { workspace: { records: string[] } };

		expect({ knownRecords: workspace.records.length }).toEqual({ knownRecords: 3 });

		for (const id of workspace.records.slice(0, 2)) users.remove(users.get(id) as Row);
		const changed = touch(users, 3);

		replaceKey();
		await node.tick();

		expect({ emitted: namesOf(node) }).toEqual({ emitted: changed });
	});

	it.each([
		{
			kind: 'archived notes',
			triggerOn: 'noteArchived',
			table: 'notes' as const,
			endedAt: (now: string) => ({ archivedAt: now }),
		},
		{
			kind: 'churned accounts',
			triggerOn: 'accountChurned',
			table: 'accounts' as const,
			endedAt: (now: string) => ({ traits: { churnedAt: now } }),
		},
	])(
		'loses no change of $kind, which only their list may show',
		async ({ triggerOn, table, endedAt }) => {
			const { node, replaceKey } = await openPolled({ triggerOn });
			const listed = [...tableOf(table).all()].filter(isListed);
			const [live] = listed;

			fixtures.clock.now += 1000;
			const now = fixtures.sandbox.state.now();

			tableOf(table).change(live, { ...endedAt(now), updatedAt: now });
			replaceKey();
			const path = new RegExp(`^/resources/${table}/[^/]+$`);

			fixtures.sandbox.faults.add({ kind: 'status', status: 404, on: { path } });
			await node.tick();

			expect({ emitted: namesOf(node), warnings: node.warnings }).toEqual({
				emitted: [nameOf(live)],
				warnings: [],
			});
		},
	);

	it('starts from now where the list was empty, so that nothing shows the workspace', async () => {
		const users = tableOf('users');

		for (const user of Array.from(users.all())) users.remove(user);
		const { node, replaceKey } = await openPolled({ triggerOn: 'userCreated' });

		replaceKey();
		await node.tick();

		expect({ warnings: node.warnings }).toEqual({ warnings: STARTS_FROM_NOW });
	});

	it('appears in no state, in no encoding', async () => {
		const { node, replaceKey } = await openPolled({ triggerOn: 'accountUpdated' });

		replaceKey();
		await node.tick();
		const states = node.stored.join('\n');
		const { apiKey, secondApiKey } = fixtures.sandbox;
		const withColon = `${apiKey}:`;
		const texts = { apiKey, secondApiKey, withColon, header: `Basic ${btoa(withColon)}` };

		const forms = Object.entries(texts).flatMap(([name, text]) => {
			const bytes = Buffer.from(text);
			const hash = createHash('sha256').update(bytes).digest();

			return [
				{ form: name, text },
				...encodingsOf(bytes).map((form) => ({ ...form, form: `${name} in ${form.form}` })),
				...encodingsOf(hash).map((form) => ({ ...form, form: `hash of ${name} in ${form.form}` })),
			];
		});
		const stored = forms.filter(({ text }) => states.includes(text));

		expect({ storedForms: stored.map(({ form }) => form) }).toEqual({ storedForms: [] });
	});
});

function isListed(row: Row & { archivedAt?: unknown; traits?: Record<string, unknown> }): boolean {
	return !row.archivedAt && !row.traits?.churnedAt;
}

function encodingsOf(bytes: Buffer): Array<{ form: string; text: string }> {
	return (['hex', 'base64', 'base64url'] as const).map((encoding) => ({
		form: encoding,
		text: bytes.toString(encoding),
	}));
}
