import type { ItemInput, ItemParameters } from '../fields/itemParameters';
import { labelOf } from '../fields/label';
import { notObjectError } from '../fields/readers';

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
		readonly input?: ItemInput,
	) {}

	param(name: string, fallback?: unknown): unknown {
		const [top, ...path] = name.split('.');
		let value = this.top(top);
		for (const field of path) value = fieldOf(value, field, top);
		return value === undefined ? fallback : value;
	}

	private top(name: string): unknown {
		if (!this.resolved.has(name)) this.resolved.set(name, this.resolve(name));
		return this.resolved.get(name);
	}
}

/** @throws VitallyError when an expression gives a whole group of fields as something else */
function fieldOf(group: unknown, field: string, name: string): unknown {
	if (group === undefined || group === null || group === '') return undefined;
	if (typeof group === 'object' && !Array.isArray(group)) {
		return (group as Record<string, unknown>)[field];
	}
	throw notObjectError(group, labelOf(name));
}
