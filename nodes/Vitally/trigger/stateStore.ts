import type { IDataObject } from 'n8n-workflow';

/** The longest of n8n's Poll Times is a month. */
const MAX_AGE_MS = 32 * 86_400_000;

/** Characters of all states together. */
const MAX_SIZE = 20_000_000;

/**
 * States that n8n may not have kept. With its durable scheduler, n8n drops what the poll at activation
 * stored when that poll had no event; the first scheduled poll would start again and skip what changed
 * in between. So the process remembers it until n8n returns a state, for a month at most.
 */
export class PendingStates {
	private readonly byNode = new Map<string, { text: string; savedAt: number }>();
	private size = 0;

	/** @param now Unix milliseconds, as `Date.now` */
	constructor(private readonly now: () => number) {}

	get(node: string): string | undefined {
		this.forgetOld();
		return this.byNode.get(node)?.text;
	}

	set(node: string, text: string): void {
		this.delete(node);
		this.byNode.set(node, { text, savedAt: this.now() });
		this.size += text.length;
		this.forgetOld();
	}

	delete(node: string): void {
		this.size -= this.byNode.get(node)?.text.length ?? 0;
		this.byNode.delete(node);
	}

	/** Oldest first, which is the order of the map. */
	private forgetOld(): void {
		for (const [node, { savedAt }] of this.byNode) {
			if (savedAt >= this.now() - MAX_AGE_MS && this.size <= MAX_SIZE) return;
			this.delete(node);
		}
	}
}

const pendingStates = new PendingStates(Date.now);

/** The state of one trigger node between two polls, as JSON text in the node's static data. */
export class StateStore {
	/**
	 * @param node names the node, unique among all workflows
	 * @param isActivated the user has activated the workflow: without a stored state the trigger starts
	 * from now, whatever an earlier activation learned
	 */
	constructor(
		private readonly node: string,
		private readonly staticData: IDataObject,
		private readonly isActivated: boolean,
	) {}

	/** What was stored; `undefined` at the first poll, a text when it cannot be read. */
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
	 * To be called once, at the very end of a poll. One text, because n8n watches nested objects.
	 *
	 * @param hasEvents such a state counts only if n8n took the events, so it is not remembered here
	 */
	save(state: object, hasEvents: boolean): void {
		const { text } = this;
		const next = JSON.stringify(state);
		const isOver = text !== undefined || this.isActivated;
		if (isOver) pendingStates.delete(this.node);
		if (text === undefined && !hasEvents) pendingStates.set(this.node, next);
		if (next !== text) this.staticData.feed = next;
	}

	private get text(): string | undefined {
		const { feed } = this.staticData;
		return feed === undefined || feed === null ? undefined : String(feed);
	}
}
