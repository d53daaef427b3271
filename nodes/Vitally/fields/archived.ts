import type { INodeProperties } from 'n8n-workflow';

import { VitallyError } from '../errors/vitallyError';
import type { ItemParameters } from './itemParameters';

export const archivedFilter: INodeProperties = {
	displayName: 'Archived',
	name: 'archived',
	type: 'boolean',
	default: false,
	description: 'Whether to return only deleted records, instead of only those that are not',
};

/**
 * The filter as the service takes it.
 *
 * @returns `undefined` when it was not added, or left empty by an expression or an AI model
 * @throws VitallyError for anything but true and false, also as texts
 */
export function archivedOf(item: ItemParameters): boolean | undefined {
	const value = item.param('filters.archived', '');
	if (value === '' || value === null) return undefined;
	if (value === true || value === 'true') return true;
	if (value === false || value === 'false') return false;
	throw new VitallyError(
		`The value ${JSON.stringify(value)} of 'Archived' is not true or false`,
		"Switch 'Archived' on or off under Filters, or let the expression give true or false.",
	);
}
