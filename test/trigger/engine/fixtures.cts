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

	/** Requests of a poll five minutes later. */
	async costOf(poll: () => Promise<void>): Promise<number> {
		this.clock.now += 300_000;
		const before = this.sandbox.requests.length;
		await poll();
		return this.sandbox.requests.length - before;
	}
}
