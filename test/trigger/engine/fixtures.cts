import { startSandbox, type Sandbox } from '../../../sandbox/sandbox.cts';
import type { Account } from '../../../sandbox/state/customers.cts';
import { updateAccount } from '../../../sandbox/state/accounts.cts';
import { credentialsFor } from '../../engine/node.cts';
import { PolledNode, type PolledNodeOptions } from '../../engine/poll.cts';

/** A sandbox whose clock a test moves, with trigger nodes on it. */
export class TriggerFixtures {
	readonly clock = { now: 0 };
	private triggers = 0;
	private started: Sandbox | undefined;

	/** To be called in a `describe`: a fresh sandbox for every test of it. */
	static forEachTest(): TriggerFixtures {
		const fixtures = new TriggerFixtures();
		beforeAll(async () => {
			fixtures.started = await startSandbox({ now: () => fixtures.clock.now });
		});
		beforeEach(() => {
			fixtures.clock.now = Date.UTC(2026, 10, 20);
			fixtures.sandbox.reset();
		});
		afterEach(() => jest.restoreAllMocks());
		afterAll(async () => await fixtures.sandbox.close());
		return fixtures;
	}

	get sandbox(): Sandbox {
		if (!this.started) throw new Error('The sandbox starts with the first test');
		return this.started;
	}

	/** A trigger node in a new workflow. */
	open(parameters: Record<string, unknown>, options: Partial<PolledNodeOptions> = {}): PolledNode {
		return new PolledNode({
			parameters,
			credentials: credentialsFor(this.sandbox),
			workflow: `workflow ${this.triggers++}`,
			...options,
		});
	}

	get accounts(): Account[] {
		return [...this.sandbox.state.accounts.all()];
	}

	get activeAccounts(): Account[] {
		return this.accounts.filter(({ traits }) => !traits.churnedAt);
	}

	/** Changes so many accounts, one after the other. */
	touch(count: number): void {
		for (const account of this.activeAccounts.slice(0, count)) {
			this.clock.now += 1;
			updateAccount(this.sandbox.state, account, { name: `${account.name} renewed` });
		}
	}

	/** The next request waits in the service until it is released. */
	holdNext(): { hasArrived: Promise<void>; release: () => void } {
		let [arrive, release] = [() => {}, () => {}];
		const hasArrived = new Promise<void>((resolve) => (arrive = resolve));
		const until = new Promise<void>((resolve) => (release = resolve));
		const matches = () => {
			arrive();
			return true;
		};
		this.sandbox.faults.add({ kind: 'hold', until, on: { matches }, times: 1 });
		return { hasArrived, release: () => release() };
	}

	/** The process's clock goes on by so much with each request, beside the time that the test takes. */
	passWithEachRequest(ms: number): void {
		const now = performance.now.bind(performance);
		let passedMs = 0;
		jest.spyOn(performance, 'now').mockImplementation(() => now() + passedMs);
		const matches = () => {
			passedMs += ms;
			return false;
		};
		this.sandbox.faults.add({ kind: 'delay', ms: 0, on: { matches } });
	}

	/** Requests of a poll five minutes later. */
	async costOf(poll: () => Promise<void>): Promise<number> {
		this.clock.now += 300_000;
		const before = this.sandbox.requests.length;
		await poll();
		return this.sandbox.requests.length - before;
	}
}
