import type { IDataObject, ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { openClient, type Client } from '../transport/client';
import { toNodeApiError } from '../transport/errors/nodeError';
import { PAGE_SIZE, readPage } from '../transport/pages';
import { pathSegment } from '../transport/pathSegment';
import { send } from '../transport/send';
import { eventOf, isOfCustomObject, type TriggerEvent } from './events';
import { segmentsOf } from './feed/detectors/segments';
import { definedTraits } from './watchedFields';

/** Which the service sets by itself with every change, or which the traits below stand for. */
const NOT_WATCHED = ['id', 'createdAt', 'updatedAt', 'traits'];

/** As people write them. */
const ABBREVIATIONS: Record<string, string> = { csm: 'CSM', mrr: 'MRR', nps: 'NPS' };

/** The fields and traits of the records of the event, by label, for 'Fields to Watch' and conditions. */
export async function getWatchableFields(
	this: ILoadOptionsFunctions,
): Promise<INodePropertyOptions[]> {
	return await loaded(this, async (client, event, customObjectId) => {
		const [newest] = await newestRecords(client, event, 1, customObjectId);
		const names = [...(event.resource.simpleFields ?? []), ...plainFieldsOf(newest ?? {})];
		const fields = [...new Set(names)].filter((name) => !NOT_WATCHED.includes(name));
		const traits = (await definedTraits(client, event.resource, customObjectId)) ?? [];
		return [
			...byName(fields.map((value) => ({ name: labelOf(value), value }))),
			...byName(traits.map(({ path, names }) => ({ name: `${names[2]} (Trait)`, value: path }))),
		];
	});
}

/** The segments of the records that changed last. */
export async function getSegments(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return await loaded(this, async (client, event) => {
		const records = await newestRecords(client, event, PAGE_SIZE);
		const segments = new Map(records.flatMap((record) => segmentsOf(record) ?? []));
		return byName([...segments].map(([value, name]) => ({ name, value })));
	});
}

async function loaded(
	context: ILoadOptionsFunctions,
	load: (
		client: Client,
		event: TriggerEvent,
		customObjectId?: string,
	) => Promise<INodePropertyOptions[]>,
): Promise<INodePropertyOptions[]> {
	try {
		const event = eventOf(context.getCurrentNodeParameter('triggerOn'));
		if (!event) return [];
		const customObjectId = isOfCustomObject(event)
			? String(context.getCurrentNodeParameter('customObjectId', { extractValue: true }))
			: undefined;
		return await load(await openClient(context, 'vitallyApi'), event, customObjectId);
	} catch (error) {
		throw toNodeApiError(error as Error, context.getNode());
	}
}

async function newestRecords(
	client: Client,
	{ feed }: TriggerEvent,
	limit: number,
	customObjectId?: string,
): Promise<IDataObject[]> {
	const above =
		customObjectId === undefined
			? ''
			: `/customObjects/${pathSegment(customObjectId, 'Custom Object')}`;
	const list = { path: `/resources${above}/${feed.collection}`, query: { sortBy: 'updatedAt' } };
	const page = await readPage(async (request) => await send(client, request), list, limit);
	return page.records;
}

/** Fields with one value: lists and whole records are rarely what is watched. */
function plainFieldsOf(record: IDataObject): string[] {
	return Object.entries(record)
		.filter(([, value]) => typeof value !== 'object' || value === null)
		.map(([name]) => name);
}

/** `nextRenewalDate`: Next Renewal Date; `csmId`: CSM. */
export function labelOf(field: string): string {
	const words = field.replace(/Id$/, '').split(/(?=[A-Z])/);
	return words
		.map(
			(word) => ABBREVIATIONS[word.toLowerCase()] ?? word.charAt(0).toUpperCase() + word.slice(1),
		)
		.join(' ');
}

function byName(options: INodePropertyOptions[]): INodePropertyOptions[] {
	return options.sort((a, b) => a.name.localeCompare(b.name));
}
