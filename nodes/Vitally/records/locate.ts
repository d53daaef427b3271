import type { IDataObject } from 'n8n-workflow';

import type { ItemContext } from '../execution/operation';
import type { ItemParameters } from '../fields/itemParameters';
import { readLocator } from '../fields/locators';
import type { Identity, ServiceRequest } from '../transport/client';
import { pathSegment } from '../transport/pathSegment';
import { normalizeName } from '../values/parse';
import type { RecordList } from './recordList';
import { describeNotFound, isVitallyId, parameterOf, type RecordType } from './recordType';
import { noIdMessage, recognize, resolveId, resolveValue, type Selection } from './resolveId';

/**
 * The record of a type that an item selects, see `recognize`.
 *
 * @throws VitallyError for a link that leads to no such record
 */
export function selectedRecord(type: RecordType, item: ItemParameters): Selection {
	return recognize(readLocator(item, parameterOf(type), type), type, type.label, item.appHost);
}

interface LocationFacts extends Pick<ServiceRequest, 'path' | 'query' | 'explain'> {
	noun: string;
	/** Whether finding the record proved that it exists. */
	wasRead?: boolean;
	record?: IDataObject;
}

/** Where a record is; also the target of the requests for it. */
export type RecordLocation = LocationFacts & Identity;

/** Where a record with a known Vitally ID is. */
export type LocationById = LocationFacts & Extract<Identity, { id: string }>;

/** How the operations on one record find it. */
export type Locate = (item: ItemContext) => RecordLocation | Promise<RecordLocation>;

/**
 * Most endpoints accept either ID in the path; a name or an email address is looked up. An external ID in the
 * form of a Vitally ID is looked up too, because the path might lead to the record with this Vitally ID.
 *
 * @param listOf the records of an item, where it is not the list of the type
 */
export function locateByPath(
	type: RecordType,
	listOf?: (item: ItemContext) => RecordList,
): (item: ItemContext) => Promise<RecordLocation> {
	const locate = locateToRead(type);
	return async (item) => {
		const selected = selectedRecord(type, item);
		const isUnclear = selected.mode === 'externalId' && isVitallyId(selected.value);
		return await (isUnclear ? lookUp(item, type, selected, listOf?.(item)) : locate(item));
	};
}

/** As `locateByPath`, for operations that begin with a read. */
export function locateToRead(type: RecordType): (item: ItemContext) => Promise<RecordLocation> {
	return async (item) => {
		const selected = selectedRecord(type, item);
		const { mode, value, entered } = selected;
		if (mode !== 'externalId') return await lookUp(item, type, selected);
		return {
			...{ noun: type.noun, externalId: String(value), isEither: entered !== undefined },
			path: pathOf(type, value),
			explain: explainNotFound(type, value, entered),
		};
	};
}

/**
 * For endpoints that accept only a Vitally ID in the path; everything else is looked up.
 *
 * @param list of the records, where it is not that of the type
 * @throws VitallyError when no record is named, or it is not found
 */
export function locateById(
	type: RecordType,
	list?: RecordList,
): (item: ItemContext) => Promise<LocationById> {
	return async (item) => await lookUp(item, type, selectedRecord(type, item), list);
}

async function lookUp(
	item: ItemContext,
	type: RecordType,
	selected: Selection,
	list?: RecordList,
): Promise<LocationById> {
	const { mode, value } = selected;
	const isGiven = mode === 'id' || mode === 'list';
	const id = await resolveValue(
		item,
		resolveId(item, type, selected, type.label, list && (() => list)),
	);
	return {
		...locationOf(type, isGiven ? value : id),
		...(mode === 'externalId' && { externalId: String(value) }),
		wasRead: !isGiven,
	};
}

/** A record by its Vitally ID; where the path accepts external IDs, it may lead to another one. */
export function locationOf(type: RecordType, value: unknown): LocationById {
	const id = String(value);
	return {
		// An expression under 'From List' may return what can only be an external ID.
		...{ noun: type.noun, id, isEither: !isVitallyId(id) },
		path: pathOf(type, value),
		explain: explainNotFound(type, value),
	};
}

function pathOf({ path, label }: RecordType, id: unknown): string {
	return `${path}/${pathSegment(id, label)}`;
}

/**
 * The error message for a record that is not found.
 *
 * @param id as the user entered it
 * @param entered see `Selection`
 */
export function explainNotFound(
	type: Pick<RecordType, 'noun' | 'label' | 'nameFields' | 'notFound'>,
	id: unknown,
	entered?: Selection['entered'],
): ServiceRequest['explain'] {
	const { noun, label, nameFields } = type;
	const message =
		entered === 'id'
			? noIdMessage(label, id, nameFields)
			: `The ${noun} "${String(id)}" was not found`;
	return {
		404: { message, description: describeNotFound(type, label, entered === 'id'), field: label },
	};
}

/** Runs a task while no other item writes the selected record under the same ID, name or email address. */
export async function lockRecord<T>(
	item: ItemContext,
	type: RecordType,
	task: () => Promise<T>,
): Promise<T> {
	const { mode, value } = selectedRecord(type, item);
	// Email addresses, names and Vitally IDs are not case-sensitive.
	const isAnyCase = mode === 'email' || mode === 'name' || isVitallyId(value);
	const key = isAnyCase ? normalizeName(String(value)) : String(value);
	return await item.lock(`${type.path}/${key}`, task);
}

export async function lockExternalId<T>(
	item: ItemContext,
	{ path }: RecordType,
	externalId: string,
	task: () => Promise<T>,
): Promise<T> {
	return await item.lock(`${path}/${externalId}`, task);
}
