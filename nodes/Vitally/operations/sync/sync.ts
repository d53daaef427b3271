import type { INodeProperties } from 'n8n-workflow';

import { textProperty } from '../../fields/properties';
import { additionalCollection } from '../../fields/collections';
import { dryRunOption } from '../../run/dryRun';
import { emptyValuesOption } from '../../fields/emptyValues';
import { optionsField } from '../../fields/options';
import { externalIdField } from '../../fields/text';
import { traitsToClearField } from '../../fields/traits/traits';
import type { TableOperation } from '../../run/operation';
import { asSingleItemRun } from '../../run/tableOutput';
import { bodyOptions, bodyProperties, mapperColumns } from '../body/bodyDefinition';
import { readsByExternalId } from '../externalIds';
import type { RecordType } from '../recordType';
import type { OperationDefinition } from '../definition/types';
import { syncOptions } from './options';
import type { SyncSpec } from './syncRow';
import { syncTable } from './syncTable';

interface SyncRow extends SyncSpec, Pick<OperationDefinition, 'reads'> {
	/** Fields above all others. */
	above?: INodeProperties[];
}

const externalIdColumn: INodeProperties = {
	...externalIdField,
	description:
		'The column with your unique ID for each record. All input items are read as the rows of one table.',
};

/** Keeps records in step with a table: all items of the run, matched by External ID. */
export function sync(type: RecordType, row: SyncRow): OperationDefinition {
	const table: TableOperation = {
		run: async (items) => await syncTable(items, type, row),
	};
	return {
		name: 'Sync',
		value: 'sync',
		action: `Sync ${type.plural} from a table`,
		description: `Match all input items with the ${type.plural} in Vitally by external ID, and write only what differs`,
		remark: 'See [Sync](sync.md).',
		endpoints: [`PUT ${type.path}/:id`, `POST ${type.path}`],
		reads: row.reads ?? readsByExternalId(type),
		returns: SUMMARY,
		columns: mapperColumns([...(row.required ?? []), ...(row.optional ?? [])]),
		fields: [
			...(row.above ?? []),
			externalIdColumn,
			...bodyProperties(row, additionalCollection),
			optionsField([
				dryRunOption,
				emptyValuesOption,
				traitsToClearField,
				...bodyOptions(row),
				...syncOptions,
			]),
		],
		run: asSingleItemRun(table),
		table,
	};
}

/**
 * A name without which the service makes no record, but that is not needed to change one.
 *
 * @param plural the records in running text
 */
export function nameToCreate(plural: string): INodeProperties {
	return textProperty('Name', 'name', {
		placeholder: 'e.g. Acme Inc.',
		description: `Only needed for ${plural} that Vitally does not have yet`,
	});
}

const SUMMARY = {
	created: 'number',
	updated: 'number',
	unchanged: 'number',
	missing: 'number',
	failed: 'number',
	seconds: 'number',
	requests: 'number',
	failures: 'object[]',
} as const;
