import type { ItemContext, Operation } from '../execution/operation';
import type { ItemParameters } from '../fields/itemParameters';
import { readLocator } from '../fields/locators';
import type { Identity, ServiceRequest } from '../transport/client';
import { pathSegment } from '../transport/pathSegment';
import { normalizeName } from '../values/parse';
import type { RecordList } from './recordList';
import { recordLockKey } from './recordLocks';
import { isVitallyId, parameterOf, type RecordType } from './recordType';
import {
	explainMissing,
	recognizeLocator,
	resolveSelection,
	resolveValue,
	type Selection,
} from './resolveId';

/** What a request for a record needs besides its ID. */
interface LocationFacts extends Pick<ServiceRequest, 'path' | 'query' | 'explain'> {
	noun: string;
	/** Whether finding the record proved that it exists. */
	wasRead?: boolean;
}

/** Where a record is. It is also the target of the requests for it. */
export type RecordLocation = LocationFacts & Identity;

/** Where a record with a known Vitally ID is. */
export type LocationByVitallyId = LocationFacts & Extract<Identity, { id: string }>;

/** How the operations on one record find it. */
export type Locate = (item: ItemContext) => RecordLocation | Promise<RecordLocation>;

/**
 * Reads which record an item selects in the field of its type.
 *
 * @throws VitallyError for a link that leads to no such record, see `recognizeLocator`
 */
export function readSelection(type: RecordType, item: ItemParameters): Selection {
	const locator = readLocator(item, parameterOf(type), type);

	return recognizeLocator(locator, type, type.label, item.appHost);
}

/**
 * Locates a record for endpoints that accept either ID in the path, as most do. A name or an email address is looked
 * up. An external ID in the form of a Vitally ID is looked up too, because the path might lead to the record with this
 * Vitally ID.
 *
 * @param listOf returns the list of the records of an item, where it is not that of the type
 */
export function locateByEitherId(
	type: RecordType,
	listOf?: (item: ItemContext) => RecordList,
): (item: ItemContext) => Promise<RecordLocation> {
	return async (item) => {
		const selected = readSelection(type, item);
		const isUnclear = selected.mode === 'externalId' && isVitallyId(selected.value);
		if (isUnclear) return await lookUpVitallyId(item, type, selected, listOf?.(item));

		return await locateSelected(item, type, selected);
	};
}

/** Locates a record as `locateByEitherId` does, for operations that begin with a read, which shows a wrong record. */
export function locateForRead(type: RecordType): (item: ItemContext) => Promise<RecordLocation> {
	return async (item) => await locateSelected(item, type, readSelection(type, item));
}

async function locateSelected(
	item: ItemContext,
	type: RecordType,
	selected: Selection,
): Promise<RecordLocation> {
	const { mode, value, entered } = selected;
	if (mode !== 'externalId') return await lookUpVitallyId(item, type, selected);

	return {
		noun: type.noun,
		externalId: String(value),
		isEither: entered !== undefined,
		path: pathOf(type, value),
		explain: { 404: explainMissing(type, type.label, { value, entered }) },
	};
}

/**
 * Locates a record for endpoints that accept only a Vitally ID in the path; everything else is looked up.
 *
 * @param list contains the records, where it is not that of the type
 * @throws VitallyError when no record is named, or it is not found
 */
export function locateByVitallyId(
	type: RecordType,
	list?: RecordList,
): (item: ItemContext) => Promise<LocationByVitallyId> {
	return async (item) => await lookUpVitallyId(item, type, readSelection(type, item), list);
}

async function lookUpVitallyId(
	item: ItemContext,
	type: RecordType,
	selected: Selection,
	list?: RecordList,
): Promise<LocationByVitallyId> {
	const { mode, value } = selected;
	const isGiven = mode === 'id' || mode === 'list';
	const resolvable = resolveSelection(selected, type, type.label, list && (() => list));
	const id = await resolveValue(item, resolvable);
	const location: LocationByVitallyId = { ...locationOfVitallyId(type, id), wasRead: !isGiven };
	if (mode === 'externalId') location.externalId = String(value);

	return location;
}

/** Returns the location for a Vitally ID. Where the path accepts external IDs, it may lead to another record. */
export function locationOfVitallyId(type: RecordType, value: unknown): LocationByVitallyId {
	const id = String(value);

	return {
		noun: type.noun,
		id,
		// An expression under 'From List' may return what can only be an external ID.
		isEither: !isVitallyId(id),
		path: pathOf(type, value),
		explain: { 404: explainMissing(type, type.label, { value }) },
	};
}

function pathOf({ path, label }: RecordType, id: unknown): string {
	return `${path}/${pathSegment(id, label)}`;
}

/** Returns an operation that runs while no other item writes the selected record under the same ID, name or email. */
export function lockRecord(type: RecordType, run: Operation): Operation {
	return async (item) => {
		const { mode, value } = readSelection(type, item);
		const isAnyCase = mode === 'email' || mode === 'name';
		const key = isAnyCase ? normalizeName(String(value)) : String(value);

		return await lockExternalId(item, type, key, async () => await run(item));
	};
}

/** Runs a task while no other item writes the record with an external ID, which may be new. */
export async function lockExternalId<T>(
	item: ItemContext,
	{ path }: RecordType,
	externalId: string,
	task: () => Promise<T>,
): Promise<T> {
	return await item.lock(recordLockKey(path, externalId), task);
}
