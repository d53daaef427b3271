import type { INodeProperties } from 'n8n-workflow';

import type { ItemContext } from '../execution/operation';
import type { ItemParameters } from '../fields/itemParameters';
import { choiceProperty, type Choice } from '../fields/properties';
import { readChoice } from '../fields/readers';
import { parameterOf, requiredLocator, type RecordType } from '../records/recordType';
import { readRecordId, resolveValue } from '../records/resolveId';
import { pathSegment } from '../transport/pathSegment';

/** A choice of what a record belongs to, with a field to pick it. */
export interface ParentChoice {
	fields: INodeProperties[];
	/**
	 * The field of a body that names the parent.
	 *
	 * @returns its ID or a `PendingValue`, by the name of the field
	 * @throws VitallyError when nothing is named
	 */
	read(item: ItemParameters): Record<string, unknown>;
}

interface ParentLabels {
	name: string;
	displayName: string;
	description: string;
	/** Parameter, label and description of the field for a kind of parent. */
	locator?: (type: RecordType) => { name?: string; displayName?: string; description?: string };
}

/**
 * The fields for what a record belongs to: a selector of its type, and a locator for each type.
 *
 * @param kinds that it may belong to; the first is the default
 */
export function ownerChoice(kinds: RecordType[], labels: ParentLabels): ParentChoice {
	const { name, displayName, description } = labels;
	const kindField = choiceProperty(displayName, name, {
		options: kinds.map(({ label, name: value }) => ({ name: label, value })),
		default: kinds[0].name,
		description,
	});
	const fieldOf = (type: RecordType) => requiredLocator(type, labels.locator?.(type));

	return {
		fields: [
			kindField,
			...kinds.map((type) => ({
				...fieldOf(type),
				displayOptions: { show: { [name]: [type.name] } },
			})),
		],
		read: (item) => {
			const chosen = readChoice(item, kindField);
			const type = kinds.find((kind) => kind.name === chosen) ?? kinds[0];
			const { name: parameter, displayName: label } = fieldOf(type);

			return { [parameterOf(type)]: readRecordId(item, type, parameter, label) };
		},
	};
}

/** What a new record is added to. */
export function ownerOfNew({ name, label, noun }: RecordType, kinds: RecordType[]): ParentChoice {
	const description = `The record to add the ${noun} to`;

	return ownerChoice(kinds, { name: `${name}For`, displayName: `${label} For`, description });
}

/** The fields that restrict a list to the records of one parent. */
export function scopeFields(plural: string, kinds: RecordType[]): INodeProperties[] {
	return [
		scopeField(kinds, plural),
		...kinds.map((type) =>
			requiredLocator(type, { displayOptions: { show: { scope: [type.name] } } }),
		),
	];
}

function scopeField(kinds: RecordType[], plural = 'records'): Choice {
	const title = plural.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
	const one = kinds.map(({ label, name }) => ({ name: `One ${label}`, value: name }));
	const all = {
		name: `All ${title}`,
		value: ALL,
		description: 'All records your API key can access',
	};

	return choiceProperty('From', 'scope', { options: [all, ...one], default: ALL });
}

export const ALL = 'all';

/** @returns the type of parent to which an item restricts a list, `undefined` for all records */
export function readScope(item: ItemParameters, kinds: RecordType[]): RecordType | undefined {
	const scope = readChoice(item, scopeField(kinds));

	return kinds.find(({ name }) => name === scope);
}

/** The path of a list in a scope, see `readScope`. */
export async function scopedPath(
	item: ItemContext,
	type: RecordType,
	parent: RecordType | undefined,
): Promise<string> {
	if (!parent) return type.path;

	const id = await resolveValue(item, readRecordId(item, parent));

	return scopedList(type, parent, pathSegment(id, parent.label));
}

export function scopedList({ path }: RecordType, parent: RecordType, parentId: string): string {
	return `${parent.path}/${parentId}${path.slice(path.lastIndexOf('/'))}`;
}
