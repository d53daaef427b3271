import type { IDataObject } from 'n8n-workflow';

/** The parameters of one item, expressions resolved: what the functions of fields read. */
export interface ItemParameters {
	/**
	 * @param name of the parameter; `collection.field` for one in a collection
	 * @param fallback for a parameter that is not set
	 * @throws what n8n throws for an expression that cannot be resolved
	 */
	param(name: string, fallback?: unknown): unknown;
	/** Whether a parameter at the top is an expression, which is set also when it is empty, unlike a field of the editor. */
	isExpression?(name: string): boolean;
	/** Whether an AI model calls the node, and may have filled each parameter that is an expression. */
	readonly isTool?: boolean;
	/** Reports a field or a key that was added without a value, so that it is not sent. */
	notSent?(label: string): void;
	/** Adds a line above the node's output, once for all items. */
	hint?(text: string): void;
	/** The IANA zone of the workflow, such as `Europe/Berlin`. */
	readonly timeZone: string;
	/** The host of the workspace, `acme.vitally.io`, or the domain of its data center; unknown behind a proxy. */
	readonly appHost?: string;
	/** The input item, for fields that map its columns automatically. */
	readonly input?: ItemInput;
}

/** The parameters of an item with other values. */
export function replaceParam(
	{ timeZone, appHost }: ItemParameters,
	param: ItemParameters['param'],
): ItemParameters {
	return { timeZone, appHost, param };
}

/** Reads the fields of a group or a row. An expression without a result is null, so that no default takes its place. */
export function paramIn(fields: Readonly<Record<string, unknown>>): ItemParameters['param'] {
	return (name, fallback) => (Object.hasOwn(fields, name) ? (fields[name] ?? null) : fallback);
}

/** An input item as a row of a table. */
export interface ItemInput {
	json: IDataObject;
	/** Returns the columns of all items of the run, always as the same list: an empty cell may be missing in an item. */
	columns(): readonly string[];
	/** The columns that the expressions of all other parameters use. */
	usedInOtherFields(parameter: string): ReadonlySet<string>;
}
