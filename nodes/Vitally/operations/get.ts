import type { IDataObject } from 'n8n-workflow';

import type { ItemContext } from '../execution/operation';
import { optionsField } from '../fields/collections';
import { locateToRead, type Locate, type RecordLocation } from '../records/locate';
import { requiredLocator, type RecordType } from '../records/recordType';
import { recordFrom } from '../transport/records';
import type { OperationDefinition, OperationInfo } from './definition/operationDefinition';

/** Converts records that were read, as an item requests it. */
export type Convert = (item: ItemContext) => (record: IDataObject) => IDataObject;

interface Get extends OperationInfo {
	/** By default, either ID in the path. */
	locate?: Locate;
	/** Fields of a simplified record where they are not those of the resource. */
	simpleFields?: readonly string[];
	/** Applied to the whole record, before the output fields are selected. */
	convert?: Convert;
}

export function get(type: RecordType, definition: Get): OperationDefinition {
	const { locate = locateToRead(type), simpleFields, above = [], options, convert } = definition;
	return {
		name: 'Get',
		value: 'get',
		action: `Get ${type.noun}`,
		description: definition.description,
		docsNote: definition.docsNote,
		endpoints: [`GET ${type.path}/:id`],
		simpleFields,
		fields: [...above, requiredLocator(type), ...(options ? [optionsField(options)] : [])],
		run: async (item) => {
			const converted = convert?.(item);
			const read = await readRecord(item, await locate(item));
			return [converted ? converted(read) : read];
		},
	};
}

/**
 * The record at a location, read unless it was read to find it.
 *
 * @throws VitallyError for another record than the one that the item names
 */
export async function readRecord(item: ItemContext, located: RecordLocation): Promise<IDataObject> {
	const { record, path, query, explain, assertNamed } = located;
	if (record) return record;
	const request = { method: 'GET' as const, path, query, explain };
	const read = recordFrom(await item.send(request), request);
	assertNamed?.(read);
	return read;
}
