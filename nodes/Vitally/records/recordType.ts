import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { locatorField, type LocatorModes } from '../fields/locators';
import type { PickList } from '../fields/pickList';

/** The facts about one kind of record: what it is called, where it is, how people pick one. */
export interface RecordType extends LocatorModes {
	/** Value of the resource selector; the parameter that picks a record is `<name>Id`. */
	name: string;
	/** Label of the field that picks a record. */
	label: string;
	/** One record in running text, such as `custom object`. */
	noun: string;
	/** Several records in running text. */
	plural: string;
	/** Path of the list, and with an ID after it of one record. */
	path: string;
	/** Path of the page of one record in Vitally itself, without its ID, where it is known. */
	appPath?: string;
	/**
	 * How one record is found by its external ID: its path accepts the ID, only the list returns it, or a
	 * search of its own does. Without it records have no external IDs.
	 */
	externalIdLookup?: 'path' | 'list' | 'search';
	/** The `model` of the definitions of its traits (docs/beyond.md, 9). */
	traitModel?: string;
	/** Queries of the lists that contain all records together, where no single list does. */
	lists?: readonly IDataObject[];
	/** Whether a single read finds records that the list does not contain, such as archived ones. */
	isListPartial?: boolean;
	/** Whether the service is known to create no second record with an external ID. */
	hasUniqueExternalIds?: boolean;
	/** Whether records of several integrations may share an external ID. */
	hasSources?: boolean;
	/** Of the field that picks a record, where the usual one explains too little. */
	description?: string;
	/** How the editor lists the records to pick from; without it there is no list of them. */
	pickList?: Omit<PickList, 'path'> & Partial<Pick<PickList, 'path'>>;
	/** Where to look when a record is not found; follows "Check the value of '<label>':". */
	notFound?: string;
}

/** The parameter that picks a record. */
export function parameterOf({ name }: RecordType): string {
	return `${name}Id`;
}

/** The method of the list that a record is picked from. */
export function searchMethodOf({ plural }: RecordType): string {
	return `search${plural.replace(/(?:^| )(\w)/g, (_, first: string) => first.toUpperCase())}`;
}

/** What a field that picks a record may have of its own. */
type LocatorTexts = Partial<Pick<INodeProperties, 'name' | 'displayName' | 'description'>>;

/** A field that picks a record of a type, as one among optional fields. */
export function optionalLocator(type: RecordType, texts: LocatorTexts = {}): INodeProperties {
	return { ...locator(type, false), ...texts };
}

/** A field that picks the record that an operation is about. */
export function requiredLocator(type: RecordType, texts: LocatorTexts = {}): INodeProperties {
	return { ...locator(type, true), ...texts };
}

function locator(type: RecordType, isRequired: boolean): INodeProperties {
	return locatorField({
		name: parameterOf(type),
		displayName: type.label,
		record: type.noun,
		search: type.pickList && searchMethodOf(type),
		hasExternalId: type.externalIdLookup !== undefined,
		hasEmail: type.hasEmail,
		nameFields: type.nameFields,
		hasPage: type.hasPage,
		description: type.description,
		isRequired,
	});
}
