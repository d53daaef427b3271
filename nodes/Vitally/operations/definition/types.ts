import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { MapperColumn } from '../../fields/traits/traitsMapper';
import type { ItemContext } from '../../run/operation';
import type { Runnable } from '../../run/runItems';
import type { RecordType } from '../recordType';

/** What is special about the simplified records of a resource. */
export interface OutputShape {
	/** At most ten (n8n's UX rules). */
	simpleFields: readonly string[];
	/** What stands beside them and has to be looked up, such as the CSM by name. */
	details?: {
		/** Where: an endpoint. */
		reads: string;
		of: (item: ItemContext, record: IDataObject) => Promise<IDataObject>;
	};
}

/** The type of a field that comes out; one with a question mark may be null. */
export type FieldType =
	| 'boolean'
	| 'number'
	| 'number?'
	| 'object'
	| 'object[]'
	| 'string'
	| 'string?'
	| 'string[]';

/**
 * What n8n does not ask of an operation: its output schema and its row in docs/operations.md are
 * generated from it.
 */
interface OperationFacts {
	/** What it is for, such as `GET /resources/notes/:id`; the first is the one whose answer comes out. */
	endpoints: readonly [string, ...string[]];
	/** What it may read besides, to find a record or to learn what became of it. */
	reads?: readonly string[];
	/** The fields of the answer that a simplified record has. */
	simpleFields?: readonly string[];
	/** Whether a simplified record has more, see `OutputShape`. */
	hasDetails?: boolean;
	/** Whether a simplified record has a link to Vitally. */
	hasPage?: boolean;
	/** Whether the body of the request comes out too. */
	returnsBody?: boolean;
	/** What comes out in place of the answer, where it is none of the service's records. */
	returns?: Readonly<Record<string, FieldType | { each: Readonly<Record<string, FieldType>> }>>;
	/** What comes out besides the answer. */
	adds?: Readonly<Record<string, FieldType>>;
	/** What a user should know that the description does not say. */
	remark?: string;
}

/** What the author of an operation of a standard kind says of it. */
export type OperationTexts = Pick<OperationDefinition, 'description' | 'remark' | 'reads'>;

/** One operation of a resource: what the editor offers, the fields it shows, and what it does. */
export interface OperationDefinition extends Runnable, OperationFacts {
	name: string;
	value: string;
	/** Shown in the node browser, and to AI models as what the tool does. */
	action: string;
	description: string;
	/** What it may cost and return, for people and AI models who set a limit; stands behind the description. */
	cost?: string;
	/** The record's own fields that columns can be mapped to, beside traits. */
	columns?: readonly MapperColumn[];
	/** In the order in which they are shown; their conditions do not name resource and operation. */
	fields: INodeProperties[];
}

/** A resource of a node: its facts and its operations. */
export interface Resource {
	/** Value of the selector. */
	name: string;
	/** Name in the selector. */
	label: string;
	/** In the order of the selector, which n8n wants sorted by name. */
	operations: OperationDefinition[];
	/** The operation that a new node begins with. */
	defaultOperation: string;
	/** Fields of a simplified record, at most ten (n8n's UX rules). */
	simpleFields?: readonly string[];
	/** What a simplified record has besides, see `OutputShape`. */
	details?: OutputShape['details'];
	/** Last part of the path of the list. */
	collection?: string;
	/** What the trigger watches in the list of the records. */
	events?: readonly ResourceEvent[];
	/** Kinds of records that have a list of their own of these. */
	scopes?: RecordType[];
}

/** Something that happens to the records of a resource, told by their list. */
export interface ResourceEvent {
	/** Behind the name of the resource: `Created`. */
	name: string;
	/** In the editor, where the name is more than one word. */
	label?: string;
	/** Where the name says too little. */
	description?: string;
	/** `transitioned`: the record has a time in its `transitionField` from then on, and may be in a list of its own. */
	happening: 'created' | 'updated' | 'transitioned';
	/** The list where it is not that of the live records. */
	query?: { status?: string; archived?: boolean };
	/** Where the records stand in several lists, some of them in more than one: what is asked for each. */
	lists?: ReadonlyArray<{ target: string }>;
	/** Of an update: the record came into a segment, or out of one. */
	segments?: 'entered' | 'exited';
	transitionField?: 'churnedAt' | 'archivedAt' | 'completedAt';
}
