import type { IDataObject } from 'n8n-workflow';

import { VitallyError } from '../../errors/vitallyError';
import { assertDepth } from '../../values/json/json';
import type { RawTraits } from '../../values/traits/buildTraits';
import { nameOfColumn, namesTrait, whyNoTrait } from '../../values/traits/columnNames';
import type { DefinedTraits } from '../../values/traits/definedTraits';
import { matchColumns, severalColumnsError, similarTarget } from '../../values/traits/matchColumns';
import {
	isTraitType,
	traitTypeOf,
	valueParameter,
	type TraitType,
} from '../../values/traits/traitValue';
import type { ItemParameters } from '../itemParameters';
import { readChoice, readObject } from '../readers';
import {
	columnsWithoutTraitOption,
	MAPPER_NAME,
	mapperColumn,
	type MapperColumn,
} from './traitsMapper';

/** The reason why a column is left out, as a person reads it after the column's name, and what would map it. */
export interface LeftOut {
	reason: string;
	/** The option 'Columns Without Trait' creates a trait, or another name of the column fits one; otherwise nothing does. */
	remedy?: 'createTrait' | 'rename';
}

const CSM_COLUMN = /^csm([\s_-]?(id|name|e?-?mail))?$/i;

/** The reason for a trait that the user mapped and that Vitally no longer has. */
const DELETED_TRAIT: LeftOut = { reason: 'Vitally no longer has this trait' };

/** A column of the table with its trait or field; a column without one may get a new trait. */
interface MappedColumn {
	name: string;
	target: MapperColumn;
}

interface MappedValue {
	target: MapperColumn;
	value: unknown;
}

/** The mapper as the node stores it. */
interface StoredMapper {
	value: unknown;
	/** The fields and traits when the list was loaded into the editor. */
	schema: readonly MapperColumn[];
	isAutomatic: boolean;
}

/** The columns of a table that no other parameter uses. */
interface MatchedTable {
	columns: readonly string[];
	mapped: readonly MappedColumn[];
	/** Columns for which a trait can be created. */
	unmapped: readonly MappedColumn[];
	/** The columns of which no trait can be created, and why. */
	neverCreated: ReadonlyMap<string, LeftOut>;
	/** All columns without a trait, and why each is left out: those above and those of `unmapped`. */
	withoutTrait: ReadonlyMap<string, LeftOut>;
}

/** The values of an item, by the way in which they are sent. */
export interface MappedItem {
	traits: RawTraits;
	fields: Record<string, unknown>;
}

/**
 * Reads the mapper for the items of one run. All of them have one mapping, which fits the columns of the whole table: what
 * a blank cell leaves out of an item is empty there, and no other column takes its place.
 */
export class TraitMapper {
	private readonly fields: ReadonlyMap<string, MapperColumn>;
	/** The fields, and the traits of today. */
	private readonly targets: ReadonlyMap<string, MapperColumn> | undefined;
	private matched: { all: readonly string[]; table: MatchedTable | Error } | undefined;

	/**
	 * @param fields the fields of the record that can be mapped
	 * @param defined the traits of the workspace today; `undefined` where they cannot be read: then those count that were
	 * loaded into the editor
	 */
	constructor(
		fields: readonly MapperColumn[],
		readonly defined: DefinedTraits | undefined,
	) {
		this.fields = new Map(fields.map((field) => [field.id, field]));
		if (!defined) return;

		const traits = defined.traits
			// Some fields are sent as traits with the same name.
			.filter(({ key }) => !this.fields.has(key))
			.map(({ key, label = key, type }) => mapperColumn(key, label, undefined, type));

		this.targets = new Map([...fields, ...traits].map((target) => [target.id, target]));
	}

	/**
	 * Reads the values of an item: its traits, and those of fields other than traits, by name.
	 *
	 * @throws VitallyError for ambiguous columns, and for those without a trait where the option is 'Error'
	 */
	read(item: ItemParameters): MappedItem {
		const stored = readStored(item);
		const values = stored.isAutomatic
			? this.automaticValues(item, stored)
			: this.manualValues(item, stored);
		const fields: Record<string, unknown> = {};
		const rows: IDataObject[] = [];
		const json: IDataObject = {};

		for (const { target, value } of values) {
			const { id } = target;
			const type = traitTypeOfTarget(target);

			if (this.fields.has(id)) {
				fields[id] = value;
			} else if (type) {
				rows.push({ key: id, type, [valueParameter(type)]: value as never });
			} else {
				// Without a type, the trait is sent as the value is.
				json[id] = value as never;
			}
		}

		return { traits: { rows, json }, fields };
	}

	/**
	 * Asserts that the user mapped a column, where columns are mapped by hand.
	 *
	 * @throws VitallyError if there is none, because no trait of the item would be sent
	 */
	assertMapped(item: ItemParameters): void {
		const stored = readStored(item);
		if (stored.isAutomatic || manualValues(stored).length > 0) return;

		throw new VitallyError(
			'No fields or traits are mapped',
			"Click 'Add field to send' and drag a column onto the field, or choose 'Map Automatically'.",
			{ field: 'Traits' },
		);
	}

	/** Returns the columns that are left out, each with the reason. */
	columnsLeftOut(item: ItemParameters): ReadonlyMap<string, LeftOut> {
		const stored = readStored(item);

		if (!stored.isAutomatic) {
			return new Map(this.columnsDeleted(item).map((name) => [name, DELETED_TRAIT]));
		}

		const { withoutTrait, neverCreated } = this.match(item, stored.schema);

		return readRule(item) === 'ignore' ? withoutTrait : neverCreated;
	}

	/** Returns the labels of traits that the user mapped and that are left out, because Vitally no longer has them. */
	columnsDeleted(item: ItemParameters): string[] {
		const stored = readStored(item);
		if (stored.isAutomatic || readRule(item) !== 'ignore') return [];

		return manualValues(stored)
			.filter(this.isDeleted)
			.map(({ target }) => target.displayName);
	}

	/** Returns the columns that automatic mapping finds, where none of them fits a field; otherwise `undefined`. */
	columnsWithout(item: ItemParameters, field: string): readonly string[] | undefined {
		const stored = readStored(item);
		if (!stored.isAutomatic) return undefined;

		const { columns, mapped } = this.match(item, stored.schema);
		const isMapped = mapped.some(({ target }) => target.id === field);

		return isMapped ? undefined : columns;
	}

	/** The columns of the input that no other parameter uses, each with the trait of its name. */
	private automaticValues(item: ItemParameters, { schema }: StoredMapper): MappedValue[] {
		const rule = readRule(item);
		const { mapped, unmapped } = this.match(item, schema);

		if (rule === 'error' && unmapped.length > 0) {
			throw noTraitError(unmapped.map(({ name }) => name));
		}

		const columns = rule === 'create' ? [...mapped, ...unmapped] : mapped;

		return columns.map(({ name, target }) => {
			const value = item.input?.json[name];

			assertDepth(value, name);

			return { target, value };
		});
	}

	/** The columns that the user mapped. */
	private manualValues(item: ItemParameters, stored: StoredMapper): MappedValue[] {
		const rule = readRule(item);
		const values = manualValues(stored);
		const deleted = values.filter(this.isDeleted);

		if (rule === 'error' && deleted.length > 0) {
			throw noTraitError(deleted.map(({ target }) => target.displayName));
		}

		const sent = rule === 'create' ? values : values.filter((value) => !this.isDeleted(value));

		// The type of a trait is that of today.
		return sent.map(({ target, value }) => ({
			target: this.targets?.get(target.id) ?? target,
			value,
		}));
	}

	private readonly isDeleted = ({ target }: MappedValue): boolean =>
		this.targets !== undefined && !this.targets.has(target.id);

	/**
	 * Matches the columns of the table with the traits, once for all items.
	 *
	 * @throws VitallyError for ambiguous columns, and where the traits are not known
	 */
	private match({ input }: ItemParameters, schema: readonly MapperColumn[]): MatchedTable {
		const all = input?.columns() ?? [];

		if (this.matched?.all !== all) {
			const usedElsewhere = input?.usedInOtherFields(MAPPER_NAME);
			const columns = all.filter((column) => !usedElsewhere?.has(column));
			const today = this.targets && [...this.targets.values()];
			const targets = today ?? schema.map((target) => this.fields.get(target.id) ?? target);

			this.matched = { all, table: matchTable(columns, targets) };
		}

		const { table } = this.matched;
		if (table instanceof Error) throw table;

		return table;
	}
}

function readStored(item: ItemParameters): StoredMapper {
	const { value, schema, mappingMode } = readObject(item, {
		parameter: MAPPER_NAME,
		label: 'Traits',
	});

	return {
		value,
		schema: Array.isArray(schema) ? (schema as MapperColumn[]) : [],
		isAutomatic: mappingMode === 'autoMapInputData',
	};
}

/** The columns that the user mapped; n8n stores null for hidden columns, which is not an empty value. */
function manualValues({ value: mapped, schema }: StoredMapper): MappedValue[] {
	const targets = new Map(schema.map((target) => [target.id, target]));

	return Object.entries((mapped ?? {}) as Record<string, unknown>)
		.map(([id, value]) => ({ target: targets.get(id) ?? mapperColumn(id, id), value }))
		.filter(({ target }) => target.removed !== true);
}

function readRule(item: ItemParameters): 'ignore' | 'create' | 'error' {
	return readChoice(item, columnsWithoutTraitOption, 'options');
}

function noTraitError(columns: string[]): VitallyError {
	const quoted = columns.map((column) => `'${column}'`);

	return new VitallyError(
		`There is no trait for ${quoted.join(', ')}`,
		"Rename the columns, create the traits in Vitally and refresh the list, or choose 'Ignore' or 'Create Trait' for 'Columns Without Trait' under Options.",
		{ field: 'Columns Without Trait' },
	);
}

/** @returns the error where columns are ambiguous, because it is that of every item */
function matchTable(
	columns: readonly string[],
	targets: readonly MapperColumn[],
): MatchedTable | Error {
	if (columns.length > 0 && targets.length === 0) return notLoadedError();

	try {
		const matches = matchColumns(columns, targets);
		const neverCreated = new Map<string, LeftOut>();
		const withoutTrait = new Map<string, LeftOut>();
		const unmapped: MappedColumn[] = [];

		for (const name of columns) {
			if (matches.has(name)) continue;

			const reason = whyNoTrait(name) ?? whyField(name, targets);

			if (reason === undefined) {
				unmapped.push(withNewTrait(name, unmapped));
				withoutTrait.set(name, whyLeftOut(name, targets));
			} else {
				neverCreated.set(name, { reason });
				withoutTrait.set(name, { reason });
			}
		}

		const mapped = [...matches].map(([name, target]) => ({ name, target }));

		return { columns, mapped, unmapped, neverCreated, withoutTrait };
	} catch (error) {
		return error as Error;
	}
}

/**
 * A column `traits.<key>` is never sent as the field of this name. Nor can a trait have it: the editor offers the field in
 * its place.
 */
function whyField(name: string, targets: readonly MapperColumn[]): string | undefined {
	if (!namesTrait(name)) return undefined;

	const key = nameOfColumn(name);
	const isTaken = targets.some(({ id, isField }) => isField && id === key);

	return isTaken ? `'${key}' is a field of the record` : undefined;
}

/** @throws VitallyError where another column has the same key, as mapping reads it */
function withNewTrait(name: string, others: readonly MappedColumn[]): MappedColumn {
	const key = nameOfColumn(name);
	const other = others.find(({ target }) => target.id === key);
	if (other) throw severalColumnsError(key, other.name, name);

	return { name, target: mapperColumn(key, key) };
}

function notLoadedError(): VitallyError {
	return new VitallyError(
		"The traits of the workspace are not loaded into 'Traits'",
		"Open the node in the editor and refresh the list of traits, or choose another way under 'Specify Traits'.",
		{ field: 'Traits' },
	);
}

function whyLeftOut(column: string, targets: readonly MapperColumn[]): LeftOut {
	if (CSM_COLUMN.test(column.trim())) return { reason: "Vitally's API cannot assign a CSM" };

	const similar = similarTarget(column, targets);
	if (similar) return { reason: `similar to ${similar.displayName}`, remedy: 'rename' };

	return { reason: 'no such trait', remedy: 'createTrait' };
}

function traitTypeOfTarget({ traitType, type }: MapperColumn): TraitType | undefined {
	if (isTraitType(traitType)) return traitType;

	return type === 'array' ? 'multiSelect' : traitTypeOf(type);
}
