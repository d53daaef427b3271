import type { ILoadOptionsFunctions, ResourceMapperFields } from 'n8n-workflow';

import { mapperColumn, type MapperColumn } from '../fields/traits/traitsMapper';
import { RESOURCES } from '../resources/index';
import { customObjectInstanceType } from '../resources/recordTypes';
import { isEmpty } from '../values/emptyValues';
import { isPlainObject } from '../values/json';
import { traitTypeOf, type TraitType } from '../values/traitValue';
import { readTraitDefinitions, traitLabels } from './loadTraitDefinitions';

/**
 * The columns of the mapper: the fields of the record that the operation can write, then the traits of the
 * workspace with their types; none for instances of a custom object that is not chosen yet.
 * Source: docs/internal/beyond.md, 9
 */
async function mapTraits(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	const name = this.getCurrentNodeParameter('resource');
	const chosen: unknown = this.getCurrentNodeParameter('customObjectId');
	const hasChosen = !isEmpty(isPlainObject(chosen) ? chosen.value : chosen);
	if (name === customObjectInstanceType.name && !hasChosen) return { fields: [] };

	const definitions = await readTraitDefinitions(
		this,
		"Choose 'Using Fields Below' or 'Using JSON' under Specify Traits, and enter the keys of the traits.",
	);
	const value = this.getCurrentNodeParameter('operation');
	const fields =
		RESOURCES.find((resource) => resource.name === name)?.operations.find(
			(operation) => operation.value === value,
		)?.columns ?? [];
	// Some fields are sent as traits with the same name.
	const traits = definitions.filter(({ path }) => fields.every(({ id }) => id !== path));
	const labels = traitLabels(traits);
	const columns = traits.map(({ path, type }) => {
		const [key, traitType] = [String(path), traitTypeOf(type)];
		// Values of a type that is not known are sent unchanged.
		const columnType = traitType && COLUMN_TYPES[traitType];

		return mapperColumn(key, labels.get(key) ?? key, columnType, traitType);
	});
	// The editor shows the name at once; others are added.
	const all = [...fields, ...columns];

	return { fields: all.map((column) => ({ ...column, removed: column.id !== 'name' })) };
}

const COLUMN_TYPES: Record<TraitType, MapperColumn['type']> = {
	boolean: 'boolean',
	date: 'dateTime',
	dateTime: 'dateTime',
	multiSelect: 'array',
	number: 'number',
	string: 'string',
};

/** By the names in `resourceMapperMethod`. */
export const resourceMapping = { mapTraits };
