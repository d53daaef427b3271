import type { Sandbox } from '../../../sandbox/sandbox.cts';
import { scrollList } from '../../engine/listSearch.cts';
import { describeOperation } from '../../engine/operationCases.cts';
import { addConversation } from '../../fixtures/conversations.cts';
import { addCustomers, addPeople } from '../../fixtures/customers.cts';
import { sandboxOfSuite } from '../../fixtures/sandboxOfSuite.cts';
import { defineTrait } from '../../fixtures/traitDefinitions.cts';

/** A word as macOS writes it, `e` with a combining accent, and as others do. */
const DECOMPOSED = 'Café'.normalize('NFD');
const COMPOSED = 'Café'.normalize('NFC');

/** Adds an account whose name, segment and trait are decomposed, and another account. */
function addCafe(sandbox: Sandbox): void {
	addCustomers(sandbox);
	Object.assign(sandbox.state.accounts.get('acc-1') as object, {
		name: `${DECOMPOSED} Berlin`,
		segments: [{ id: 'seg-1', name: DECOMPOSED }],
		traits: { kind: DECOMPOSED },
	});
}

describeOperation(
	'account: getAll',
	[
		{ filter: 'Name Contains', filters: { nameContains: COMPOSED } },
		{ filter: 'Segment', filters: { segment: COMPOSED } },
		{ filter: 'Trait', filters: { trait: { condition: [{ key: 'kind', value: COMPOSED }] } } },
	].map(({ filter, filters }) => ({
		name: `finds a value in another form of Unicode with the filter ${filter}`,
		given: addCafe,
		parameters: { returnAll: true, filters },
		returns: [{ name: `${DECOMPOSED} Berlin` }],
	})),
);

describeOperation('conversation: getAll', [
	{
		name: 'finds a source in another form of Unicode',
		given: (sandbox) => {
			addPeople(sandbox);
			addConversation(sandbox, 'c-1', { source: DECOMPOSED });
		},
		parameters: { returnAll: true, filters: { source: COMPOSED } },
		returns: [{ id: 'c-1' }],
	},
]);

describe('pick-lists', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty' });

	it('finds the name of a record in another form of Unicode', async () => {
		addCafe(sandbox());

		const found = await scrollList(sandbox(), 'searchAccounts', { filter: COMPOSED });

		expect(found.map(({ name }) => name)).toEqual([`${DECOMPOSED} Berlin (A1)`]);
	});

	it('finds the label of a trait in another form of Unicode', async () => {
		defineTrait(sandbox(), 'kind', { label: DECOMPOSED });

		const parameters = { resource: 'account' };
		const found = await scrollList(sandbox(), 'searchTraits', { filter: COMPOSED, parameters });

		expect(found.map(({ value }) => value)).toEqual(['kind']);
	});
});
