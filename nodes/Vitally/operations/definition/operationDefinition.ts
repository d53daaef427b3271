import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { ItemContext } from '../../execution/operation';
import type { Runnable } from '../../execution/runItems';
import type { MapperColumn } from '../../fields/traits/traitsMapper';
import type { RecordType } from '../../records/recordType';
import type { ResourceEvent } from './resourceEvent';

export interface OutputShape {
	/** The fields of a simplified record, at most ten (n8n's UX rules). */
	simpleFields: readonly string[];
	/** Whether the traits are below 'Output', because few people use those of these records. */
	hasRareTraits?: true;
	/** Additional fields from another endpoint, such as the name of the CSM. */
	details?: {
		/** The endpoint, such as `GET /resources/admins`. */
		endpoint: string;
		/** Returns what the record shows without a promise, which would cost each record of a long list time. */
		read: (item: ItemContext, record: IDataObject) => IDataObject | Promise<IDataObject>;
	};
}

/** The type of an output field; with a question mark, the field may be null. */
export type FieldType =
	| 'boolean'
	| 'object[]'
	| `${'number' | 'object' | 'string' | 'string[]'}${'' | '?'}`;

/** Facts about an operation from which its output schema and its row in docs/operations.md are generated. */
interface OperationFacts {
	/** The requests, such as `GET /resources/notes/:id`; the response of the first endpoint is returned. */
	endpoints: readonly [string, ...string[]];
	simpleFields?: readonly string[];
	/**
	 * Whether the output is records of the resource, so that the user can choose how much of each is returned: `whole`
	 * with all their fields, `partial` as the response of a write, which may lack some. Absent for any other output.
	 */
	returnsRecord?: 'whole' | 'partial';
	/** Whether the body of the request is returned too. */
	returnsBody?: boolean;
	/** The output where it is not a record of the service. */
	returns?: Readonly<Record<string, FieldType | { each: Readonly<Record<string, FieldType>> }>>;
	/** Output fields in addition to the response. */
	adds?: Readonly<Record<string, FieldType>>;
	/** A sentence for docs/operations.md. */
	docsNote?: string;
}

/** What each resource defines for a standard operation. */
export interface OperationInfo
	extends Pick<OperationDefinition, 'docsNote'>,
		Partial<Pick<OperationDefinition, 'description'>> {
	/** Fields above those of the operation. */
	above?: INodeProperties[];
	options?: INodeProperties[];
}

/** What each resource defines for a standard operation that writes fields. */
export interface WriteInfo
	extends OperationInfo,
		Pick<OperationDefinition, 'adds' | 'simpleFields'> {
	/** Fields below the required ones. */
	below?: INodeProperties[];
}

export interface OperationDefinition extends Runnable, OperationFacts {
	name: string;
	value: string;
	/** The text in the node browser, and the description of the tool for AI models. */
	action: string;
	description: string;
	/** Requests and records to expect; follows the description. */
	cost?: string;
	/** The fields of the record that columns can be mapped to. */
	columns?: readonly MapperColumn[];
	/** Tells n8n's AI workflow builder when to choose the operation. */
	builderHint?: string;
}

/**
 * An operation that reads a list of the service. It returns page by page, so that a page is shown before the next one
 * is read: a long list is not kept both as it was read and as it is shown.
 */
export interface ListDefinition extends Omit<OperationDefinition, 'run'> {
	/**
	 * Reads the records of an item page by page. A list that n8n sorts is one page.
	 *
	 * @throws VitallyError as an `Operation`
	 */
	readPages: (item: ItemContext) => AsyncGenerator<IDataObject[]>;
}

export interface Resource extends Partial<OutputShape> {
	name: string;
	label: string;
	/** The operations in the order of the editor's selector, which n8n requires to be sorted by name. */
	operations: OperationDefinition[];
	defaultOperation: string;
	/** The last part of the path of the list. */
	collection?: string;
	events?: readonly ResourceEvent[];
	/** Types whose records have lists of these records. */
	scopes?: RecordType[];
}
