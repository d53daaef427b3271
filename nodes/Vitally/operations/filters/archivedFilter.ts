import { switchProperty } from '../../fields/properties';
import type { ItemParameters } from '../../fields/itemParameters';
import { readBoolean } from '../../fields/readers';

export const archivedFilter = switchProperty('Archived', 'archived', {
	description: 'Whether to return archived records instead of active ones',
});

/**
 * @returns `undefined` when it is not set
 * @throws VitallyError for anything but true and false, also as text
 */
export function readArchived(item: ItemParameters): boolean | undefined {
	return readBoolean(item, { parameter: 'filters.archived', label: 'Archived' }, undefined);
}
