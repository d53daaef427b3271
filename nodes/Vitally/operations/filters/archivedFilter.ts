import type { INodeProperties } from 'n8n-workflow';

import type { ItemParameters } from '../../fields/itemParameters';
import { readBoolean } from '../../fields/readers';

export const archivedFilter: INodeProperties = {
	displayName: 'Archived',
	name: 'archived',
	type: 'boolean',
	default: false,
	description: 'Whether to return archived records instead of active ones',
};

/**
 * @returns `undefined` when it is not set or empty
 * @throws VitallyError for anything but true and false, also as text
 */
export function readArchived(item: ItemParameters): boolean | undefined {
	const value = item.param('filters.archived');
	if (value === undefined || value === '' || value === null) return undefined;
	return readBoolean(item, { parameter: 'filters.archived', label: 'Archived' }, false);
}
