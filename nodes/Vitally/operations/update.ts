import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { assertChanges } from '../fields/body';
import { updateCollection } from '../fields/collections';
import { dryRunOption } from '../fields/dryRun';
import { emptyValuesOption } from '../fields/emptyValues';
import { optionsField } from '../fields/options';
import { traitsToClearField } from '../fields/traits';
import type { ServiceRequest } from '../transport/client';
import { writtenRecordOf } from '../transport/records';
import { bodyOptions, bodyProperties, mapperColumns, readBody, type BodySpec } from './bodySpec';
import type { OperationRow, RowTexts } from './resource';
import { type Locate, locateByPath } from '../records/locate';
import { lockRecord } from '../records/lock';
import { type RecordType, requiredLocator } from '../records/recordType';

interface Update extends Omit<BodySpec, 'required'>, RowTexts {
	/** How the record is found; by either ID in its path unless told. */
	locate?: Locate;
	/** Fields above the one that picks the record. */
	above?: INodeProperties[];
	/** Fields below it. */
	below?: INodeProperties[];
	/** Whether carrying the update out twice is the same as once; so it is unless told. */
	isIdempotent?: (body: IDataObject) => boolean;
}

/** Changes one record. */
export function update(type: RecordType, row: Update): OperationRow {
	const { locate = locateByPath(type), above = [], below = [] } = row;
	return {
		name: 'Update',
		value: 'update',
		action: `Update ${type.noun}`,
		description: row.description,
		remark: row.remark,
		endpoints: [`PUT ${type.path}/:id`],
		reads: row.reads,
		columns: mapperColumns(row.optional ?? []),
		fields: [
			...above,
			requiredLocator(type),
			...bodyProperties(row, updateCollection, below),
			optionsField([
				dryRunOption,
				emptyValuesOption,
				...(row.hasTraits ? [traitsToClearField] : []),
				...bodyOptions(row),
			]),
		],
		run: async (item) =>
			await lockRecord(item, type, async () => {
				const body = await readBody(item, row, 'updateFields');
				assertChanges(body);
				const { id, path, query, explain } = await locate(item);
				const idempotent = row.isIdempotent?.(body);
				const request: ServiceRequest = { method: 'PUT', path, query, body, idempotent, explain };
				const written = writtenRecordOf(await item.send(request), request);
				return [id === undefined ? written : { id, ...written }];
			}),
	};
}
