import type { IDataObject } from 'n8n-workflow';

import { NODE, runIn } from '../engine/node.cts';
import { addTeammate } from '../fixtures/customers.cts';
import { byEmail } from '../fixtures/locators.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';
import { withUsers } from '../fixtures/users.cts';

const IN_LOWER_CASE = 'u1@customer.example';
const IN_CAPITALS = 'U1@Customer.example';

const change = { name: 'New' };

/** Each way to a person by an email address, which returns an item if it finds the person. */
const WAYS = [
	{
		way: 'a search of users',
		result: 'found',
		parameters: {
			resource: 'user',
			operation: 'search',
			searchBy: 'email',
			searchValue: IN_CAPITALS,
		},
	},
	{
		way: 'a locator',
		result: 'found',
		parameters: {
			resource: 'user',
			operation: 'update',
			userId: byEmail(IN_CAPITALS),
			updateFields: change,
		},
	},
	{
		way: 'a row of Sync',
		result: 'wouldUpdate',
		parameters: {
			resource: 'user',
			operation: 'sync',
			matchBy: 'email',
			matchEmail: IN_CAPITALS,
			traitsMode: 'fields',
			...change,
		},
	},
	{
		way: 'a teammate',
		result: 'found',
		parameters: { resource: 'admin', operation: 'get', email: IN_CAPITALS },
	},
];

/** It is not documented whether the service's search is case-sensitive. */
describe('an email address in capitals', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty' });

	/** Adds a person, whom the search finds by one spelling alone. */
	const addPerson = ({ email, foundBy }: { email: string; foundBy: string }) => {
		withUsers('u1')(sandbox());
		addTeammate(sandbox(), 'admin-1', 'Support Lead', email);

		const [user] = sandbox().state.users.all();

		sandbox().state.users.change(user, { email });
		sandbox().faults.add({
			kind: 'status',
			status: 200,
			body: { results: [] },
			on: { path: /\/search$/, matches: ({ query }) => query.email !== foundBy },
		});
	};

	/** Returns the result of a row, or whether there is an item. */
	const resultOf = async (parameters: IDataObject) => {
		const outcome = await runIn(sandbox(), { parameters });
		const items = outcome.items(NODE);
		if (outcome.error || items.length === 0) return outcome.error?.message ?? 'nobody';

		return items[0].json.result ?? 'found';
	};

	it.each(WAYS)('finds, by $way, the person whom Vitally has in lower case', async (row) => {
		addPerson({ email: IN_LOWER_CASE, foundBy: IN_LOWER_CASE });

		expect(await resultOf(row.parameters)).toBe(row.result);
	});

	it.each(WAYS)('finds, by $way, the person whom Vitally has in the same capitals', async (row) => {
		addPerson({ email: IN_CAPITALS, foundBy: IN_CAPITALS });

		expect(await resultOf(row.parameters)).toBe(row.result);
	});
});
