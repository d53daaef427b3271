import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { omitUndefined } from '../fields/omitUndefined';
import { dryRunOption } from '../run/dryRun';
import { optionsField } from '../fields/options';
import type { ItemContext } from '../run/operation';
import type { ServiceRequest } from '../transport/client';
import { locateByPath, type Locate, type Located } from './locate';
import { answeredRecordOf } from '../transport/records';
import { lockRecord, requiredLocator, type RecordType } from './recordType';
import type { OperationDefinition, OperationTexts } from './definition/types';

interface Delete extends OperationTexts {
	/** By default, either ID in the path. */
	locate?: Locate;
	/** Fields above the one that picks the record. */
	above?: INodeProperties[];
	/** Fields below it. */
	below?: INodeProperties[];
	options?: INodeProperties[];
	/** Throws before any request. */
	assertAllowed?: (item: ItemContext) => void;
	body?: (located: Located) => IDataObject;
}

/** Deletes or archives one record, whichever the service does for the type. */
export function deleteOne(type: RecordType, row: Delete): OperationDefinition {
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
			...(type.hasExternalId && { externalId: 'string' as const }),
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
				return [omitUndefined({ deleted: true, id, externalId })];
			}),
	};
}
