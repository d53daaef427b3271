import { startSandbox, type Sandbox } from '../sandbox/sandbox.cts';
import type { ServiceCounts, ServiceMessage } from './process.cts';
import { replayAccount, replayAccounts, type Replay } from './replay.cts';
import { tableOf } from './table.cts';

let sandbox: Sandbox;
let replay: Replay;
let startedAt = 0;
let lastAt = 0;
let updatedAt = new Map<string, string>();
const counts = { requests: 0, limited: 0 };
const unitsBySecond: number[] = [];

// Whoever started it is gone.
process.on('disconnect', () => process.exit());

/** The process of `startSandboxProcess`. */
process.on('message', async (message: ServiceMessage) => {
	if (message.start) {
		sandbox = await startSandbox({ ...message.start, record: false, onRequest: count });
		process.send?.(sandbox.url);
	}

	if (message.replayList) {
		replay = await replayAccounts(sandbox, message.replayList);
		process.send?.(replay.url);
	}

	if (message.replayRecord) {
		replay = await replayAccount(sandbox);
		process.send?.(replay.url);
	}

	if (message.table) {
		process.send?.(tableOf(sandbox, message.table));
		updatedAt = new Map(
			[...sandbox.state.accounts.all()].map((account) => [account.id, account.updatedAt]),
		);
	}

	if (message.firstRequestAt) process.send?.(replay.firstRequestAt());

	if (message.counts) {
		const accounts = [...sandbox.state.accounts.all()];
		const externalIds = new Set(accounts.map(({ externalId }) => externalId));

		process.send?.({
			...counts,
			seconds: (lastAt - startedAt) / 1000,
			accounts: accounts.length,
			moved: accounts.filter(hasMoved).length,
			duplicates: accounts.length - externalIds.size,
			unitsBySecond,
		} satisfies ServiceCounts);
	}
});

function hasMoved(account: { id: string; updatedAt: string }): boolean {
	const before = updatedAt.get(account.id);

	return before !== undefined && before !== account.updatedAt;
}

function count({ method, status }: { method: string; status: number | null }): void {
	startedAt ||= Date.now();
	lastAt = Date.now();
	counts.requests++;

	if (status === 429) {
		counts.limited++;

		return;
	}

	const second = Math.floor((Date.now() - startedAt) / 1000);

	unitsBySecond[second] =
		(unitsBySecond[second] ?? 0) + (method === 'GET' ? 1 : sandbox.limits.writeCost);
}
