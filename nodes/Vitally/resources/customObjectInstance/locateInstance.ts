import type { IDataObject } from 'n8n-workflow';

import type { ItemContext } from '../../execution/operation';
import { readFoundBy } from '../../fields/locators';
import {
	locateByVitallyId,
	locateByEitherId,
	readSelection,
	type Locate,
	type LocationByVitallyId,
	type RecordLocation,
} from '../../records/locate';
import {
	ambiguousError,
	readByExternalId,
	recordListOf,
	type RecordList,
} from '../../records/recordList';
import { missingError } from '../../records/resolveId';
import { searchRecords } from '../../records/search';
import type { SendContext } from '../../transport/client';
import { PAGE_SIZE, readPage } from '../../transport/pages';
import { customObjectInstanceType, customObjectType } from '../recordTypes';

/** The service reads single instances only through its search (docs/internal/public-facts.md, 4.12). */
export const searchEndpoint = `GET ${customObjectInstanceType.path}/search`;

/** The path of the instances of a custom object, and the explanation for a custom object that is missing. */
type InstancesLocation = Pick<RecordLocation, 'path' | 'explain'>;

/** Locates the list of instances of the custom object that an item selects. */
export async function locateInstances(item: ItemContext): Promise<InstancesLocation> {
	const selection = readSelection(customObjectType, item);
	const { path, explain } = await locateByEitherId(item, customObjectType, selection);

	return { path: `${path}/instances`, explain };
}

/** Locates the instance that an item selects; an external ID or a name is looked up first. */
export const locateInstance: Locate = async (item, type, selection) =>
	await locateIn(instanceListOf(await locateInstances(item)), item, type, selection);

/**
 * Reads the instance that an item selects, with one search.
 *
 * @throws VitallyError when there is no such instance
 */
export async function readInstance(item: ItemContext): Promise<IDataObject> {
	const type = customObjectInstanceType;
	const selection = readSelection(type, item);
	const named = readFoundBy(selection, type.label);
	const list = instanceListOf(await locateInstances(item));
	const record =
		selection.mode === 'externalId'
			? await readByExternalId(item, list, named)
			: await list.readById(item, (await locateIn(list, item, type, selection)).id);
	if (record) return record;

	throw missingError(list, type.label, selection);
}

/** Locates an instance in the list of its custom object. */
async function locateIn(
	list: RecordList,
	...[item, type, selection]: Parameters<Locate>
): Promise<LocationByVitallyId> {
	return await locateByVitallyId(item, { ...type, path: list.path }, selection, list);
}

/**
 * Describes the list of instances for `RecordIndex` and the other look-ups. A single one is read only by the
 * search, and several may have the same external ID (docs/internal/public-facts.md, 4.12).
 */
export function instanceListOf(location: InstancesLocation): RecordList {
	const list: RecordList = {
		...recordListOf({ ...customObjectInstanceType, path: location.path }),
		read: async (context, externalId) => {
			const found = await findInstances(context, location, 'externalId', externalId);
			if (found.length > 1) throw ambiguousError(list, externalId, found.length);

			return found[0];
		},
		readById: async (context, id) => {
			const [found] = await findInstances(context, location, 'id', id);

			return found;
		},
		isArchived: async (context, id) => await isNewestArchived(context, location, id),
	};

	return list;
}

/** Whether an instance is among those that were created last and are archived, which no search finds. */
async function isNewestArchived(
	context: SendContext,
	{ path, explain }: InstancesLocation,
	id: string,
): Promise<boolean> {
	const query = { ...customObjectInstanceType.pickList?.query, archived: true };
	const { records } = await readPage(context, { path, query, explain }, PAGE_SIZE);

	return records.some((instance) => instance.id === id);
}

async function findInstances(
	context: SendContext,
	{ path, explain }: InstancesLocation,
	field: 'id' | 'externalId',
	value: string,
): Promise<IDataObject[]> {
	const found = await searchRecords(context, `${path}/search`, { [field]: value }, explain);

	// The search may ignore its criterion.
	return found.filter((instance) => instance[field] === value);
}
