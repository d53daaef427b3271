import type { Sandbox, SandboxOptions } from '../../../sandbox/sandbox.cts';
import { createAccount, updateAccount } from '../../../sandbox/state/accounts.cts';
import type { Account } from '../../../sandbox/state/customers.cts';
import { credentialsFor } from '../../engine/node.cts';
import { PolledNode, type PolledNodeOptions } from '../../engine/poll.cts';
import { sandboxOfSuite } from '../../fixtures/sandboxOfSuite.cts';

export const ANY_CHANGE = { triggerOn: 'accountUpdated', watch: 'anyChange' };

/** The IDs of the records that a trigger has emitted. */
export function idsOf({ items }: PolledNode): unknown[] {
	return items.map(({ id }) => id);
}

/** What a person knows a record by. */
export function nameOf(record: object): unknown {
	const { name, subject, id } = record as Record<string, unknown>;

	return name ?? subject ?? id;
}

/** The names of the records that a trigger has emitted. */
export function namesOf({ items }: PolledNode): unknown[] {
	return items.map(nameOf);
}

/** How many items a trigger has emitted, and of how many records. */
export function countsOf(node: PolledNode): { emitted: number; distinct: number } {
	return { emitted: node.items.length, distinct: new Set(idsOf(node)).size };
}

/** The messages of the errors in which polls ended. */
export function errorsOf({ errors }: PolledNode): string[] {
	return errors.map(({ message }) => message);
}

/** Returns the message of the error with which an activation ends, or undefined without one. */
export async function activationErrorOf(node: PolledNode): Promise<string | undefined> {
	try {
		await node.activate();

		return undefined;
	} catch (error) {
		return (error as Error).message;
	}
}

/** A sandbox whose clock a test moves, with trigger nodes on it. */
export class TriggerFixtures {
	readonly clock = { now: 0 };
	private triggers = 0;
	private readonly started: () => Sandbox;

	/** Starts a fresh sandbox for every test of the `describe` around it. */
	constructor(options: Pick<SandboxOptions, 'seed'> = {}) {
		beforeEach(() => {
			this.clock.now = Date.UTC(2026, 10, 20);
		});
		this.started = sandboxOfSuite({ now: () => this.clock.now, ...options });
		afterEach(() => jest.restoreAllMocks());
	}

	get sandbox(): Sandbox {
		return this.started();
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

	async activate(...parameters: Parameters<TriggerFixtures['open']>): Promise<PolledNode> {
		const node = this.open(...parameters);
		const error = await activationErrorOf(node);
		if (error === undefined) return node;

		throw new Error(
			`The trigger should be active with ${JSON.stringify(node.parameters)}, but ended in the error: ${error}`,
		);
	}

	get accounts(): Account[] {
		return [...this.sandbox.state.accounts.all()];
	}

	get activeAccounts(): Account[] {
		return this.accounts.filter(({ traits }) => !traits.churnedAt);
	}

	/** An active account. */
	get account(): Account {
		return this.activeAccounts[0];
	}

	/** Creates an account a second later. */
	createAccount(name: string): Account {
		this.clock.now += 1000;

		return createAccount(this.sandbox.state, { externalId: name, name }, 'reject');
	}

	/** Changes an account a second later. */
	change(account: Account, fields: Partial<Account>): Account {
		this.clock.now += 1000;
		const { state } = this.sandbox;

		return state.accounts.change(account, { ...fields, updatedAt: state.now() });
	}

	/**
	 * Changes so many accounts, one after the other.
	 *
	 * @returns their names from then on, in the order of the changes
	 */
	touch(count: number): string[] {
		const accounts = this.activeAccounts.slice(0, count);

		return accounts.map((account) => {
			const name = `${account.name} renewed`;

			this.clock.now += 1;
			updateAccount(this.sandbox.state, account, { name });

			return name;
		});
	}

	/** The next request waits in the service until it is released. */
	holdNext(): { hasArrived: Promise<void>; release: () => void } {
		let arrive = () => {};
		let release = () => {};
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
