import type { Account } from '../../../sandbox/state/customers.cts';
import { newUser } from '../../../sandbox/state/users.cts';
import { addCustomers } from '../../fixtures/customers.cts';
import { byExternalId } from '../../fixtures/locators.cts';
import { addNpsResponse } from '../../fixtures/npsResponses.cts';
import { row } from '../../fixtures/records.cts';
import { errorsOf, TriggerFixtures } from './fixtures.cts';

/** The two events that accounts, responses and most records have. */
const EVENTS = [{ event: 'Created' }, { event: 'Updated' }];

interface AccountOption {
	option: string;
	parameters: Record<string, unknown>;
	names: string[];
}

const ACCOUNT_OPTIONS: AccountOption[] = [
	{ option: 'Include Churned off', parameters: {}, names: ['in group', 'in none'] },
	{
		option: 'Include Churned on',
		parameters: { options: { includeChurned: true } },
		names: ['churned', 'in group', 'in none'],
	},
	{
		option: 'From: Organization',
		parameters: { scope: 'organization', organizationId: byExternalId('O1') },
		names: ['in group'],
	},
];

const SCORES = [
	// A survey that was dismissed has no score, and is no response.
	{ score: 'any', ids: ['s0', 's6', 's7', 's8', 's9', 's10'] },
	{ score: 'detractor', ids: ['s0', 's6'] },
	{ score: 'passive', ids: ['s7', 's8'] },
	{ score: 'promoter', ids: ['s9', 's10'] },
];

/** Account Created, or Account Updated for any change. */
const accountEvent = (event: string) => ({ triggerOn: `account${event}`, watch: 'anyChange' });

describe('an option of the Vitally Trigger, for records that are created and for those that change', () => {
	const fixtures = new TriggerFixtures();

	const emptied = () => {
		const { state } = fixtures.sandbox;

		for (const table of [state.accounts, state.npsResponses]) {
			for (const record of table.all()) table.remove(record as never);
		}

		addCustomers(fixtures.sandbox);

		return state;
	};

	/** The accounts of which some are churned, and some are in an organization; they change after the activation. */
	const addOrChangeAccounts = (event: string, when: 'before' | 'after') => {
		const kinds: Array<Partial<Account> & { name: string }> = [
			{ name: 'churned', traits: { churnedAt: '2026-01-01T00:00:00.000Z' }, organizationId: null },
			{ name: 'in group', traits: {}, organizationId: 'org-1' },
			{ name: 'in none', traits: {}, organizationId: null },
		];
		const isCreation = event === 'Created' ? when === 'after' : when === 'before';
		if (event === 'Created' && when === 'before') return;

		for (const { name, ...fields } of kinds) {
			const known = fixtures.sandbox.state.accounts.byExternalId(name);
			const account = isCreation ? fixtures.createAccount(name) : known;

			if (account) fixtures.change(account, fields);
		}
	};

	describe.each(EVENTS)('Account $event', ({ event }) => {
		it.each(ACCOUNT_OPTIONS)(
			'emits the right accounts with $option',
			async ({ parameters, names }) => {
				emptied();
				addOrChangeAccounts(event, 'before');
				const node = await fixtures.activate({ ...accountEvent(event), ...parameters });

				addOrChangeAccounts(event, 'after');
				await node.tick();

				expect({ errors: errorsOf(node), emitted: node.items.map(({ name }) => name) }).toEqual({
					errors: [],
					emitted: names,
				});
			},
		);

		it('a First Run of two emits the two newest accounts', async () => {
			emptied();
			for (const name of ['first', 'second', 'third']) fixtures.createAccount(name);

			const node = await fixtures.activate({
				...accountEvent(event),
				options: { firstRun: 'newest', firstRunLimit: 2 },
			});

			expect({ emitted: node.items.map(({ name }) => name) }).toEqual({
				emitted: ['second', 'third'],
			});
		});

		it('a First Run without a limit emits the ten newest accounts', async () => {
			emptied();
			for (let n = 0; n < 12; n++) fixtures.createAccount(`account ${n}`);

			const node = await fixtures.activate({
				...accountEvent(event),
				options: { firstRun: 'newest' },
			});

			expect({ emitted: node.items.length, first: node.items[0]?.name }).toEqual({
				emitted: 10,
				first: 'account 2',
			});
		});

		it('the next poll emits what a poll of one page has left', async () => {
			emptied();
			const accounts = Array.from({ length: 150 }, (_, n) => fixtures.createAccount(`old ${n}`));
			const node = await fixtures.activate({
				...accountEvent(event),
				options: { maxPages: 1 },
			});

			for (const [n, account] of accounts.entries()) {
				if (event === 'Created') fixtures.createAccount(`new ${n}`);
				else fixtures.change(account, { name: `new ${n}` });
			}

			await node.tick();
			const emittedFirst = node.items.length;

			await node.tick();
			await node.tick();

			const names = node.items.map(({ name }) => name);

			expect({ emittedFirst, emitted: names.length, distinct: new Set(names).size }).toEqual({
				emittedFirst: 100,
				emitted: 150,
				distinct: 150,
			});
		});
	});

	describe.each(EVENTS)('NPS Response $event', ({ event }) => {
		const add = (id: string, score: number | null) => {
			fixtures.clock.now += 1000;
			const now = fixtures.sandbox.state.now();
			const times = { createdAt: now, updatedAt: now, respondedAt: now };

			return addNpsResponse(fixtures.sandbox, id, { ...times, score });
		};

		it.each(SCORES)('emits the responses of Score: $score', async ({ score, ids }) => {
			const { users, npsResponses } = emptied();

			users.insert({ ...newUser(row('user-1'), 'U1'), accountIds: ['acc-1'] });
			const scores = { none: null, s0: 0, s6: 6, s7: 7, s8: 8, s9: 9, s10: 10 };

			if (event === 'Updated') for (const id of Object.keys(scores)) add(id, 5);

			const node = await fixtures.activate({
				triggerOn: `npsResponse${event}`,
				watch: 'anyChange',
				score,
			});

			for (const [id, value] of Object.entries(scores)) {
				if (event === 'Created') add(id, value);

				const known = npsResponses.get(id);

				if (event === 'Updated' && known) {
					fixtures.clock.now += 1000;
					npsResponses.change(known, {
						score: value,
						updatedAt: fixtures.sandbox.state.now(),
					});
				}
			}

			await node.tick();

			expect({ errors: errorsOf(node), emitted: node.items.map(({ id }) => id) }).toEqual({
				errors: [],
				emitted: ids,
			});
		});
	});
});
