import type { IDataObject, ILoadOptionsFunctions, ResourceMapperFields } from 'n8n-workflow';

import type { MapperColumn } from '../fields/traitsMapper';
import { toNodeApiError } from '../transport/errors/nodeError';
import { readDefinitions, type TraitQuery } from './traitDefinitions';

/**
 * The columns of the mapper: the record's own fields, then the traits of the workspace.
 *
 * @param queryOf which definitions are listed
 * @param fieldsOf the record's own fields that the operation can write
 * @returns a method that gives them with their types, as far as the service tells them
 * Source: docs/beyond.md, 9
 */
export function traitColumns(
	queryOf: TraitQuery,
	fieldsOf: (context: ILoadOptionsFunctions) => readonly MapperColumn[],
) {
	return async function (this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
		try {
			const fields = fieldsOf(this);
			const definitions = await readDefinitions(
				this,
				queryOf(this),
				"Choose 'Using Fields Below' or 'Using JSON' under Specify Traits, and enter the keys of the traits.",
			);
			const traits = definitions
				.filter(({ path }) => typeof path === 'string' && path !== '')
				// Some fields are sent as traits of their names.
				.filter(({ path }) => fields.every(({ id }) => id !== path))
				.map(traitColumn);
			return { fields: [...fields, ...traits] };
		} catch (error) {
			throw toNodeApiError(error as Error, this.getNode());
		}
	};
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

/** Not all names of types are known (docs/beyond.md, 9): values of others are sent as they come. */
const TYPES: Record<string, Pick<MapperColumn, 'type' | 'traitType'> | undefined> = {
	boolean: { type: 'boolean', traitType: 'boolean' },
	date: { type: 'dateTime', traitType: 'date' },
	datetime: { type: 'dateTime', traitType: 'dateTime' },
	multiselect: { type: 'array', traitType: 'multiSelect' },
	number: { type: 'number', traitType: 'number' },
	string: { type: 'string', traitType: 'string' },
	textarea: { type: 'string', traitType: 'string' },
};
