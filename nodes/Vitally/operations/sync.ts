import type { INodeProperties } from 'n8n-workflow';

import { dryRunOption } from '../execution/dryRun';
import type { Operation, TableOperation } from '../execution/operation';
import { additionalCollection } from '../fields/collections';
import { emptyValuesOption } from '../fields/emptyValues';
import { optionsField } from '../fields/options';
import { textProperty } from '../fields/properties';
import { externalIdField } from '../fields/text';
import { traitsToClearField } from '../fields/traits/traits';
import { readsByExternalId, recordSourceOf } from '../records/recordSource';
import type { RecordType } from '../records/recordType';
import type { ReadFields } from '../sync/differences';
import { syncOptions } from '../sync/options';
import type { SyncSpec } from '../sync/plan';
import { syncTable } from '../sync/syncTable';
import {
	bodyOptions,
	bodyProperties,
	mapperColumns,
	resolveBody,
	readValues,
	type BodyDefinition,
} from './body/bodyDefinition';
import type { OperationDefinition } from './definition/types';

interface SyncDefinition
	extends BodyDefinition,
		Omit<ReadFields, 'fields'>,
		Pick<SyncSpec, 'explain'>,
		Partial<Pick<SyncSpec, 'source'>>,
		Pick<OperationDefinition, 'reads'> {
	/** Fields above all others. */
	above?: INodeProperties[];
	/** Names of the fields without which the service creates no record. */
	requiredOnCreate?: readonly string[];
}

const externalIdColumn: INodeProperties = {
	...externalIdField,
	description:
		'The column with your unique ID for each record. All input items are read as the rows of one table.',
};

/** Updates records from a table: all items of the run, matched by External ID. */
export function sync(type: RecordType, row: SyncDefinition): OperationDefinition {
	const properties = [...(row.required ?? []), ...(row.optional ?? [])].map(
		({ property }) => property,
	);
	const spec: SyncSpec = {
		source: () => recordSourceOf(type),
		...row,
		type,
		fields: properties.map(({ name }) => name),
		requiredOnCreate: properties.filter(({ name }) => row.requiredOnCreate?.includes(name)),
		readValues: (item) => readValues(item, row, 'additionalFields'),
		resolveBody,
	};
	const table: TableOperation = { run: async (items) => await syncTable(items, spec) };
	return {
		name: 'Sync',
		value: 'sync',
		action: `Sync ${type.plural} from a table`,
		description: `Match all input items with the ${type.plural} in Vitally by external ID, and write only what differs`,
		docsNote: 'See [Sync](sync.md).',
		builderHint:
			'For tables with many rows. Connect the rows directly, without a loop: all input items are compared at once.',
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
		run: runOneRow(table),
		table,
	};
}

/** Syncs a single item, where n8n executes the node through its routing. */
function runOneRow(table: TableOperation): Operation {
	return async (item) => {
		const { summary, rows, error } = await table.run({
			size: 1,
			rows: async function* () {
				yield { index: 0, item };
			},
			beforeRow: async () => {},
			log: () => {},
			hint: () => {},
		});
		if (error) throw error.cause;
		const json = summary ?? rows.get(0)?.json;
		return json ? [json] : [];
	};
}

/**
 * A name that the service requires of a new record, but not to change one.
 *
 * @param plural noun for the records
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
