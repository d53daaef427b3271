import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { ItemParameters } from '../fields/itemParameters';
import { inputReader, type InputReader } from './inputFields';
import { ResolvedParameters } from './resolvedParameters';

/** The node's parameters over a run: what holds no expression is the same for all items. */
export class RunParameters {
	private readonly stored: Record<string, unknown>;
	private readonly constants = new Map<string, unknown>();
	private readonly readers = new Map<string, InputReader | undefined>();
	private readonly items: INodeExecutionData[];
	private readonly timeZone: string;

	constructor(private readonly context: IExecuteFunctions) {
		this.stored = context.getNode().parameters;
		this.items = context.getInputData();
		this.timeZone = context.getTimezone();
	}

	/** The parameters of an item. */
	of(itemIndex: number): ItemParameters {
		return new ResolvedParameters((name) => this.resolve(name, itemIndex), this.timeZone);
	}

	private resolve(name: string, itemIndex: number): unknown {
		const stored = this.stored[name];
		if (stored === undefined) return undefined;
		if (this.constants.has(name)) return this.constants.get(name);
		if (!holdsExpression(stored)) {
			const value = this.context.getNodeParameter(name, itemIndex);
			this.constants.set(name, value);
			return value;
		}
		const value = this.readerOf(name)?.(this.items[itemIndex].json);
		return value === undefined ? this.context.getNodeParameter(name, itemIndex) : value;
	}

	private readerOf(name: string): InputReader | undefined {
		if (!this.readers.has(name)) this.readers.set(name, inputReader(this.stored[name]));
		return this.readers.get(name);
	}
}

/** n8n marks expressions by an equals sign in front. */
function holdsExpression(stored: unknown): boolean {
	if (typeof stored === 'string') return stored.startsWith('=');
	return (
		typeof stored === 'object' && stored !== null && Object.values(stored).some(holdsExpression)
	);
}
