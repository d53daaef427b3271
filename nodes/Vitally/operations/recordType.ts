import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { locatorField, readLocator, type Locator, type LocatorModes } from '../fields/locators';
import type { ItemParameters } from '../fields/itemParameters';
import type { PickList } from '../fields/pickList';
import type { ItemContext } from '../run/operation';
import { isServiceId, withoutLink } from './links';
import { comparable } from './names';

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
	/** Path of the list, and with an ID behind it of one record. */
	path: string;
	/** Path of the page of one record in Vitally itself, without its ID, where it is known. */
	appPath?: string;
	/** Whether a record may carry an ID of the user's own, by which it can be picked. */
	hasExternalId?: boolean;
	/** The `model` of the definitions of its traits (docs/beyond.md, 9). */
	traitModel?: string;
	/** Queries of the lists that hold all records together, where no single one does. */
	lists?: readonly IDataObject[];
	/** Whether a single read shows records that the list does not, such as archived ones. */
	hidesSome?: boolean;
	/** Whether the service is known to make no second record with an external ID. */
	hasUniqueExternalIds?: boolean;
	/** Of the field that picks a record, where the usual one says too little. */
	description?: string;
	/** How the editor lists the records to pick from; without it there is no list of them. */
	pickList?: Omit<PickList, 'path'> & Partial<Pick<PickList, 'path'>>;
	/** Where to look when a record is not found; stands behind "Check the value of '<label>':". */
	notFound?: string;
}

/** The parameter that picks a record. */
export function parameterOf({ name }: RecordType): string {
	return `${name}Id`;
}

/** The method behind the list that a record is picked from. */
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
		hasExternalId: type.hasExternalId,
		hasEmail: type.hasEmail,
		nameFields: type.nameFields,
		hasPage: type.hasPage,
		description: type.description,
		isRequired,
	});
}

/**
 * The record of a type that an item picks.
 *
 * @throws VitallyError for a link that leads to no such record
 */
export function pickedRecord(type: RecordType, item: ItemParameters): Locator {
	return withoutLink(readLocator(item, parameterOf(type), type), type, type.label, item.appUrl);
}

/** Runs a task while no other item writes the record of a type that the item picks. */
export async function lockRecord<T>(
	item: ItemContext,
	type: RecordType,
	task: () => Promise<T>,
): Promise<T> {
	return await item.lock(lockKey(type, nameOf(pickedRecord(type, item))), task);
}

/** As `lockRecord`, for the record with an ID of the user's own. */
export async function lockExternalId<T>(
	item: ItemContext,
	type: RecordType,
	externalId: string,
	task: () => Promise<T>,
): Promise<T> {
	return await item.lock(lockKey(type, externalId), task);
}

/** Email addresses, names and the service's IDs are the same in upper and lower case. */
export function nameOf({ mode, value }: Locator): unknown {
	const isText = mode === 'email' || mode === 'name' || isServiceId(value);
	return isText ? comparable(String(value)) : value;
}

function lockKey({ path }: RecordType, id: unknown): string {
	return `${path}/${String(id)}`;
}
