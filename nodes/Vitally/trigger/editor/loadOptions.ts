import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { byName, fieldOptions, loadFor, newestRecords } from '../../methods/fieldOptions';
import { PAGE_SIZE } from '../../transport/pages';
import { segmentsOf } from '../scan/detectors/segmentDetector';
import { findEvent } from '../triggerEvents';

/** Set by the service. */
const NOT_WATCHED = ['id', 'createdAt', 'updatedAt'];

/** The fields and traits of the records of the event, by label, for 'Fields to Watch' and conditions. */
export async function getWatchableFields(
	this: ILoadOptionsFunctions,
): Promise<INodePropertyOptions[]> {
	// Lists and nested records are rarely useful to watch.
	const isPlain = (name: string, value: unknown) =>
		!NOT_WATCHED.includes(name) && (typeof value !== 'object' || value === null);
	return await loadFor(
		this,
		resourceOf(this),
		async (client, resource, customObjectId) =>
			await fieldOptions(client, resource, customObjectId, isPlain),
	);
}

/** All fields and traits of the records of the event, for 'Selected Fields'. */
export async function getEventFields(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return await loadFor(this, resourceOf(this), fieldOptions);
}

/** The segments of the most recently changed records. */
export async function getSegments(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return await loadFor(this, resourceOf(this), async (client, resource, customObjectId) => {
		const records = await newestRecords(client, resource, customObjectId, PAGE_SIZE);
		const segments = new Map(records.flatMap((record) => segmentsOf(record) ?? []));
		const found = byName([...segments].map(([value, name]) => ({ name, value })));
		return [{ name: 'Any Segment', value: '' }, ...found];
	});
}

function resourceOf(context: ILoadOptionsFunctions) {
	return findEvent(context.getCurrentNodeParameter('triggerOn'))?.resource;
}
