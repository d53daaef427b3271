import type { IDataObject } from 'n8n-workflow';

import { linesOf } from '../engine/itemLines.cts';
import { runIn, type NodeRun } from '../engine/node.cts';
import { vitallyId } from '../fixtures/records.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';
import { withUsers } from '../fixtures/users.cts';
import { bodiesOf } from '../nodes/account/syncCases.cts';

interface TwoNames {
	way: string;
	parameters: NodeRun['parameters'];
	/** Two names of one user, and a name of another one. */
	names: [string, string];
	another: string;
	/** The External ID of the first one. */
	externalId: string;
	/** The reason why two rows fail that name the first user in two ways. */
	contradiction: string;
}

const WAYS: TwoNames[] = [
	{
		way: 'email addresses in other letters',
		parameters: { matchBy: 'email', matchEmail: '={{ $json.key }}' },
		externalId: 'u1',
		names: ['u1@customer.example', ' U1@Customer.Example'],
		another: 'u2@customer.example',
		contradiction:
			'Rows 1 and 3 have the email address "u1@customer.example" and different values for \'Name\'',
	},
	{
		way: 'Vitally IDs in other letters',
		parameters: { matchBy: 'id', vitallyId: '={{ $json.key }}' },
		externalId: 'letters',
		names: [vitallyId('u_1'), vitallyId('u_1').toUpperCase()],
		another: vitallyId('u2'),
		contradiction: `Rows 1 and 3 have the Vitally ID "${vitallyId('u_1')}" and different values for 'Name'`,
	},
];

describe('two rows that name one user in two ways', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty' });

	beforeEach(() => {
		withUsers('u1', 'u2')(sandbox());
		const { users } = sandbox().state;
		const [user] = users.all();

		// An ID with letters, which can be in two cases.
		users.insert({ ...user, id: vitallyId('u_1'), externalId: 'letters', email: null });
	});

	const run = async (parameters: NodeRun['parameters'], items: IDataObject[]) => {
		const outcome = await runIn(sandbox(), {
			parameters: {
				resource: 'user',
				operation: 'sync',
				name: '={{ $json.name ?? "" }}',
				traitsMode: 'json',
				traitsJson: '={{ $json.traits ?? {} }}',
				dryRun: false,
				syncOutput: 'each',
				...parameters,
			},
			items,
		});

		expect({ error: outcome.error?.message }).toEqual({ error: undefined });

		return linesOf(outcome);
	};

	it.each(WAYS)('change it in one request: $way', async (way) => {
		const { parameters, names, another, externalId } = way;
		const [first, second] = names;
		const lines = await run(parameters, [
			{ key: first, name: 'New' },
			{ key: another, name: 'Another' },
			{ key: second, traits: { plan: 'gold' } },
		]);

		expect(lines).toEqual([
			`row 1, ${externalId}: updated`,
			'row 2, u2: updated',
			`row 3, ${externalId}: updated`,
		]);
		expect({ written: bodiesOf(sandbox()) }).toEqual({
			written: [{ name: 'New', traits: { plan: 'gold' } }, { name: 'Another' }],
		});
	});

	it.each(WAYS)(
		'fail where they contradict each other, and no other row does: $way',
		async ({ parameters, names, another, externalId, contradiction }) => {
			const [first, second] = names;
			const lines = await run(parameters, [
				{ key: first, name: 'New' },
				{ key: another, name: 'Another' },
				{ key: second, name: 'Newer' },
			]);

			expect(lines).toEqual([
				`row 1, ${externalId}: failed, ${contradiction}`,
				'row 2, u2: updated',
				`row 3, ${externalId}: failed, ${contradiction}`,
			]);
			expect({ written: bodiesOf(sandbox()) }).toEqual({ written: [{ name: 'Another' }] });
		},
	);
});

describe('two rows that name two users almost alike', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty' });

	it('change each in its own request where the External IDs differ in letters alone', async () => {
		withUsers('u1', 'U1')(sandbox());
		const items = ['u1', 'U1'].map((key) => ({ key, name: `New ${key}` }));
		const outcome = await runIn(sandbox(), {
			parameters: {
				resource: 'user',
				operation: 'sync',
				externalId: '={{ $json.key }}',
				name: '={{ $json.name }}',
				traitsMode: 'fields',
				dryRun: false,
				syncOutput: 'each',
			},
			items,
		});

		expect(linesOf(outcome)).toEqual(['row 1, u1: updated', 'row 2, U1: updated']);
		expect({ written: bodiesOf(sandbox()) }).toEqual({
			written: [{ name: 'New u1' }, { name: 'New U1' }],
		});
	});
});
