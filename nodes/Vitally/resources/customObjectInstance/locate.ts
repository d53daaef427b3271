import type { IDataObject } from 'n8n-workflow';

import { VitallyError } from '../../errors/vitallyError';
import type { ItemContext } from '../../execution/operation';
import { readRequiredId } from '../../fields/locators';
import {
	locateById,
	locateByPath,
	selectedRecord,
	type RecordLocation,
} from '../../records/locate';
import {
	ambiguousError,
	readByExternalId,
	recordSourceOf,
	type RecordSource,
	type SendContext,
} from '../../records/recordSource';
import { describeNotFound } from '../../records/recordType';
import { missingError } from '../../records/resolveId';
import { findBySearch } from '../../records/search';
import { customObjectInstanceType, customObjectType } from '../recordTypes';

/** The service reads single instances only through its search (docs/internal/public-facts.md, 4.12). */
export const searchEndpoint = `GET ${customObjectInstanceType.path}/search`;

/** External IDs are looked up by the search, and many of them in the list. */
export const locateReads = [searchEndpoint, `GET ${customObjectInstanceType.path}`];

/** The list of the instances of a custom object, and the error where the custom object is missing. */
type InstanceList = Pick<RecordLocation, 'path' | 'explain'>;

/** The instances of the custom object that an item selects. */
export async function locateInstances(item: ItemContext): Promise<InstanceList> {
	const { path, explain } = await locateByPath(customObjectType)(item);
	return { path: `${path}/instances`, explain };
}

/** The instance that an item selects; an external ID or a name is looked up first. */
export async function locateInstance(item: ItemContext): Promise<RecordLocation & { id: string }> {
	const list = await locateInstances(item);
	const type = { ...customObjectInstanceType, path: list.path };
	return await locateById(type, instanceSource(list))(item);
}

/** The instance that an item selects, with the record, which one search reads. */
export async function readInstance(item: ItemContext): Promise<RecordLocation> {
	const { label, noun } = customObjectInstanceType;
	const selected = selectedRecord(customObjectInstanceType, item);
	const named = readRequiredId(selected.value, label);
	const list = await locateInstances(item);
	if (selected.mode === 'externalId') {
		const source = instanceSource(list);
		const record = await readByExternalId(item, source, named);
		if (!record) throw missingError(source, selected, label);
		return { ...list, record };
	}
	const { id } = await locateInstance(item);
	const [record] = await searchInstances(item, list, { id });
	if (record) return { ...list, record };
	throw new VitallyError(
		`The ${noun} "${id}" was not found`,
		describeNotFound(customObjectInstanceType, label),
		{ status: 404, field: label },
	);
}

/**
 * The instances in a list, as `RecordIndex` and the other look-ups read them. A single one is read only by the
 * search, and several may have the same external ID (docs/internal/public-facts.md, 4.12).
 */
export function instanceSource(list: InstanceList): RecordSource {
	const source: RecordSource = {
		...recordSourceOf({ ...customObjectInstanceType, path: list.path }),
		allowsDuplicates: true,
		createsDuplicates: true,
		read: async (context, externalId) => {
			const [one, ...others] = await searchInstances(context, list, { externalId });
			if (others.length > 0) throw ambiguousError(source, externalId, others.length + 1);
			return one;
		},
	};
	return source;
}

/** The instances that a search by one ID finds. */
export async function searchInstances(
	context: SendContext,
	{ path, explain }: InstanceList,
	criterion: { id: string } | { externalId: string },
): Promise<IDataObject[]> {
	const [[name, wanted]] = Object.entries(criterion);
	const found = await findBySearch(context, `${path}/search`, criterion, explain);
	// In case the search ignores its criterion.
	return found.filter((row) => row[name] === wanted);
}
