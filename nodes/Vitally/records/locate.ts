import type { ItemContext } from '../execution/operation';
import type { ItemParameters } from '../fields/itemParameters';
import { readLocator } from '../fields/locators';
import type { Identity, ServiceRequest } from '../transport/client';
import { pathSegment } from '../transport/pathSegment';
import type { RecordList } from './recordList';
import { isVitallyId, parameterOf, type RecordType } from './recordType';
import {
	explainMissing,
	mayBeName,
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

/** The path of a record and the IDs that are known. It is also the target of the requests for the record. */
export type RecordLocation = LocationFacts & Identity;

/** The location of a record whose Vitally ID is known. */
export type LocationByVitallyId = LocationFacts & Extract<Identity, { id: string }>;

/** Locates the record that an item selects. */
export type Locate = (
	item: ItemContext,
	type: RecordType,
	selection: Selection,
) => Promise<RecordLocation>;

/**
 * Reads which record an item selects in the field of its type. What is done with the record begins with the selection,
 * so that each item is read once.
 *
 * @throws VitallyError for a link that leads to no such record, see `recognizeLocator`
 */
export function readSelection(type: RecordType, item: ItemParameters): Selection {
	const locator = readLocator(item, { parameter: parameterOf(type), label: type.label }, type);

	return recognizeLocator(locator, type, type.label, item.appHost);
}

/**
 * Locates a record for endpoints that accept either ID in the path, as most do. A name or an email address is looked
 * up. An external ID in the form of a Vitally ID is looked up too, because the path might lead to the record with this
 * Vitally ID.
 *
 * @param list contains such external IDs, where it is not that of the type
 */
export async function locateByEitherId(
	item: ItemContext,
	type: RecordType,
	selection: Selection,
	list?: RecordList,
): Promise<RecordLocation> {
	const isUnclear = selection.mode === 'externalId' && isVitallyId(selection.value);
	if (isUnclear) return await locateByVitallyId(item, type, selection, list);

	return await locateForRead(item, type, selection);
}

/** Locates a record as `locateByEitherId` does, for operations that begin with a read, which shows a wrong record. */
export async function locateForRead(
	item: ItemContext,
	type: RecordType,
	selection: Selection,
): Promise<RecordLocation> {
	const { mode, value, entered } = selection;
	const isLookedUp = mode !== 'externalId' || mayBeName(item, type, selection);
	if (isLookedUp) return await locateByVitallyId(item, type, selection);

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
export async function locateByVitallyId(
	item: ItemContext,
	type: RecordType,
	selection: Selection,
	list?: RecordList,
): Promise<LocationByVitallyId> {
	const { mode, value } = selection;
	const isGiven = mode === 'id' || mode === 'list';
	const resolvable = resolveSelection(selection, type, type.label, list && (() => list));
	const id = await resolveValue(item, resolvable);
	const location: LocationByVitallyId = { ...locationOfVitallyId(type, id), wasRead: !isGiven };
	const isExternalId = mode === 'externalId' && !mayBeName(item, type, selection);
	if (isExternalId) location.externalId = String(value);

	return location;
}

/** Returns the location for a Vitally ID. Where the path accepts external IDs, it may lead to another record. */
export function locationOfVitallyId(type: RecordType, value: unknown): LocationByVitallyId {
	const path = pathOf(type, value);
	const id = String(value);

	return {
		noun: type.noun,
		id,
		// An expression under 'From List' may return what can only be an external ID.
		isEither: !isVitallyId(id),
		path,
		explain: { 404: explainMissing(type, type.label, { value }) },
	};
}

function pathOf({ path, label }: RecordType, id: unknown): string {
	return `${path}/${pathSegment(id, label)}`;
}
