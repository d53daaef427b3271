import type { IDataObject } from 'n8n-workflow';

import type { ItemContext } from '../../execution/operation';
import type { Locator } from '../../fields/locators';
import { locateByPath, type RecordLocation, selectedRecord } from '../../records/locate';
import { ambiguousError, type RecordSource, type Sender } from '../../records/recordSource';
import { resolveId, resolveValue } from '../../records/resolveId';
import { findBySearch } from '../../records/search';
import type { Explanation, ServiceRequest } from '../../transport/client';
import { pathSegment } from '../../transport/pathSegment';
import { explainStatus } from '../explainStatus';
import { customObjectInstanceType, customObjectType } from '../recordTypes';

/** The service reads single instances only through its search (docs/internal/public-facts.md, 4.12). */
export const searchEndpoint = `GET ${customObjectInstanceType.path}/search`;

/** External IDs are looked up by the search, and many of them in the list. */
export const locateReads = [searchEndpoint, `GET ${customObjectInstanceType.path}`];

/** The path of the instances of the custom object that an item selects. */
export async function instancesPath(item: ItemContext): Promise<string> {
	return `${(await locateByPath(customObjectType)(item)).path}/instances`;
}

/** The instance that an item selects; an external ID or a name is looked up first. */
export async function locateInstance(item: ItemContext): Promise<RecordLocation> {
	const selected = selectedRecord(customObjectInstanceType, item);
	const path = await instancesPath(item);
	const id = await instanceId(item, path, selected);
	const isLookedUp = selected.mode === 'externalId' || selected.mode === 'name';
	return {
		id,
		...(selected.mode === 'externalId' && { externalId: String(selected.value) }),
		...(isLookedUp && { wasRead: true }),
		path: `${path}/${pathSegment(id, customObjectInstanceType.label)}`,
		explain: explainStatus({ 404: instanceNotFound(String(selected.value)) }),
	};
}

/**
 * The Vitally ID of an instance.
 *
 * @param path of the instances of the custom object
 */
export async function instanceId(
	item: ItemContext,
	path: string,
	selected: Locator,
): Promise<string> {
	const { label } = customObjectInstanceType;
	const source = instanceSource(path);
	const id = resolveId(item, customObjectInstanceType, selected, label, source);
	return String(await resolveValue(item, id));
}

export function instanceNotFound(id: string): Explanation {
	return {
		message: `The instance "${id}" was not found`,
		description:
			"Check 'Custom Object' and 'Instance': the instance may be deleted, or belong to another custom object.",
		field: customObjectInstanceType.label,
	};
}

/**
 * The instances of a custom object. A single one is read only by the search, and several may have the same
 * external ID (docs/internal/public-facts.md, 4.12).
 *
 * @param path of the instances of the custom object
 */
export function instanceSource(path: string, explain?: ServiceRequest['explain']): RecordSource {
	const source: RecordSource = {
		noun: 'instance',
		plural: 'instances',
		nameFields: customObjectInstanceType.nameFields,
		path,
		lists: [{ ...customObjectInstanceType.pickList?.query }],
		allowsDuplicates: true,
		createsDuplicates: true,
		notFound: "it may be deleted, or belong to another 'Custom Object'.",
		read: async (sender, externalId) => {
			const [one, ...others] = await searchInstances(sender, path, { externalId }, explain);
			if (others.length > 0) throw ambiguousError(source, externalId, others.length + 1);
			return one;
		},
	};
	return source;
}

/**
 * The instances that a search by one ID finds.
 *
 * @param path of the instances of the custom object
 */
export async function searchInstances(
	sender: Sender,
	path: string,
	criterion: { id: string } | { externalId: string },
	explain?: ServiceRequest['explain'],
): Promise<IDataObject[]> {
	const [[name, wanted]] = Object.entries(criterion);
	const found = await findBySearch(sender, `${path}/search`, criterion, explain);
	// In case the search ignores its criterion.
	return found.filter((row) => row[name] === wanted);
}
