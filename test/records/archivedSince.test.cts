import { startSandbox, type Sandbox } from '../../sandbox/sandbox.cts';
import { archive } from '../../sandbox/state/archive.cts';
import { runIn } from '../engine/node.cts';
import { addDeal } from '../fixtures/customObjects.cts';
import { byId } from '../fixtures/locators.cts';

const INSTANCE = {
	resource: 'customObjectInstance',
	customObjectId: byId('obj-1'),
	name: 'Renewal',
	accountId: byId('acc-1'),
	externalId: 'N1',
	additionalFields: { externalId: 'N1' },
};

const NOTE = {
	resource: 'note',
	operation: 'create',
	accountId: byId('acc-1'),
	note: 'Call',
	additionalFields: { externalId: 'N1' },
};

/** What became of a record, by its External ID. */
function stateOf({
	externalId,
	archivedAt,
}: {
	externalId?: unknown;
	archivedAt: unknown;
}): string {
	return `${String(externalId)} is ${archivedAt === null ? 'in use' : 'archived'}`;
}

describe('a record that was created here and archived by a person', () => {
	let sandbox: Sandbox;

	beforeEach(async () => {
		sandbox = await startSandbox({ seed: 'empty', duplicateExternalId: 'create' });
		addDeal(sandbox);
	});

	afterEach(async () => await sandbox.close());

	const run = async (parameters: object) => {
		const { error } = await runIn(sandbox, { parameters: { ...parameters } });

		expect({ error: error?.message }).toEqual({ error: undefined });
	};

	it.each([
		{ operation: 'create' },
		{ operation: 'upsert' },
		{ operation: 'sync', traitsMode: 'json', traitsJson: {}, dryRun: false },
	])('leaves its External ID to a new instance: $operation', async (parameters) => {
		await run({ ...INSTANCE, operation: 'create' });
		const { instances } = sandbox.state;
		const own = () => [...instances.all()].filter(({ externalId }) => externalId === 'N1');

		archive(sandbox.state, instances, own()[0]);
		await run({ ...INSTANCE, ...parameters });

		expect(own().map(stateOf)).toEqual(['N1 is archived', 'N1 is in use']);
	});

	it('leaves its External ID to a new note', async () => {
		await run(NOTE);
		const { notes } = sandbox.state;

		archive(sandbox.state, notes, [...notes.all()][0]);
		await run(NOTE);

		expect([...notes.all()].map(stateOf)).toEqual(['N1 is archived', 'N1 is in use']);
	});
});
