import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { ItemInput, ItemParameters } from '../fields/itemParameters';
import { labelOf } from '../fields/label';
import { notObjectError } from '../fields/readers';
import { assertExpressionResolved } from '../fields/unresolvedExpressions';
import { columnNamed, compileExpression, containsExpression } from './fastExpressions';

/** The parameters of an item, each resolved only once. */
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

/** @throws VitallyError when an expression returns no object for a group of fields */
function fieldOf(group: unknown, field: string, name: string): unknown {
	if (group === undefined || group === null || group === '') return undefined;
	if (typeof group === 'object' && !Array.isArray(group)) {
		const value = (group as Record<string, unknown>)[field];
		// As at the top, an expression without a result is null.
		return value === undefined && Object.hasOwn(group, field) ? null : value;
	}
	throw notObjectError(group, labelOf(name));
}

/** The node's parameters over a run: one without an expression is the same for all items. */
export class RunParameters {
	private readonly stored: Record<string, unknown>;
	private readonly resolvers = new Map<string, (itemIndex: number) => unknown>();
	private readonly items: INodeExecutionData[];
	private readonly timeZone: string;
	private readonly usedInOtherFields: ItemInput['usedInOtherFields'];

	constructor(private readonly context: IExecuteFunctions) {
		this.stored = context.getNode().parameters;
		this.items = context.getInputData();
		this.timeZone = context.getTimezone();
		this.usedInOtherFields = columnNamed(this.stored);
	}

	of(itemIndex: number): ItemParameters {
		const { json } = this.items[itemIndex];
		const input = { json, usedInOtherFields: this.usedInOtherFields };
		return new ResolvedParameters((name) => this.resolve(name, itemIndex), this.timeZone, input);
	}

	private resolve(name: string, itemIndex: number): unknown {
		const resolver = this.resolvers.get(name) ?? this.createResolver(name, itemIndex);
		this.resolvers.set(name, resolver);
		return resolver(itemIndex);
	}

	private createResolver(name: string, itemIndex: number): (itemIndex: number) => unknown {
		const stored = this.stored[name];
		if (stored === undefined) return () => undefined;
		assertExpressionResolved(name, stored);
		if (!containsExpression(stored)) {
			const value: unknown = this.context.getNodeParameter(name, itemIndex);
			return () => value;
		}
		const readFields = compileExpression(stored);
		// An expression without a result is null, so that the default value does not replace it.
		return (index) =>
			readFields?.(this.items[index].json) ?? this.context.getNodeParameter(name, index) ?? null;
	}
}
