import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { simplifierOf, simplifyField } from '../fields/list';
import { optionsField } from '../fields/options';
import type { ItemContext } from '../run/operation';
import { recordOf } from '../transport/records';
import { locateByPath, type Locate, type Located } from './locate';
import { requiredLocator, type RecordType } from './recordType';
import type { OperationRow, RowTexts } from './resource';

interface Get extends RowTexts {
	/** How the record is found; by either ID in its path unless told. */
	locate?: Locate;
	/** Fields of a simplified record; without them the record comes as it is. */
	simpleFields?: readonly string[];
	/** Fields above the one that picks the record. */
	above?: INodeProperties[];
	options?: INodeProperties[];
}

/** Reads one record. */
export function get(type: RecordType, row: Get): OperationRow {
	const { locate = locateByPath(type), simpleFields, above = [], options } = row;
	return {
		name: 'Get',
		value: 'get',
		action: `Get ${type.noun}`,
		description: row.description,
		remark: row.remark,
		endpoints: [`GET ${type.path}/:id`],
		reads: row.reads,
		simpleFields,
		fields: [
			...above,
			requiredLocator(type),
			...(simpleFields ? [simplifyField] : []),
			optionsField(options),
		],
		run: async (item) => {
			const record = await readRecord(item, await locate(item));
			return [simpleFields ? simplifierOf(item, simpleFields)(record) : record];
		},
	};
}

/** The record at a place, read unless finding it meant reading it. */
export async function readRecord(item: ItemContext, located: Located): Promise<IDataObject> {
	const { record, path, query, explain } = located;
	const request = { method: 'GET' as const, path, query, explain };
	return record ?? recordOf(await item.send(request), request);
}
