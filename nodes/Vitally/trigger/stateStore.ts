import type { IDataObject } from 'n8n-workflow';

/**
 * States by node that n8n may not have stored. With its durable scheduler, n8n drops the state of the poll at
 * activation when that poll had no event; the first scheduled poll would start again and skip what changed
 * in between. So the process keeps it until n8n returns a state, or others need the space.
 */
const pendingStates = new Map<string, string>();

/** Characters of all pending states together. */
const MAX_PENDING_SIZE = 20_000_000;

function keepPending(node: string, text: string): void {
	pendingStates.delete(node);
	pendingStates.set(node, text);
	let size = [...pendingStates.values()].reduce((sum, { length }) => sum + length, 0);
	for (const [oldest, { length }] of pendingStates) {
		if (size <= MAX_PENDING_SIZE) return;
		pendingStates.delete(oldest);
		size -= length;
	}
}

/** The state of one trigger node between two polls, as JSON text in the node's static data. */
export class StateStore {
	/**
	 * @param node ID of the node, unique among all workflows
	 * @param isActivated the workflow was just activated: without a stored state the trigger starts from now,
	 * and the state of an earlier activation is ignored
	 */
	constructor(
		private readonly node: string,
		private readonly staticData: IDataObject,
		private readonly isActivated: boolean,
	) {}

	/** The stored state; `undefined` at the first poll, a string when it is not JSON. */
	get state(): unknown {
		const text = this.text ?? (this.isActivated ? undefined : pendingStates.get(this.node));
		if (text === undefined) return undefined;
		try {
			return (JSON.parse(text) as unknown) ?? text;
		} catch {
			return text;
		}
	}

	/**
	 * Call this once, at the end of a poll. The state is stored as one string, because n8n observes nested
	 * objects.
	 *
	 * @param hasEvents the state is valid only if n8n accepts the events, so the process does not keep it
	 */
	save(state: object, hasEvents: boolean): void {
		const { text } = this;
		const next = JSON.stringify(state);
		const isOver = text !== undefined || this.isActivated;
		if (isOver) pendingStates.delete(this.node);
		if (text === undefined && !hasEvents) keepPending(this.node, next);
		if (next !== text) this.staticData.feed = next;
	}

	private get text(): string | undefined {
		const { feed } = this.staticData;
		return feed === undefined || feed === null ? undefined : String(feed);
	}
}
