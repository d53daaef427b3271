import type { IDataObject } from 'n8n-workflow';

import { KeptStates, type KeptState } from './keptStates';
import { digest } from './scan/detectors/fieldDetector';
import type { FeedState } from './scan/types';

/**
 * The pending state of each node. With its durable scheduler, n8n drops the state of the poll at activation when
 * that poll had no event; the first scheduled poll would start again and skip what changed in between. So the
 * process keeps it until n8n returns a state that can be continued, or others need the space.
 */
const pendingStates = new KeptStates();

/**
 * The last state of each node by its ID. n8n's default scheduler keeps the state under the node's name, so a node that
 * was renamed has none.
 */
const lastStates = new KeptStates();

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

/**
 * The state that follows the one in the static data, where another poll had emitted it already. Only the default
 * scheduler goes on with the same static data, for example after two activations at once.
 */
const overtakenStates = new WeakMap<IDataObject, string>();

/** How long n8n may take to store events with their state. A state that it still has after that was not replaced. */
const STORING_MS = 30_000;

/** Counts the polls of this process. */
let polls = 0;

/** A trigger node. */
export interface TriggerNode {
	/** Unique among all workflows; n8n may have two nodes with one ID in a workflow. */
	id: string;
	name: string;
}

/** The state of one trigger node between two polls, as JSON text in the node's static data; one for each poll. */
export class StateStore {
	private readonly poll = ++polls;
	private readonly startedMs = performance.now();
	/** The node under its name. */
	private readonly key: string;
	/** Whether n8n has stored a state that this poll continues. */
	private isStored = false;

	/**
	 * @param options.isShared whether earlier polls had the same static data, so that none runs beside this one
	 */
	constructor(
		private readonly node: TriggerNode,
		private readonly staticData: IDataObject,
		private readonly options: { isShared: boolean } = { isShared: false },
	) {
		this.key = keyOf(node);
	}

	/**
	 * @param canContinue whether a state is one of the current settings
	 * @returns the state that n8n stored, or one that only this process has, as n8n dropped it or the node was renamed;
	 * `undefined` at the first poll, a string when it is not JSON
	 */
	read(canContinue: (state: unknown) => boolean): unknown {
		const stored = parseState(overtakenStates.get(this.staticData) ?? this.text);

		this.isStored = canContinue(stored);

		if (this.isStored) {
			pendingStates.delete(this.key);

			return stored;
		}

		const pending = parseState(pendingStates.get(this.key)?.text ?? this.takeTextBeforeRename());

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
			const last = lastStates.get(this.node.id);
			if (last) overtakenStates.set(this.staticData, last.text);

			return false;
		}

		const text = JSON.stringify(state);
		const kept: KeptState = { text, poll: this.poll, name: this.node.name };
		if (!this.isStored && !hasEvents) pendingStates.keep(this.key, kept);

		lastStates.keep(this.node.id, kept);
		overtakenStates.delete(this.staticData);
		if (text !== this.text) this.staticData.feed = text;

		return true;
	}

	/** Whether the poll adds nothing. If it is not, and has events, other polls are from now on. */
	private isSuperseded(state: Partial<FeedState>, found: 'events' | 'none'): boolean {
		const { startedMs, key } = this;
		const all = emissions.get(key) ?? [];
		const recent = all.filter(({ atMs }) => startedMs < atMs + STORING_MS);
		if (found === 'none' && recent.length === 0) return false;

		const { stream } = state;
		const before = digest(String(this.text));
		const isSuperseded = recent.some(
			(other) => other.stream === stream && (startedMs < other.atMs || other.before === before),
		);
		if (found === 'none' || isSuperseded) return isSuperseded;

		emissions.set(key, [...recent, { stream, before, atMs: performance.now() }]);

		return false;
	}

	/** Takes the state that the node had under its earlier name, if n8n has none under this one. */
	private takeTextBeforeRename(): string | undefined {
		const { id, name } = this.node;
		const last = lastStates.get(id);
		if (this.text !== undefined || last === undefined || last.name === name) return undefined;

		// An old state by the time that the node gets its earlier name again.
		pendingStates.delete(keyOf({ id, name: last.name }));

		return last.text;
	}

	private get text(): string | undefined {
		const { feed } = this.staticData;

		return feed === undefined || feed === null ? undefined : String(feed);
	}
}

function keyOf({ id, name }: TriggerNode): string {
	return JSON.stringify([id, name]);
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
