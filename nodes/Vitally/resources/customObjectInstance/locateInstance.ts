import type { IDataObject } from 'n8n-workflow';

import type { ItemContext } from '../../execution/operation';
import { readRequiredId } from '../../fields/locators';
import {
	locateByVitallyId,
	locateByEitherId,
	readSelection,
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
import { customObjectInstanceType, customObjectType } from '../recordTypes';

/** The service reads single instances only through its search (docs/internal/public-facts.md, 4.12). */
export const searchEndpoint = `GET ${customObjectInstanceType.path}/search`;

/** Where the instances of a custom object are, and the error where the custom object is missing. */
type InstancesLocation = Pick<RecordLocation, 'path' | 'explain'>;

export async function locateInstances(item: ItemContext): Promise<InstancesLocation> {
	const { path, explain } = await locateByEitherId(customObjectType)(item);

	return { path: `${path}/instances`, explain };
}

/** The instance that an item selects; an external ID or a name is looked up first. */
export async function locateInstance(item: ItemContext): Promise<LocationByVitallyId> {
	const location = await locateInstances(item);
	const type = { ...customObjectInstanceType, path: location.path };

	return await locateByVitallyId(type, instanceListOf(location))(item);
}

/** The instance that an item selects, which one search reads. */
export async function readInstance(item: ItemContext): Promise<IDataObject> {
	const { label } = customObjectInstanceType;
	const selected = readSelection(customObjectInstanceType, item);
	const named = readRequiredId(selected.value, label);
	const list = instanceListOf(await locateInstances(item));
	const isExternal = selected.mode === 'externalId';
	const id = isExternal ? named : (await locateInstance(item)).id;
	const record = await (isExternal ? readByExternalId(item, list, id) : list.readById(item, id));
	if (record) return record;

	throw missingError(list, label, selected);
}

/**
 * The instances in a list, as `RecordIndex` and the other look-ups read them. A single one is read only by the
 * search, and several may have the same external ID (docs/internal/public-facts.md, 4.12).
 */
export function instanceListOf(location: InstancesLocation): RecordList {
	const list: RecordList = {
		...recordListOf({ ...customObjectInstanceType, path: location.path }),
		read: async (context, externalId) => {
			const [one, ...others] = await searchInstances(context, location, { externalId });
			if (others.length > 0) throw ambiguousError(list, externalId, others.length + 1);

			return one;
		},
		readById: async (context, id) => (await searchInstances(context, location, { id }))[0],
	};

	return list;
}

async function searchInstances(
	context: SendContext,
	{ path, explain }: InstancesLocation,
	criterion: { id: string } | { externalId: string },
): Promise<IDataObject[]> {
	const [[name, wanted]] = Object.entries(criterion);
	const found = await searchRecords(context, `${path}/search`, criterion, explain);

	// In case the search ignores its criterion.
	return found.filter((row) => row[name] === wanted);
}
