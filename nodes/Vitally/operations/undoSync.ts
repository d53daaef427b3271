import { dryRunOption } from '../fields/options';
import type { TableOperation } from '../execution/operation';
import { optionsField } from '../fields/collections';
import { readsByExternalId, recordSourceOf } from '../records/recordSource';
import type { RecordType } from '../records/recordType';
import { undoTable, type UndoSpec } from '../sync/undo/undoTable';
import type { OperationDefinition } from './definition/types';
import { comparedFields, runOneRow, sync, type SyncDefinition } from './sync';

/** Sync, and the operation that undoes it. */
export function syncWithUndo(type: RecordType, row: SyncDefinition): OperationDefinition[] {
	return [sync(type, row), undoSync(type, row)];
}

/** Restores what Sync changed, from its output items. */
function undoSync(type: RecordType, row: SyncDefinition): OperationDefinition {
	const { above = [] } = row;
	const spec: UndoSpec = {
		source: () => recordSourceOf(type),
		...row,
		type,
		fields: comparedFields(row),
	};
	const table: TableOperation = { run: async (items) => await undoTable(items, spec) };
	return {
		name: 'Undo Sync',
		value: 'undoSync',
		action: `Undo sync of ${type.plural}`,
		description: `Restore ${type.plural} from the 'Changed Records' of a Sync`,
		docsNote: 'See [Undo Sync](sync.md#undo-sync).',
		endpoints: [`PUT ${type.path}/:id`],
		reads: row.reads ?? readsByExternalId(type),
		returns: {
			result: 'string',
			name: 'string?',
			externalId: 'string?',
			changedFields: 'object',
			id: 'string?',
			fieldsLeft: 'string[]',
			reason: 'string',
		},
		fields: [...above, optionsField([dryRunOption])],
		run: runOneRow(table),
		table,
	};
}
