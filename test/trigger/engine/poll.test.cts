import type { ShownRecord } from '../../../sandbox/faultyAnswer.cts';
import { updateAccount } from '../../../sandbox/state/accounts.cts';
import { credentialsFor } from '../../engine/node.cts';
import { atMost } from '../../fixtures/bounds.cts';
import { ANY_CHANGE, countsOf, namesOf, TriggerFixtures } from './fixtures.cts';

describe('Vitally Trigger', () => {
	const fixtures = new TriggerFixtures();

	it.each([0, 100, 101])(
		'sends at most ceil(k / 100) + 1 requests for %d changes',
		async (changes) => {
			const node = fixtures.open(ANY_CHANGE);

			const requestsAtStart = await fixtures.costOf(async () => await node.activate());

			expect(fixtures.sandbox.requests[0].query).toEqual({ limit: '100', sortBy: 'updatedAt' });

			fixtures.touch(changes);
			const requests = await fixtures.costOf(async () => await node.tick());

			// Until the lookback window is over, a burst is read once more.
			await fixtures.costOf(async () => await node.tick());
			const requestsWhenIdle = await fixtures.costOf(async () => await node.tick());

			expect({ requestsAtStart, requests, requestsWhenIdle }).toEqual({
				requestsAtStart: 1,
				requests: atMost(Math.ceil(changes / 100) + 1),
				requestsWhenIdle: 1,
			});
			expect({ executions: node.executions.length, ...countsOf(node) }).toEqual({
				executions: changes ? 1 : 0,
				emitted: changes,
				distinct: changes,
			});
			expect(fixtures.sandbox.contractErrors()).toEqual([]);
		},
	);

	it('reads at most 20 pages in a poll by default', async () => {
		const node = await fixtures.activate({ triggerOn: 'accountCreated' });

		for (let index = 0; index < 2_001; index++) fixtures.createAccount(`new ${index}`);
		await node.tick();

		expect({ emitted: node.items.length }).toEqual({ emitted: 2_000 });
	});

	it('emits the newest records at the first activation only if asked for', async () => {
		const options = { firstRun: 'newest', firstRunLimit: 3 };
		const node = await fixtures.activate({ triggerOn: 'noteCreated', options });

		const atActivation = node.items.length;

		await node.restart();
		await node.tick();

		expect({ atActivation, afterRestart: node.items.length }).toEqual({
			atActivation: 3,
			afterRestart: 3,
		});
	});

	it('emits a change that Vitally shows 119 seconds late', async () => {
		const node = await fixtures.activate(ANY_CHANGE);
		const [late, other] = fixtures.activeAccounts;
		const as = (record: ShownRecord) => (record.id === late.id ? undefined : record);

		fixtures.change(late, { name: 'Late' });
		fixtures.clock.now += 118_000;
		fixtures.change(other, { name: 'Other' });
		fixtures.sandbox.faults.add({ kind: 'shown', as });
		await node.tick();
		fixtures.sandbox.faults.clear();
		await node.tick();

		expect({ names: node.items.map(({ name }) => name) }).toEqual({ names: ['Other', 'Late'] });
	});

	it('uses our own clock where there is no Date header', async () => {
		fixtures.sandbox.faults.add({ kind: 'noDate' });
		fixtures.clock.now = Date.now() - 60_000;
		fixtures.touch(1);
		const node = await fixtures.activate(ANY_CHANGE);

		const changed = fixtures.touch(2);

		await node.tick();

		expect({ emitted: namesOf(node) }).toEqual({ emitted: changed });
		expect({ requests: fixtures.sandbox.requests.length }).toEqual({ requests: 2 });
	});

	it.each([
		{ name: 'with', subdomain: 'acme', host: 'https://acme.vitally.io' },
		{ name: 'without', subdomain: '', host: undefined },
	])('links an account to its page $name the subdomain in the credential', async (linkCase) => {
		const { subdomain, host } = linkCase;
		const credentials = credentialsFor(fixtures.sandbox, { subdomain });
		const node = await fixtures.activate(ANY_CHANGE, { credentials });
		const { id } = fixtures.account;

		fixtures.touch(1);
		await node.tick();

		expect({ urls: node.items.map(({ url }) => url) }).toEqual({
			urls: [host && `${host}/accounts/${id}`],
		});
	});

	it('leaves out churned accounts unless they are included', async () => {
		const [churned] = fixtures.accounts.filter(({ traits }) => traits.churnedAt);
		const without = fixtures.open(ANY_CHANGE);
		const including = fixtures.open({ ...ANY_CHANGE, options: { includeChurned: true } });

		for (const node of [without, including]) await node.activate();
		fixtures.clock.now += 1000;
		updateAccount(fixtures.sandbox.state, churned, { name: 'Gone' });
		for (const node of [without, including]) await node.tick();

		expect({ without: namesOf(without), including: namesOf(including) }).toEqual({
			without: [],
			including: ['Gone'],
		});
	});
});
