import type { IDataObject, ILoadOptionsFunctions, ResourceMapperFields } from 'n8n-workflow';

import type { MapperColumn } from '../fields/traits/traitsMapper';
import { RESOURCES } from '../resources/index';
import { readTraitDefinitions } from './traitDefinitions';

/**
 * The columns of the mapper: the fields of the record that the operation can write, then the traits of the
 * workspace with their types.
 * Source: docs/internal/beyond.md, 9
 */
async function mapTraits(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	const definitions = await readTraitDefinitions(
		this,
		"Choose 'Using Fields Below' or 'Using JSON' under Specify Traits, and enter the keys of the traits.",
	);
	const resource = RESOURCES.find(({ name }) => name === this.getCurrentNodeParameter('resource'));
	const operation = resource?.operations.find(
		({ value }) => value === this.getCurrentNodeParameter('operation'),
	);
	const fields = operation?.columns ?? [];
	// Some fields are sent as traits with the same name.
	const traits = definitions.filter(({ path }) => fields.every(({ id }) => id !== path));
	return { fields: [...fields, ...traits.map(traitColumn)] };
}

function traitColumn({ path, label, type }: IDataObject): MapperColumn {
	const types =
		TYPES[
			String(type)
				.toLowerCase()
				.replace(/[^a-z]/g, '')
		];
	return {
		id: String(path),
		displayName: typeof label === 'string' && label !== '' ? label : String(path),
		...types,
		required: false,
		defaultMatch: false,
		canBeUsedToMatch: false,
		display: true,
	};
}

/** Not all names of types are known (docs/internal/beyond.md, 9): values of other types are sent unchanged. */
const TYPES: Record<string, Pick<MapperColumn, 'type' | 'traitType'> | undefined> = {
	boolean: { type: 'boolean', traitType: 'boolean' },
	date: { type: 'dateTime', traitType: 'date' },
	datetime: { type: 'dateTime', traitType: 'dateTime' },
	multiselect: { type: 'array', traitType: 'multiSelect' },
	number: { type: 'number', traitType: 'number' },
	string: { type: 'string', traitType: 'string' },
	textarea: { type: 'string', traitType: 'string' },
};

/** By the names in `resourceMapperMethod`. */
export const resourceMapping = { mapTraits };
