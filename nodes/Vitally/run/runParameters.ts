import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { ItemInput, ItemParameters } from '../fields/itemParameters';
import { assertExpressionResolved } from '../fields/unresolvedExpressions';
import { columnNaming, holdsExpression, inputReader, type InputReader } from './inputFields';
import { ResolvedParameters } from './resolvedParameters';

/** The node's parameters over a run: what holds no expression is the same for all items. */
export class RunParameters {
	private readonly stored: Record<string, unknown>;
	private readonly constants = new Map<string, unknown>();
	private readonly checked = new Set<string>();
	private readonly readers = new Map<string, InputReader | undefined>();
	private readonly items: INodeExecutionData[];
	private readonly timeZone: string;
	private readonly namedBeside: ItemInput['namedBeside'];

	constructor(private readonly context: IExecuteFunctions) {
		this.stored = context.getNode().parameters;
		this.items = context.getInputData();
		this.timeZone = context.getTimezone();
		this.namedBeside = columnNaming(this.stored);
	}

	/** The parameters of an item. */
	of(itemIndex: number): ItemParameters {
		const { json } = this.items[itemIndex];
		const input = { json, namedBeside: this.namedBeside };
		return new ResolvedParameters((name) => this.resolve(name, itemIndex), this.timeZone, input);
	}

	private resolve(name: string, itemIndex: number): unknown {
		const stored = this.stored[name];
		if (stored === undefined) return undefined;
		if (this.constants.has(name)) return this.constants.get(name);
		if (!this.checked.has(name)) {
			assertExpressionResolved(name, stored);
			this.checked.add(name);
		}
		if (!holdsExpression(stored)) {
			const value = this.context.getNodeParameter(name, itemIndex);
			this.constants.set(name, value);
			return value;
		}
		const value = this.readerOf(name)?.(this.items[itemIndex].json);
		// An expression that gives nothing leaves no default in its place.
		return value ?? this.context.getNodeParameter(name, itemIndex) ?? null;
	}

	private readerOf(name: string): InputReader | undefined {
		if (!this.readers.has(name)) this.readers.set(name, inputReader(this.stored[name]));
		return this.readers.get(name);
	}
}
