import type { INodeProperties } from 'n8n-workflow';

import type { Operation, TableOperation } from '../execution/operation';
import { additionalCollection, optionsField } from '../fields/collections';
import { dryRunOption } from '../fields/options';
import { textProperty } from '../fields/properties';
import { withParam, type ItemParameters } from '../fields/itemParameters';
import { usesMapper } from '../fields/traits/traits';
import { columnsLeftOut } from '../fields/traits/traitsMapper';
import { emailSearch } from '../records/search';
import { readsByExternalId, recordListOf } from '../records/recordList';
import type { RecordType } from '../records/recordType';
import type { ReadFields } from '../sync/differences';
import { matchFields, syncOptions, syncOutputField } from '../sync/options';
import type { SyncSpec } from '../sync/plan';
import { syncTable } from '../sync/syncTable';
import { undoTable, type UndoSpec } from '../sync/undo/undoTable';
import {
	bodyProperties,
	mapperColumns,
	resolveBody,
	readValues,
	updateOptions,
	type BodyDefinition,
} from './body/bodyDefinition';
import { optionalTextField, type BodyField } from './body/bodyField';
import type { OperationDefinition, OutputShape } from './definition/operationDefinition';

interface SyncDefinition
	extends BodyDefinition,
		Omit<ReadFields, 'fields'>,
		Pick<SyncSpec, 'readById'>,
		Partial<Pick<SyncSpec, 'listOf'>>,
		Pick<OperationDefinition, 'reads'> {
	/** Additional fields of records that no row names. */
	details?: OutputShape['details'];
	/** Fields above all others. */
	above?: INodeProperties[];
	/** The service's names of fields, where they differ from those of the editor. */
	sentAs?: Readonly<Record<string, string>>;
	/** Names of the fields without which the service creates no record. */
	requiredOnCreate?: readonly string[];
}

/** Sync, and the operation that undoes it. */
export function syncWithUndo(type: RecordType, definition: SyncDefinition): OperationDefinition[] {
	return [sync(type, definition), undoSync(type, definition)];
}

/** Updates records from a table: all items of the run. */
function sync(type: RecordType, definition: SyncDefinition): OperationDefinition {
	const { required = [], optional = [], details } = definition;
	const properties = [...required, ...optional].map(({ property }) => property);
	const atTop = required.map((field) => ({ ...field, property: hiddenByMapper(field.property) }));
	const valuesOf = (item: ItemParameters) => readValues(item, definition, 'additionalFields');
	const spec: SyncSpec = {
		...definition,
		...comparedRecords(type, definition),
		requiredOnCreate: properties.filter(({ name }) => definition.requiredOnCreate?.includes(name)),
		readValues: valuesOf,
		resolveBody,
		describe: details?.of,
		columnsLeftOut: (item) => (usesMapper(item) ? columnsLeftOut(item) : []),
		isMapped: (item) =>
			required.some(({ property }) => item.isExpression?.(property.name)) ||
			Object.values(valuesOf(withEmptyValues(item))).some((value) => value !== undefined),
	};
	const table: TableOperation = { run: async (items) => await syncTable(items, spec) };
	return {
		name: 'Sync',
		value: 'sync',
		action: `Sync ${type.plural} from a table`,
		description: `Match all input items with the ${type.plural} in Vitally, and write only what differs`,
		docsNote: 'See [Sync](sync.md).',
		builderHint:
			'For tables with many rows. Connect the rows directly, without a loop: all input items are compared at once.',
		endpoints: [`PUT ${type.path}/:id`, `POST ${type.path}`],
		reads: [
			...(definition.reads ?? readsByExternalId(type)),
			...(type.hasEmail ? [`GET ${emailSearch(type)}`] : []),
			...(details ? [details.reads] : []),
		],
		returns: SUMMARY,
		columns: mapperColumns(definition),
		fields: [
			...(definition.above ?? []),
			...matchFields(type),
			...bodyProperties({ ...definition, required: atTop }, additionalCollection),
			syncOutputField,
			updateOptions(definition, syncOptions),
		],
		run: runOneRow(table),
		table,
	};
}

/** Restores what Sync changed, from its output items. */
function undoSync(type: RecordType, definition: SyncDefinition): OperationDefinition {
	const spec = comparedRecords(type, definition);
	const table: TableOperation = { run: async (items) => await undoTable(items, spec) };
	return {
		name: 'Undo Sync',
		value: 'undoSync',
		action: `Undo sync of ${type.plural}`,
		description: `Restore ${type.plural} from the 'Changed Records' of a Sync`,
		docsNote: 'See [Undo Sync](sync.md#undo-sync).',
		endpoints: [`PUT ${type.path}/:id`],
		reads: definition.reads ?? readsByExternalId(type),
		returns: {
			result: 'string',
			name: 'string?',
			externalId: 'string?',
			changedFields: 'object',
			id: 'string?',
			fieldsLeft: 'string[]',
			reason: 'string',
		},
		fields: [...(definition.above ?? []), optionsField([dryRunOption])],
		run: runOneRow(table),
		table,
	};
}

/** The records that a table may change, and their fields by the names under which they are sent. */
function comparedRecords(type: RecordType, definition: SyncDefinition): UndoSpec {
	const { required = [], optional = [], sentAs = {} } = definition;
	const written = [...required, ...optional].filter(({ isTrait }) => isTrait !== true);
	const nameOf = ({ property: { name } }: BodyField) => sentAs[name] ?? name;
	const labels = written
		.filter(({ empty }) => empty === 'none' || (empty && empty.cleared === undefined))
		.map((field) => [nameOf(field), field.property.displayName] as const);
	return {
		...{ listOf: () => recordListOf(type), ...definition, type },
		fields: [...new Set(written.map(nameOf))],
		notClearable: new Map(labels),
	};
}

/** Syncs a single item, where n8n executes the node through its routing. */
function runOneRow(table: TableOperation): Operation {
	return async (item) => {
		const {
			summary,
			rows,
			unpaired = [],
			error,
		} = await table.run({
			size: 1,
			rows: async function* () {
				yield { index: 0, item };
			},
			hint: () => {},
		});
		if (error) throw error.cause;
		const json = summary ?? rows.get(0)?.json;
		return [...(json ? [json] : []), ...unpaired];
	};
}

/** A field that the mapper offers too. */
export function hiddenByMapper(property: INodeProperties): INodeProperties {
	const show = { ...property.displayOptions?.show, traitsMode: ['fields', 'json'] };
	return { ...property, displayOptions: { show } };
}

/** The parameters of a row in which empty values count as values. */
function withEmptyValues(item: ItemParameters): ItemParameters {
	const param: ItemParameters['param'] = (name, fallback) =>
		name === 'options.emptyValues' ? 'send' : item.param(name, fallback);
	return { ...withParam(item, param), input: item.input };
}

/** A name that the service requires of a new record, but not to change one. */
export const nameToCreate = optionalTextField(
	textProperty('Name', 'name', {
		placeholder: 'e.g. Acme Inc.',
		description: 'Only needed for records that Vitally does not have yet',
	}),
);

const SUMMARY = {
	created: 'number',
	updated: 'number',
	unchanged: 'number',
	missing: 'number',
	failed: 'number',
	notInTable: 'number?',
	fieldsChanged: { each: { field: 'string', records: 'number' } },
	columnsLeftOut: 'string[]',
	seconds: 'number',
	requests: 'number',
	failures: {
		each: { row: 'number', externalId: 'string', reason: 'string', description: 'string' },
	},
} as const;
