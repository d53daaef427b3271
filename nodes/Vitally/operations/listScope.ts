import type { INodeProperties } from 'n8n-workflow';

import type { ItemContext } from '../execution/operation';
import type { ItemParameters } from '../fields/itemParameters';
import { choiceProperty, type Choice } from '../fields/properties';
import { readChoice } from '../fields/readers';
import { requiredLocator, type RecordType } from '../records/recordType';
import { readRecordId, resolveValue } from '../records/resolveId';
import { pathSegment } from '../transport/pathSegment';

/** The scope of a list that is not restricted. */
export const ALL = 'all';

/** The fields that restrict a list to the records of one parent. */
export function scopeFields(plural: string, parents: RecordType[]): INodeProperties[] {
	const locators = parents.map((parent) =>
		requiredLocator(parent, { displayOptions: { show: { scope: [parent.name] } } }),
	);

	return [scopeField(parents, plural), ...locators];
}

/** The type of parent to which an item restricts a list; `undefined` for all records. */
export function readScope(item: ItemParameters, parents: RecordType[]): RecordType | undefined {
	const scope = readChoice(item, scopeField(parents));

	return parents.find(({ name }) => name === scope);
}

/** The choice between all records and those of one parent. */
export function scopeField(parents: RecordType[], plural = 'records'): Choice {
	const title = plural.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
	const all = {
		name: `All ${title}`,
		value: ALL,
		description: 'All records your API key can access',
	};
	const single = parents.map(({ label, name }) => ({ name: `One ${label}`, value: name }));

	return choiceProperty('From', 'scope', { options: [all, ...single], default: ALL });
}

/**
 * The path of a list in a scope.
 *
 * @param parent see `readScope`; the item has the field that picks one
 */
export async function scopedPath(
	item: ItemContext,
	type: RecordType,
	parent: RecordType | undefined,
): Promise<string> {
	if (!parent) return type.path;

	const id = await resolveValue(item, readRecordId(item, parent));

	return scopedList(type, parent, pathSegment(id, parent.label));
}

/**
 * The path of the records below one parent.
 *
 * @param parentId encoded for a path, see `pathSegment`
 */
export function scopedList({ path }: RecordType, parent: RecordType, parentId: string): string {
	const listName = path.slice(path.lastIndexOf('/'));

	return `${parent.path}/${parentId}${listName}`;
}
