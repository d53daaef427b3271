import type { IDataObject } from 'n8n-workflow';

import { digest } from './scan/detectors/fieldDetector';
import type { FeedState } from './scan/types';

/** Maximum characters of all pending states together. */
const MAX_PENDING_SIZE = 20_000_000;

/** A state that n8n may not have stored, and the poll that found it: later polls have higher numbers. */
interface PendingState {
	text: string;
	poll: number;
}

/**
 * The pending state of each node. With its durable scheduler, n8n drops the state of the poll at activation when
 * that poll had no event; the first scheduled poll would start again and skip what changed in between. So the
 * process keeps it until n8n returns a state that can be continued, or others need the space.
 */
const pendingStates = new Map<string, PendingState>();

/** Events that n8n got from a poll. */
interface Emission {
	stream?: string;
	/** Digest of the state that the poll continued. */
	before: string;
	atMs: number;
}

/**
 * The recent emissions by node. n8n's durable scheduler runs polls of a node at the same time, such as those that
 * are due together after a standstill, and accepts what each of them returns, even from the same state.
 */
const emissions = new Map<string, Emission[]>();

/** How long n8n may take to store events with their state. A state that it still has after that was not replaced. */
const STORING_MS = 30_000;

/** Counts the polls of this process. */
let polls = 0;

/** The state of one trigger node between two polls, as JSON text in the node's static data; one for each poll. */
export class StateStore {
	private readonly poll = ++polls;
	private readonly startedMs = performance.now();
	/** Whether n8n has stored a state that this poll continues. */
	private isStored = false;

	/**
	 * @param node ID of the node, unique among all workflows
	 * @param options.isShared whether earlier polls had the same static data, so that none runs beside this one
	 */
	constructor(
		private readonly node: string,
		private readonly staticData: IDataObject,
		private readonly options: { isShared: boolean } = { isShared: false },
	) {}

	/**
	 * @param canContinue whether a state is one of the current settings
	 * @returns the state that n8n stored, or the one that only this process has; `undefined` at the first poll, a
	 * string when it is not JSON
	 */
	read(canContinue: (state: unknown) => boolean): unknown {
		const stored = parseState(this.text);

		this.isStored = canContinue(stored);

		if (this.isStored) {
			pendingStates.delete(this.node);

			return stored;
		}

		const pending = parseState(pendingStates.get(this.node)?.text);

		return canContinue(pending) ? pending : stored;
	}

	/**
	 * Call this once, at the end of a poll. The state is stored as one string, because n8n observes nested
	 * objects.
	 *
	 * @param hasEvents the state is valid only if n8n accepts the events, so the process does not keep it
	 * @returns false when another poll has just emitted what follows this state: this one adds nothing
	 */
	save(state: object, { hasEvents }: { hasEvents: boolean }): boolean {
		if (!this.options.isShared && this.isSuperseded(state, hasEvents ? 'events' : 'none')) {
			return false;
		}

		const text = JSON.stringify(state);
		if (!this.isStored && !hasEvents) keepPending(this.node, { text, poll: this.poll });
		if (text !== this.text) this.staticData.feed = text;

		return true;
	}

	/** Whether the poll adds nothing. If it is not, and has events, other polls are from now on. */
	private isSuperseded(state: Partial<FeedState>, found: 'events' | 'none'): boolean {
		const { startedMs, node } = this;
		const all = emissions.get(node) ?? [];
		const recent = all.filter(({ atMs }) => startedMs < atMs + STORING_MS);
		if (found === 'none' && recent.length === 0) return false;

		const { stream } = state;
		const before = digest(String(this.text));
		const isSuperseded = recent.some(
			(other) => other.stream === stream && (startedMs < other.atMs || other.before === before),
		);
		if (found === 'none' || isSuperseded) return isSuperseded;

		emissions.set(node, [...recent, { stream, before, atMs: performance.now() }]);

		return false;
	}

	private get text(): string | undefined {
		const { feed } = this.staticData;

		return feed === undefined || feed === null ? undefined : String(feed);
	}
}

/** Keeps a state in the process; the oldest ones go when all need too much space. */
function keepPending(node: string, pending: PendingState): void {
	// A poll with earlier settings may end after the activation.
	if ((pendingStates.get(node)?.poll ?? 0) > pending.poll) return;

	pendingStates.delete(node);
	pendingStates.set(node, pending);
	let size = [...pendingStates.values()].reduce((sum, { text }) => sum + text.length, 0);

	for (const [oldest, { text }] of pendingStates) {
		if (size <= MAX_PENDING_SIZE) return;

		pendingStates.delete(oldest);
		size -= text.length;
	}
}

/** @returns the text itself when it is not JSON */
function parseState(text: string | undefined): unknown {
	if (text === undefined) return undefined;

	try {
		return (JSON.parse(text) as unknown) ?? text;
	} catch {
		return text;
	}
}
