import type { INodeProperties } from 'n8n-workflow';

import { tableAsOperation } from '../execution/tableAsOperation';
import { additionalCollection, optionsField } from '../fields/collections';
import { replaceParam, type ItemParameters } from '../fields/itemParameters';
import { textProperty } from '../fields/properties';
import { traitsToClearField } from '../fields/traits/traitFields';
import type { TraitMapper } from '../fields/traits/traitMapping';
import { columnsWithoutTraitOption } from '../fields/traits/traitsMapper';
import { dryRunField, emptyValuesOption } from '../fields/writeOptions';
import { recordListOf } from '../records/recordList';
import type { RecordType } from '../records/recordType';
import type { ReadFields } from '../sync/changes';
import { maxChanges, matchFields, syncOptions, syncOutputField } from '../sync/options';
import { stringOrUndefined, type RecordSpec } from '../sync/plan';
import { AFTER_A_FORM } from '../sync/planners/changeItem';
import { APPLY, UNDO, type Direction } from '../sync/planners/direction';
import { ChangePlanner } from '../sync/planners/planChanges';
import { SyncPlanner, type SyncSpec } from '../sync/planners/planSync';
import { syncTable } from '../sync/syncTable';
import {
	bodyProperties,
	mapperColumns,
	openMapper,
	resolveBody,
	readValues,
	type BodyDefinition,
} from './body/bodyDefinition';
import { enteredValue, optionalTextField, type BodyField } from './body/bodyField';
import { readTraitTypes } from './body/traitDefinitions';
import type { OperationDefinition, OutputShape } from './definition/operationDefinition';

interface SyncDefinition
	extends BodyDefinition,
		Omit<ReadFields, 'fields'>,
		Pick<RecordSpec, 'placeColumns' | 'placeOf' | 'hasDistinctNames'>,
		Partial<Pick<RecordSpec, 'listOf'>> {
	/** Reads additional fields of records that no row names. */
	details?: OutputShape['details'];
	/** Fields above all others. */
	above?: INodeProperties[];
	/** The service's names of fields, where they differ from those of the editor. */
	sentAs?: Readonly<Record<string, string>>;
	/** The names of the fields without which the service creates no record. */
	requiredOnCreate?: readonly string[];
}

/** The output of a row, in its order; a summary has numbers instead. */
const ROW = {
	result: 'string',
	name: 'string?',
	changes: 'string?',
	reason: 'string?',
	row: 'number?',
	externalId: 'string?',
	description: 'string?',
	fieldsLeft: 'string[]?',
	id: 'string?',
	url: 'string?',
	resource: 'string',
	customObjectId: 'string?',
} as const;

const CHANGED_RECORD = { ...ROW, dryRun: 'boolean', changedFields: 'string?' } as const;

const SYNCED_RECORD = {
	...ROW,
	updatedAt: 'string?',
	churnedAt: 'string?',
	csmName: 'string?',
	dryRun: 'boolean',
	columnsLeftOut: 'string?',
	changedFields: 'string?',
} as const;

const READS_TRAIT_TYPES =
	'If a value may be a time, the node reads the types of the traits: `GET /resources/customFields`.';

/** A name that the service requires of a new record, but not to change one. */
export const nameToCreate = optionalTextField(
	textProperty('Name', 'name', {
		placeholder: 'e.g. Acme Inc.',
		description: 'Only needed for records that Vitally does not have yet',
	}),
);

/** Sync, the operation that applies its dry run, and the one that undoes both. n8n's rules allow no colon in actions. */
export function syncOperations(
	type: RecordType,
	definition: SyncDefinition,
): OperationDefinition[] {
	return [sync(type, definition), applyChanges(type, definition), undoSync(type, definition)];
}

function sync(type: RecordType, definition: SyncDefinition): OperationDefinition {
	const { above = [], required = [] } = definition;
	const spec = syncSpec(type, definition);
	const body = {
		...definition,
		required: required.map((field) => ({ ...field, property: hiddenByMapper(field.property) })),
	};

	return {
		name: 'Sync',
		value: 'sync',
		action: `Sync ${type.plural}`,
		description: `Match all input items with the ${type.plural} in Vitally, and write only what differs`,
		docsNote: 'See [Sync](sync.md).',
		builderHint:
			'For tables with many rows. Connect the rows directly, without a loop: all input items are compared at once.',
		endpoints: [`PUT ${type.path}/:id`, `POST ${type.path}`],
		returns: SYNCED_RECORD,
		columns: mapperColumns(definition),
		fields: [
			...above,
			...matchFields(type),
			...bodyProperties(body, additionalCollection),
			dryRunField,
			syncOutputField,
			optionsField([
				columnsWithoutTraitOption,
				emptyValuesOption,
				traitsToClearField,
				...syncOptions,
			]),
		],
		...tableAsOperation(async (table) => await syncTable(table, spec, new SyncPlanner(spec))),
	};
}

function applyChanges(type: RecordType, definition: SyncDefinition): OperationDefinition {
	return {
		...changeOperation(type, definition, APPLY, 'a dry run of Sync'),
		name: 'Sync: Apply Changes',
		value: 'applyChanges',
		action: `Apply the changes of a sync to ${type.plural}`,
		description: `Write the 'Changed Records' of a Sync's dry run to ${type.plural}, and nothing else`,
		docsNote: `See [Sync: Apply Changes](sync.md#sync-apply-changes). ${READS_TRAIT_TYPES}`,
		endpoints: [`PUT ${type.path}/:id`, `POST ${type.path}`],
	};
}

function undoSync(type: RecordType, definition: SyncDefinition): OperationDefinition {
	return {
		...changeOperation(type, definition, UNDO, "a Sync or of 'Sync: Apply Changes'"),
		name: 'Sync: Undo',
		value: 'undoSync',
		action: `Undo a sync of ${type.plural}`,
		description: `Restore ${type.plural} from the 'Changed Records' of a Sync`,
		docsNote: `See [Sync: Undo](sync.md#sync-undo). ${READS_TRAIT_TYPES}`,
		endpoints: [`PUT ${type.path}/:id`],
	};
}

/**
 * What applying and undoing have in common.
 *
 * @param source names the operations whose output items it reads
 */
function changeOperation(
	type: RecordType,
	definition: SyncDefinition,
	direction: Direction,
	source: string,
): Pick<OperationDefinition, 'returns' | 'fields' | 'run' | 'table'> {
	const spec = recordSpec(type, definition);
	const notice: INodeProperties = {
		displayName: `Connect the 'Changed Records' of ${source}, or those that you stored. ${AFTER_A_FORM}`,
		name: 'tableNotice',
		type: 'notice',
		default: '',
	};

	return {
		returns: CHANGED_RECORD,
		fields: [notice, ...(definition.above ?? []), dryRunField, optionsField([maxChanges])],
		...tableAsOperation(
			async (table) => await syncTable(table, spec, new ChangePlanner(spec, direction)),
		),
	};
}

/** What Sync needs of a type of record, beside what all three operations need. */
function syncSpec(type: RecordType, definition: SyncDefinition): SyncSpec {
	const { required = [] } = definition;
	const valuesOf: SyncSpec['readValues'] = (item, mapper) =>
		readValues(item, definition, { collection: 'additionalFields', mapper });

	const isMapped: SyncSpec['isMapped'] = (item, mapper) => {
		const isSetAtTop = required.some(({ property }) => item.isExpression?.(property.name));
		if (isSetAtTop) return true;

		const values = Object.values(valuesOf(sendEmptyValues(item), mapper));

		return values.some((value) => value !== undefined);
	};

	return {
		...recordSpec(type, definition),
		readValues: valuesOf,
		resolveBody,
		openMapper: async (item) => await openMapper(item, definition),
		nameIn: (item, mapper) => nameIn(item, definition, mapper),
		isMapped,
	};
}

/** The records that a table may change, and their fields by the names under which they are sent. */
function recordSpec(type: RecordType, definition: SyncDefinition): RecordSpec {
	const {
		required = [],
		optional = [],
		sentAs = {},
		requiredOnCreate = [],
		details,
		traitsDefinedBy,
	} = definition;
	const written = [...required, ...optional].filter(({ trait }) => trait === undefined);
	const sentName = ({ property: { name } }: BodyField) => sentAs[name] ?? name;
	const labelsOf = (fields: BodyField[]) =>
		new Map(fields.map((field) => [sentName(field), field.property.displayName]));
	const notClearable = written.filter(
		({ empty }) => empty === 'none' || (empty && empty.cleared === undefined),
	);
	const list = recordListOf(type);

	return {
		// A definition may have lists of its own.
		listOf: () => list,
		...definition,
		type,
		fields: [...new Set(written.map(sentName))],
		labels: labelsOf(written),
		notClearable: labelsOf(notClearable),
		requiredOnCreate: required
			.map(({ property }) => property)
			.filter(({ name }) => requiredOnCreate.includes(name)),
		traitTypes: async (item) => await readTraitTypes(item, traitsDefinedBy),
		describe: details?.read,
	};
}

/** The name of a record in its row, also where other values are invalid. */
function nameIn(
	item: ItemParameters,
	{ required = [] }: SyncDefinition,
	mapper: TraitMapper | undefined,
): string | undefined {
	try {
		const mapped = mapper?.read(item).fields.name;
		const field = required.find(({ property }) => property.name === 'name');

		return stringOrUndefined(mapped ?? (field && enteredValue(item, field.property, 'name')));
	} catch {
		// Another value of the row is invalid, or of its columns.
		return undefined;
	}
}

/** A field that the editor hides where the mapper is chosen. */
export function hiddenByMapper(property: INodeProperties): INodeProperties {
	const show = { ...property.displayOptions?.show, traitsMode: ['fields', 'json'] };

	return { ...property, displayOptions: { show } };
}

/** The parameters of a row in which empty values count as values. */
function sendEmptyValues(item: ItemParameters): ItemParameters {
	const param: ItemParameters['param'] = (name, fallback) =>
		name === 'options.emptyValues' ? 'send' : item.param(name, fallback);

	return { ...replaceParam(item, param), input: item.input };
}
