import type { IDataObject } from 'n8n-workflow';

/**
 * States that n8n may not have kept. With its durable scheduler, n8n drops what the poll at activation
 * stored when that poll had no event; the first scheduled poll would start anew and skip what changed
 * in between. So the process remembers it until n8n hands a state back.
 */
const uncommitted = new Map<string, string>();

/** The state of one trigger node between two polls, as JSON text in the node's static data. */
export class StateStore {
	/** @param name of the node, unique among all workflows */
	constructor(
		private readonly name: string,
		private readonly staticData: IDataObject,
	) {}

	/** What was stored; `undefined` at the first poll, a text when it cannot be read. */
	get state(): unknown {
		const text = this.text ?? uncommitted.get(this.name);
		if (text === undefined) return undefined;
		try {
			return JSON.parse(text) as unknown;
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
		if (text !== undefined) uncommitted.delete(this.name);
		else if (!hasEvents) uncommitted.set(this.name, next);
		if (next !== text) this.staticData.feed = next;
	}

	private get text(): string | undefined {
		const { feed } = this.staticData;
		return feed === undefined || feed === null ? undefined : String(feed);
	}
}
