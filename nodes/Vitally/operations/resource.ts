import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { MapperColumn } from '../fields/traitsMapper';
import type { Runnable } from '../run/runItems';
import { returnsRecords, withOutput, type RecordShape } from './output';
import type { RecordType } from '../records/recordType';

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
	/** Whether a simplified record has more, see `RecordShape`. */
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
export type RowTexts = Pick<OperationRow, 'description' | 'remark' | 'reads'>;

/** One operation of a resource: what the editor offers, the fields it shows, and what it does. */
export interface OperationRow extends Runnable, OperationFacts {
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
	operations: OperationRow[];
	/** The operation that a new node begins with. */
	defaultOperation: string;
	/** Fields of a simplified record, at most ten (n8n's UX rules). */
	simpleFields?: readonly string[];
	/** What a simplified record has besides, see `RecordShape`. */
	details?: RecordShape['details'];
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

/** A resource whose records are of a type; the type's label is the name of the resource unless told. */
export function defineResource(
	type: RecordType,
	facts: Omit<Resource, 'name' | 'label'> & Partial<Pick<Resource, 'label'>>,
): Resource {
	const { name, label, path } = type;
	const { simpleFields, details, operations } = facts;
	return {
		name,
		label,
		collection: path.slice(path.lastIndexOf('/') + 1),
		...facts,
		operations: operations.map((row) =>
			simpleFields && returnsRecords(type, row)
				? withOutput(type, row, { simpleFields, details })
				: row,
		),
	};
}

/** The selector of a resource's operations. */
export function operationSelector({
	name: resource,
	operations,
	defaultOperation,
}: Resource): INodeProperties {
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		options: operations.map(
			({ name, value, action, description, cost }): INodePropertyOptions => ({
				name,
				value,
				action,
				description: cost === undefined ? description : `${description}. ${cost}.`,
			}),
		),
		default: defaultOperation,
		displayOptions: { show: { resource: [resource] } },
	};
}

/**
 * The fields of all operations of a resource. A field that several operations have in the same form
 * stands once, as far as the order of the fields of each of them allows. Where an expression gives the
 * operation, n8n drops those fields of a collection that the last collection of its name lacks: the one
 * with most fields that are added stands last.
 */
export function operationFields({ name, operations }: Resource): INodeProperties[] {
	const merged: Array<{ field: INodeProperties; text: string; operations: string[] }> = [];
	const mostFirst = [...operations].sort((a, b) => addedFieldsOf(b) - addedFieldsOf(a));
	for (const { value, fields } of mostFirst) {
		let position = 0;
		for (const field of fields) {
			const text = JSON.stringify(field);
			const twin = merged.findIndex((other, index) => index >= position && other.text === text);
			if (twin >= 0) merged[twin].operations.push(value);
			else merged.splice(position, 0, { field, text, operations: [value] });
			position = (twin >= 0 ? twin : position) + 1;
		}
	}
	return merged.map(({ field, operations: shown }) => ({
		...field,
		displayOptions: {
			show: { resource: [name], operation: shown, ...field.displayOptions?.show },
		},
	}));
}

/** How many fields the operation lets the user add. */
function addedFieldsOf({ fields }: OperationRow): number {
	return fields.find(({ name }) => name === 'additionalFields')?.options?.length ?? 0;
}
