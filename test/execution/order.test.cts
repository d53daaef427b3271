import { credentialsFor, NODE, runNode } from '../engine/node.cts';
import { addPeople } from '../fixtures/customers.cts';
import { byId } from '../fixtures/locators.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';

const ACCOUNT = '0b0e7a7c-52a5-4c1c-9f5c-0d6d1a2b3c4d';

/** Items that write one record under one name keep their order. */
describe('the order of writes to one record', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty', limits: { budget: 1_000_000 } });
	beforeEach(() => {
		addPeople(sandbox());
	});

	/** An account under an id of the service's form. */
	const add = (id: string, externalId: string) => {
		const [template] = sandbox().state.accounts.all();
		sandbox().state.accounts.insert({ ...template, id, externalId, name: 'Before' });
	};
	const update = {
		resource: 'account',
		operation: 'update',
		accountId: byId('={{ $json.id }}'),
		updateFields: { name: '={{ $json.name }}' },
	};
	const run = async (parameters: Record<string, unknown>, ids: string[]) => {
		const items = ids.map((id, index) => ({ id, name: `Name ${index}` }));
		const outcome = await runNode(
			{ parameters, items },
			{ credentials: credentialsFor(sandbox()) },
		);
		expect(outcome.error).toBeUndefined();
		expect(outcome.items(NODE)).toHaveLength(ids.length);
	};
	const written = () =>
		sandbox()
			.requests.filter(({ method, status }) => method === 'PUT' && status !== null)
			.map(({ body }) => (body as { name: string }).name);

	it.each([
		['Vitally ID', ACCOUNT],
		['External ID', 'acct-1'],
	])('is kept when the first attempt under the %s is reset', async (_title, id) => {
		add(ACCOUNT, 'acct-1');
		sandbox().faults.add({ kind: 'resetBefore', times: 1 });
		await run(update, [id, id, id, id]);
		expect(written()).toEqual(['Name 0', 'Name 1', 'Name 2', 'Name 3']);
		expect(sandbox().state.accounts.get(ACCOUNT)).toMatchObject({ name: 'Name 3' });
	});
});
