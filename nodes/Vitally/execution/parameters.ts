import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { ItemInput, ItemParameters } from '../fields/itemParameters';
import { labelOf } from '../fields/label';
import { notObjectError, assertExpressionResolved } from '../fields/readers';
import { assertDepth, isPlainObject } from '../values/json';

export class ResolvedParameters implements ItemParameters {
	private readonly resolved = new Map<string, unknown>();

	/**
	 * @param resolve a parameter at the top of the node, as n8n resolves it for the item; `undefined`
	 * when it is not set
	 * @param stored parameters of the node
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
		const [top, ...path] = name.split('.');
		let value = this.top(top);
		for (const field of path) value = fieldOf(value, field, top);
		return value === undefined ? fallback : value;
	}

	private top(name: string): unknown {
		if (this.resolved.has(name)) return this.resolved.get(name);
		const value = this.resolve(name);
		assertDepth(value, labelOf(name));
		this.resolved.set(name, value);
		return value;
	}
}

/** @throws VitallyError when an expression returns no object for a group of fields */
function fieldOf(group: unknown, field: string, name: string): unknown {
	if (group === undefined || group === null || group === '') return undefined;
	if (isPlainObject(group)) {
		const value: unknown = group[field];
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
		const resolve = (name: string) => this.resolve(name, itemIndex);
		return new ResolvedParameters(resolve, this.stored, this.timeZone, input);
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

/** Reads a parameter for an item; returns `undefined` where n8n has to resolve it. */
type FieldReader = (json: IDataObject) => unknown;

/** `={{ $json.plan }}` and `={{ $json["Account ID"] }}`: what the editor writes for a dragged column. */
const FIELD = /^=\{\{\s*\$json((?:\.[A-Za-z_]\w*|\["[^"\\{}]+"\]|\['[^'\\{}]+'\])+)\s*\}\}$/;
const NAME = /\.(\w+)|\["([^"]+)"\]|\['([^']+)'\]/g;

/**
 * Compiles expressions that only name fields of the input item, so that they are read without n8n's
 * expression engine, which needs about a millisecond for each: seconds for a table with many columns.
 *
 * @param stored the parameter as the workflow contains it, with everything below it
 * @returns `undefined` when an expression does more than name a field
 */
export function compileExpression(stored: unknown): FieldReader | undefined {
	if (typeof stored === 'string' && stored.startsWith('=')) return fieldReader(stored);
	if (typeof stored !== 'object' || stored === null || !containsExpression(stored))
		return () => stored;
	const readers: Array<[string, FieldReader]> = [];
	for (const [key, value] of Object.entries(stored)) {
		const read = compileExpression(value);
		if (!read) return undefined;
		readers.push([key, read]);
	}
	return (json) => {
		const result: Record<string, unknown> = Array.isArray(stored) ? ([] as never) : {};
		for (const [key, read] of readers) {
			const value = read(json);
			if (value === undefined) return undefined;
			result[key] = value;
		}
		return result;
	};
}

function fieldReader(expression: string): FieldReader | undefined {
	const path = FIELD.exec(expression)?.[1];
	if (path === undefined) return undefined;
	const names = [...path.matchAll(NAME)].map(
		([, bare, double, single]) => bare ?? double ?? single,
	);
	return (json) => {
		let value: unknown = json;
		for (const name of names) {
			if (!isPlainObject(value) || !Object.hasOwn(value, name)) return undefined;
			value = value[name];
		}
		return isPlainValue(value) ? value : undefined;
	};
}

/** Values that n8n's expressions return unchanged. */
function isPlainValue(value: unknown): boolean {
	const isPlain = typeof value === 'string' || typeof value === 'boolean' || value === null;
	return isPlain || Number.isFinite(value);
}

/** n8n marks expressions by an equals sign at the start. */
function containsExpression(stored: unknown): boolean {
	if (typeof stored === 'string') return stored.startsWith('=');
	return (
		typeof stored === 'object' && stored !== null && Object.values(stored).some(containsExpression)
	);
}

const COLUMN = /\$json(?:\.([A-Za-z_]\w*)|\[\s*"([^"]+)"\s*\]|\[\s*'([^']+)'\s*\])/g;

/** Finds the columns of the input that the expressions of all stored parameters but one name. */
export function columnNamed(
	stored: Record<string, unknown>,
): (parameter: string) => ReadonlySet<string> {
	const known = new Map<string, ReadonlySet<string>>();
	return (parameter) => {
		const named = known.get(parameter) ?? new Set(namedIn({ ...stored, [parameter]: undefined }));
		known.set(parameter, named);
		return named;
	};
}

function namedIn(stored: unknown): string[] {
	if (typeof stored === 'string' && stored.startsWith('=')) {
		return [...stored.matchAll(COLUMN)].map(([, bare, double, single]) => bare ?? double ?? single);
	}
	if (typeof stored !== 'object' || stored === null) return [];
	return Object.values(stored).flatMap(namedIn);
}
