import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { locatorField, type LocatorModes } from '../fields/locators';
import type { PickList } from '../fields/pickList';
import { textProperty } from '../fields/properties';

export interface ExternalIds {
	/** How a record is found by an external ID: the path accepts it, only the list returns it, or a search finds it. */
	lookup: 'path' | 'list' | 'search';
	/**
	 * `true`: the service is known to create no second record with an external ID. `false`: several records may have it,
	 * which only the whole list proves. `undefined`: neither is known.
	 */
	unique?: boolean;
	/** Whether a single read finds records that the list does not contain, such as archived ones. */
	isListPartial?: boolean;
	/** An example for the editor; `customer-42` by default. */
	example?: string;
}

/** The facts about one kind of record: its names, its paths, and how a user picks one. */
export interface RecordType extends LocatorModes {
	/** Value of the resource selector; the parameter that picks a record is `<name>Id`. */
	name: string;
	label: string;
	/** The word for a record in running text, such as `custom object`. */
	noun: string;
	plural: string;
	/** Path of the list, and with an ID after it of one record. */
	path: string;
	/** Path of the page of one record in Vitally itself, without its ID; published for three kinds. */
	appPath?: string;
	externalIds?: ExternalIds;
	/** Queries of the lists that contain all records together, where no single list does. */
	lists?: readonly IDataObject[];
	/** Types whose records have lists of these records. */
	scopes?: RecordType[];
	description?: string;
	/** How the editor lists the records to pick from; without it there is no list of them. */
	pickList?: Omit<PickList, 'path' | 'appPath'> & Partial<Pick<PickList, 'path'>>;
	/** Possible reasons when a record is not found; follows "Check the value of '<label>':". */
	notFound?: string;
}

/** Returns the name of the parameter that picks a record. */
export function parameterOf({ name }: RecordType): string {
	return `${name}Id`;
}

/** Returns the name in `searchListMethod`, such as `searchAccounts`. */
export function searchMethodOf({ plural }: RecordType): string {
	return `search${plural.replace(/(?:^| )(\w)/g, (_, first: string) => first.toUpperCase())}`;
}

/** Returns the field that picks a record, which may be empty. */
export function optionalLocator(
	type: RecordType,
	overrides: Partial<INodeProperties> = {},
): INodeProperties {
	const field = locatorField({
		...type,
		name: parameterOf(type),
		displayName: type.label,
		record: type.noun,
		search: type.pickList && searchMethodOf(type),
	});

	return { ...field, ...overrides };
}

/** Returns the field that picks a record, which must not be empty. */
export function requiredLocator(
	type: RecordType,
	overrides: Partial<INodeProperties> = {},
): INodeProperties {
	return { ...optionalLocator(type, overrides), required: true };
}

/** Returns the field for the external ID of a record that may be new; without `overrides`, a required one. */
export function externalIdField(
	{ externalIds }: RecordType,
	overrides: Partial<INodeProperties> = { required: true },
): INodeProperties {
	return textProperty('External ID', 'externalId', {
		placeholder: `e.g. ${externalIds?.example ?? 'customer-42'}`,
		description: 'Your unique ID for this record, for example from your CRM',
		...overrides,
	});
}

/** Vitally IDs are UUIDs (docs/internal/public-facts.md, 4). */
export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a value has the form of an ID that Vitally assigned. */
export function isVitallyId(value: unknown): boolean {
	return typeof value === 'string' && UUID.test(value.trim());
}
