import type { IDataObject, ILoadOptionsFunctions, ResourceMapperFields } from 'n8n-workflow';

import { mapperColumn, type MapperColumn } from '../fields/traits/traitsMapper';
import { RESOURCES } from '../resources/index';
import { customObjectInstanceType } from '../resources/recordTypes';
import { isEmpty } from '../values/emptyValues';
import { isPlainObject } from '../values/json/json';
import { traitTypeOf, type TraitType } from '../values/traits/traitValue';
import { readTraitDefinitions, traitLabels } from './loadTraitDefinitions';

const COLUMN_TYPES: Record<TraitType, MapperColumn['type']> = {
	boolean: 'boolean',
	date: 'dateTime',
	dateTime: 'dateTime',
	multiSelect: 'array',
	number: 'number',
	string: 'string',
};

/** The methods of the mapper by the names in `resourceMapperMethod`. */
export const resourceMapping = { mapTraits };

/**
 * Returns the columns of the mapper: the fields of the record that the operation can write, then the traits of the
 * workspace with their types. There are none for instances of a custom object that is not chosen yet.
 * Source: docs/internal/beyond.md, 9
 */
async function mapTraits(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	const resource = this.getCurrentNodeParameter('resource');
	const chosen: unknown = this.getCurrentNodeParameter('customObjectId');
	const hasChosen = !isEmpty(isPlainObject(chosen) ? chosen.value : chosen);
	if (resource === customObjectInstanceType.name && !hasChosen) return { fields: [] };

	const definitions = await readTraitDefinitions(
		this,
		"Choose 'Using Fields Below' or 'Using JSON' under 'Specify Traits', and enter the keys of the traits.",
	);
	const fields = fieldColumns(resource, this.getCurrentNodeParameter('operation'));
	// Some fields are sent as traits with the same name.
	const traits = definitions.filter(({ path }) => fields.every(({ id }) => id !== path));
	const columns = [...fields, ...traitColumns(traits)];

	// The editor shows the name at once; the user adds the other columns.
	return { fields: columns.map((column) => ({ ...column, removed: column.id !== 'name' })) };
}

function fieldColumns(resourceName: unknown, operationValue: unknown): readonly MapperColumn[] {
	const resource = RESOURCES.find(({ name }) => name === resourceName);
	const operation = resource?.operations.find(({ value }) => value === operationValue);

	return operation?.columns ?? [];
}

function traitColumns(traits: readonly IDataObject[]): MapperColumn[] {
	const labels = traitLabels(traits);

	return traits.map(({ path, type }) => {
		const key = String(path);
		const traitType = traitTypeOf(type);
		// Values of a type that is not known are sent unchanged.
		const columnType = traitType && COLUMN_TYPES[traitType];

		return mapperColumn(key, labels.get(key) ?? key, columnType, traitType);
	});
}
