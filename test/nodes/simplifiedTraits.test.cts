import { TRAIT_MODELS } from '../../nodes/Vitally/operations/body/traitDefinitions';
import { RECORD_TYPES } from '../../nodes/Vitally/resources/recordTypes';
import { startSandbox, type Sandbox } from '../../sandbox/sandbox.cts';
import { WAYS } from '../contract/endpoints.cts';
import { resourcesOf } from '../engine/declared.cts';
import { credentialsFor, NODE, runNode } from '../engine/node.cts';
import { addAllResources } from '../fixtures/allResources.cts';

/** The records of a kind in the sandbox, whose traits a test may change. */
const STATE: Record<string, keyof Sandbox['state']> = {
	account: 'accounts',
	conversation: 'conversations',
	customObjectInstance: 'instances',
	note: 'notes',
	organization: 'organizations',
	project: 'projects',
	task: 'tasks',
	user: 'users',
};

const withTraits = RECORD_TYPES.filter(({ name }) => TRAIT_MODELS[name] !== undefined);
const reads = withTraits.flatMap(({ name }) => {
	const operations = resourcesOf.vitally.find((one) => one.name === name)?.operations ?? [];
	return operations
		.filter(({ endpoints }) => endpoints[0].startsWith('GET '))
		.filter(({ fields }) => fields.some((field) => field.name === 'output'))
		.map(({ value }) => [name, value] as const);
});

/** In customer success the traits are the data: no filter behind the node may miss them. */
describe('a simplified record contains its traits', () => {
	let sandbox: Sandbox;
	beforeAll(async () => {
		sandbox = await startSandbox({ seed: 'empty' });
		addAllResources(sandbox);
		for (const { name } of withTraits) {
			const records = sandbox.state[STATE[name]] as typeof sandbox.state.accounts;
			for (const record of records.all()) {
				records.change(record, { traits: { plan: 'gold', empty: '' } });
			}
		}
	});
	afterAll(async () => await sandbox.close());

	it('is tested for every kind of record that has traits', () => {
		expect(withTraits.map(({ name }) => name).sort()).toEqual(Object.keys(STATE));
		expect(new Set(reads.map(([name]) => name)).size).toBe(withTraits.length);
	});

	it.each(reads)('%s: %s', async (resource, operation) => {
		const call = WAYS.map((way) => way.call).find(
			({ parameters }) => parameters.resource === resource && parameters.operation === operation,
		);
		const outcome = await runNode(
			{ parameters: { ...call?.parameters, output: 'simplified' } },
			{ credentials: credentialsFor(sandbox) },
		);
		const items = outcome.items(NODE).map(({ json }) => json);
		expect(items.length).toBeGreaterThan(0);
		for (const { traits } of items) expect(traits).toEqual({ plan: 'gold' });
	});
});
