import type { IDataObject } from 'n8n-workflow';

/** The parameters of one item, expressions resolved: what the functions of fields read. */
export interface ItemParameters {
	/**
	 * @param name of the parameter; `collection.field` for one in a collection
	 * @param fallback stands for a parameter that is not set
	 * @throws what n8n throws for an expression that cannot be resolved
	 */
	param(name: string, fallback?: unknown): unknown;
	/** IANA zone of the workflow. */
	readonly timeZone: string;
	/** Where people see the records in Vitally, if that is known: `https://acme.vitally.io`. */
	readonly appUrl?: string;
	/** What came in, for fields that map its columns by themselves. */
	readonly input?: ItemInput;
}

/** An input item as a row of a table. */
export interface ItemInput {
	json: IDataObject;
	/** Columns that the expressions of all parameters but one name, so that they are spoken for. */
	namedBeside(parameter: string): ReadonlySet<string>;
}
