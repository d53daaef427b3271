import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { setFields } from '../fields/body';
import { dryRunOption } from '../fields/dryRun';
import { optionsField } from '../fields/options';
import type { ItemContext } from '../run/operation';
import type { ServiceRequest } from '../transport/client';
import { answeredRecordOf } from '../transport/records';
import type { OperationRow, RowTexts } from './resource';
import { type Locate, locateByPath, type RecordLocation } from '../records/locate';
import { lockRecord } from '../records/lock';
import { type RecordType, requiredLocator } from '../records/recordType';

interface Delete extends RowTexts {
	/** How the record is found; by either ID in its path unless told. */
	locate?: Locate;
	/** Fields above the one that picks the record. */
	above?: INodeProperties[];
	/** Fields below it. */
	below?: INodeProperties[];
	options?: INodeProperties[];
	/** Ends the item with an error before anything is looked up or sent. */
	assertAllowed?: (item: ItemContext) => void;
	/** What the request carries besides its path. */
	body?: (located: RecordLocation) => IDataObject;
}

/** Deletes one record: for good, or into the archive, as the service has it for the type. */
export function deleteOne(type: RecordType, row: Delete): OperationRow {
	const { locate = locateByPath(type), above = [], below = [], options = [] } = row;
	return {
		name: 'Delete',
		value: 'delete',
		action: `Delete ${type.noun}`,
		description: row.description,
		remark: row.remark,
		endpoints: [`DELETE ${type.path}/:id`],
		reads: row.reads,
		adds: {
			deleted: 'boolean',
			id: 'string',
			...(type.externalIdLookup && { externalId: 'string' as const }),
		},
		fields: [...above, requiredLocator(type), ...below, optionsField([dryRunOption, ...options])],
		run: async (item) =>
			await lockRecord(item, type, async () => {
				row.assertAllowed?.(item);
				const located = await locate(item);
				const { path, explain, wasSeen } = located;
				const request: ServiceRequest = {
					method: 'DELETE',
					path,
					body: row.body?.(located),
					explain,
					wasSeen,
				};
				answeredRecordOf(await item.send(request), request);
				const { id, externalId } = located;
				return [setFields({ deleted: true, id, externalId })];
			}),
	};
}
