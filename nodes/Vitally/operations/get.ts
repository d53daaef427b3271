import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { optionsField } from '../fields/options';
import type { ItemContext } from '../run/operation';
import { recordOf } from '../transport/records';
import type { OperationRow, RowTexts } from './resource';
import { type Locate, locateByPath, type RecordLocation } from '../records/locate';
import { type RecordType, requiredLocator } from '../records/recordType';

/** @returns what an item makes of a record that was read */
export type Convert = (item: ItemContext) => (record: IDataObject) => IDataObject;

interface Get extends RowTexts {
	/** How the record is found; by either ID in its path unless told. */
	locate?: Locate;
	/** Fields of a simplified record where they are not those of the resource. */
	simpleFields?: readonly string[];
	/** Fields above the one that picks the record. */
	above?: INodeProperties[];
	options?: INodeProperties[];
	/** What becomes of a record before it is cut down. */
	convert?: Convert;
}

/** Reads one record. */
export function get(type: RecordType, row: Get): OperationRow {
	const { locate = locateByPath(type), simpleFields, above = [], options, convert } = row;
	return {
		name: 'Get',
		value: 'get',
		action: `Get ${type.noun}`,
		description: row.description,
		remark: row.remark,
		endpoints: [`GET ${type.path}/:id`],
		reads: row.reads,
		simpleFields,
		fields: [...above, requiredLocator(type), optionsField(options)],
		run: async (item) => {
			const converted = convert?.(item);
			const read = await readRecord(item, await locate(item));
			return [converted ? converted(read) : read];
		},
	};
}

/** The record at a place, read unless finding it meant reading it. */
export async function readRecord(item: ItemContext, located: RecordLocation): Promise<IDataObject> {
	const { record, path, query, explain } = located;
	const request = { method: 'GET' as const, path, query, explain };
	return record ?? recordOf(await item.send(request), request);
}
