import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
} from 'n8n-workflow';

import { labelOf } from '../../fields/fieldLabels';
import { assertExpressionResolved } from '../../fields/fixedExpressions';
import type { ItemInput, ItemParameters } from '../../fields/itemParameters';
import { notObjectError } from '../../fields/readers';
import { labelOfParameter } from '../../fields/shownFields';
import { nullLikeAsNull } from '../../values/emptyValues';
import { assertDepth, isPlainObject } from '../../values/json/json';
import { columnsInExpression } from './expressionColumns';
import { columnsOf } from './inputColumns';
import { plainReader } from './plainExpressions';
import { isTool, modelValueReader } from './toolCalls';

/** The parameters of one item; each of them is resolved once. */
export class ResolvedParameters implements ItemParameters {
	private readonly resolved = new Map<string, unknown>();

	/**
	 * @param resolve returns a parameter at the top of the node, see `resolvedValue`, or `undefined` when it is not set
	 * @param stored contains the parameters of the node as the workflow has them
	 */
	constructor(
		private readonly resolve: (name: string) => unknown,
		private readonly stored: Record<string, unknown>,
		readonly timeZone: string,
		readonly input?: ItemInput,
	) {}

	isExpression(name: string): boolean {
		return containsExpression(this.stored[name]);
	}

	param(name: string, fallback?: unknown): unknown {
		const value = name.includes('.') ? this.nested(name.split('.')) : this.top(name);

		return value === undefined ? fallback : value;
	}

	private nested([top, ...path]: string[]): unknown {
		let value = this.top(top);

		for (const field of path) value = fieldOf(value, field, top);

		return value;
	}

	private top(name: string): unknown {
		if (this.resolved.has(name)) return this.resolved.get(name);

		const value = this.resolve(name);

		this.resolved.set(name, value);

		return value;
	}
}

/**
 * Returns the value of a parameter that n8n has resolved.
 *
 * @returns null for an expression without a result, so that the default value does not replace it
 * @throws VitallyError for more than 100 levels
 */
export function resolvedValue(label: string, value: unknown): unknown {
	assertDepth(value, label);

	return value ?? null;
}

/**
 * Returns a field of a group.
 *
 * @throws VitallyError when an expression returns no object for the group
 */
function fieldOf(group: unknown, field: string, name: string): unknown {
	if (group === undefined || group === null || group === '') return undefined;

	if (isPlainObject(group)) {
		const value: unknown = group[field];

		// As at the top, an expression without a result is null.
		return value === undefined && Object.hasOwn(group, field) ? null : value;
	}

	throw notObjectError(group, labelOf(name));
}

/** The node's parameters over a run. A parameter without an expression is the same for all items. */
export class RunParameters {
	readonly stored: Record<string, unknown>;
	private readonly readers = new Map<string, (itemIndex: number) => unknown>();
	private readonly items: INodeExecutionData[];
	private readonly usedInOtherFields: ItemInput['usedInOtherFields'];
	/** `undefined` where no model calls the node. */
	private readonly readModelValue: ReturnType<typeof modelValueReader> | undefined;

	/** @param fields of the operation */
	constructor(
		private readonly context: IExecuteFunctions,
		readonly fields: readonly INodeProperties[],
	) {
		const node = context.getNode();

		this.stored = node.parameters;
		this.readModelValue = isTool(node) ? modelValueReader(fields) : undefined;
		this.items = context.getInputData();
		this.usedInOtherFields = columnsInOtherFields(this.stored);
	}

	ofItem(itemIndex: number): ResolvedParameters {
		const { json } = this.items[itemIndex];
		const input = {
			// Columns may be mapped by their names, and some of them are what the model sends.
			json: this.readModelValue ? (nullLikeAsNull(json) as IDataObject) : json,
			columns: () => columnsOf(this.items),
			usedInOtherFields: this.usedInOtherFields,
		};
		const resolve = (name: string) => this.resolve(name, itemIndex);

		return new ResolvedParameters(resolve, this.stored, this.context.getTimezone(), input);
	}

	private resolve(name: string, itemIndex: number): unknown {
		let read = this.readers.get(name);

		if (!read) {
			read = this.readerOf(name, itemIndex);
			this.readers.set(name, read);
		}

		return read(itemIndex);
	}

	private readerOf(name: string, itemIndex: number): (itemIndex: number) => unknown {
		const stored = this.stored[name];
		if (stored === undefined) return () => undefined;

		const label = labelOfParameter(this, name);

		assertDepth(stored, label);
		assertExpressionResolved(this, name);

		const resolve = (index: number) => this.context.getNodeParameter(name, index);
		const { readModelValue } = this;

		if (readModelValue) {
			return (index) => resolvedValue(label, readModelValue(name, resolve(index)));
		}

		const readPlain = plainReader(stored);

		if (!readPlain) {
			const fixed = resolve(itemIndex);

			return () => fixed;
		}

		return (index) => {
			const known = readPlain(this.items[index].json);

			return known === undefined ? resolvedValue(label, resolve(index)) : known;
		};
	}
}

/** Whether a parameter or anything below it is an expression. */
function containsExpression(stored: unknown): boolean {
	// n8n marks expressions by an equals sign at the start.
	if (typeof stored === 'string') return stored.startsWith('=');

	return (
		typeof stored === 'object' && stored !== null && Object.values(stored).some(containsExpression)
	);
}

/** Returns a function for the columns of the input that are used in the expressions of all parameters but one. */
export function columnsInOtherFields(
	stored: Record<string, unknown>,
): (parameter: string) => ReadonlySet<string> {
	const known = new Map<string, ReadonlySet<string>>();

	return (parameter) => {
		let columns = known.get(parameter);

		if (!columns) {
			columns = new Set(columnsUsedIn({ ...stored, [parameter]: undefined }));
			known.set(parameter, columns);
		}

		return columns;
	};
}

function columnsUsedIn(stored: unknown): string[] {
	if (typeof stored === 'string') {
		return stored.startsWith('=') ? columnsInExpression(stored) : [];
	}

	if (typeof stored !== 'object' || stored === null) return [];

	return Object.values(stored).flatMap(columnsUsedIn);
}
