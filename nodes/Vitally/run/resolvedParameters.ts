import type { ItemParameters } from '../fields/itemParameters';

/** The parameters of an item, each of them resolved once, however often it is read. */
export class ResolvedParameters implements ItemParameters {
	private readonly resolved = new Map<string, unknown>();

	/**
	 * @param resolve a parameter at the top of the node, as n8n resolves it for the item; `undefined`
	 * when it is not set
	 */
	constructor(
		private readonly resolve: (name: string) => unknown,
		readonly timeZone: string,
	) {}

	param(name: string, fallback?: unknown): unknown {
		const [top, ...path] = name.split('.');
		let value = this.top(top);
		for (const field of path) {
			value = (value as Record<string, unknown> | null | undefined)?.[field];
		}
		return value === undefined ? fallback : value;
	}

	private top(name: string): unknown {
		if (!this.resolved.has(name)) this.resolved.set(name, this.resolve(name));
		return this.resolved.get(name);
	}
}
