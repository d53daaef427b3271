import type { IDataObject, ILoadOptionsFunctions, ResourceMapperFields } from 'n8n-workflow';

import { mapperColumn, type MapperColumn } from '../fields/traits/traitsMapper';
import { RESOURCES } from '../resources/index';
import { customObjectInstanceType } from '../resources/recordTypes';
import { isEmpty } from '../values/emptyValues';
import { isPlainObject } from '../values/json';
import { traitTypeOf, type TraitType } from '../values/traitValue';
import { readTraitDefinitions } from './loadTraitDefinitions';

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
	return { fields: [...fields, ...traits.map(traitColumn)] };
}

/** Values of a type that is not known are sent unchanged. */
function traitColumn({ path, label, type }: IDataObject): MapperColumn {
	const name = typeof label === 'string' && label !== '' ? label : String(path);
	const traitType = traitTypeOf(type);
	return mapperColumn(String(path), name, traitType && COLUMN_TYPES[traitType], traitType);
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
