import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { dryRunOption } from '../fields/options';
import type { ItemContext } from '../execution/operation';
import { optionsField } from '../fields/collections';
import { locateByPath, type Locate, type RecordLocation, lockRecord } from '../records/locate';
import { requiredLocator, type RecordType } from '../records/recordType';
import type { ServiceRequest } from '../transport/client';
import { optionalRecordFrom } from '../transport/records';
import { omitUndefined } from '../values/json';
import type { OperationDefinition, OperationInfo } from './definition/types';

export interface Delete extends OperationInfo {
	/** By default, either ID in the path. */
	locate?: Locate;
	/** Fields above the one that picks the record. */
	above?: INodeProperties[];
	/** Fields below it. */
	below?: INodeProperties[];
	options?: INodeProperties[];
	/** Throws before any request. */
	assertAllowed?: (item: ItemContext) => void;
	body?: (located: RecordLocation) => IDataObject;
	query?: (item: ItemContext) => IDataObject;
}

/** Deletes or archives one record, whichever the service does for the type. */
export function deleteOne(type: RecordType, row: Delete): OperationDefinition {
	const { locate = locateByPath(type), above = [], below = [], options = [] } = row;
	return {
		name: 'Delete',
		value: 'delete',
		action: `Delete ${type.noun}`,
		description: row.description,
		docsNote: row.docsNote,
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
				const query = row.query?.(item);
				const located = await locate(item);
				const { path, explain, wasRead, id, externalId } = located;
				const request: ServiceRequest = {
					method: 'DELETE',
					path,
					query,
					body: row.body?.(located),
					explain,
					wasRead,
				};
				optionalRecordFrom(await item.send(request), request);
				return [omitUndefined({ deleted: true, id, externalId })];
			}),
	};
}
