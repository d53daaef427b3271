import type { ILoadOptionsFunctions } from 'n8n-workflow';

import type { MapperColumn } from '../fields/traitsMapper';
import { traitColumns } from '../methods/traitColumns';
import { RESOURCES } from './index';
import { traitsOfResource } from './listSearch';

/** The record's own fields that the operation of the node can write. */
function fieldsOfOperation(context: ILoadOptionsFunctions): readonly MapperColumn[] {
	const chosen = (name: string) => context.getCurrentNodeParameter(name);
	const resource = RESOURCES.find(({ name }) => name === chosen('resource'));
	const row = resource?.operations.find(({ value }) => value === chosen('operation'));
	return row?.columns ?? [];
}

/** The columns of the resource mapper, by the name that its field uses. */
export const resourceMapping = { mapTraits: traitColumns(traitsOfResource, fieldsOfOperation) };
