import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { NOT_IN_TOOLS } from '../../fields/properties';
import type { RecordType } from '../../records/recordType';
import { returnsRecords, withOutput } from '../output/output';
import type { Resource } from './types';

/** A resource whose records are of a type. */
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
			({ name, value, action, description, cost, builderHint, table }): INodePropertyOptions => ({
				name,
				value,
				action,
				description: cost === undefined ? description : `${description}. ${cost}.`,
				...(builderHint && { builderHint: { propertyHint: builderHint } }),
				// A tool is called with one row.
				...(table && { displayOptions: NOT_IN_TOOLS }),
			}),
		),
		default: defaultOperation,
		displayOptions: { show: { resource: [resource] } },
	};
}
