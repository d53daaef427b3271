import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { appLink } from '../operations/output/output';
import { RECORD_TYPES } from '../resources/recordTypes';
import type { Client } from '../transport/client';
import { contextOf } from './context';
import { eventOf } from './events';
import type { FeedEvent } from './feed/detectors/detector';
import { eventItem } from './item';
import type { TriggerParameters } from './parameters';
import type { FeedReading } from './readFeed';
import { RelatedRecords } from './related';

/**
 * The items of events, in their order.
 *
 * @param reading what the events were read in
 * @param client reads what the records do not hold
 * @param deadline Unix milliseconds, see `RelatedRecords`
 */
export async function itemsOf(
	events: readonly FeedEvent[],
	reading: Pick<FeedReading, 'config' | 'fields'>,
	{ output, includesRelated }: Pick<TriggerParameters, 'output' | 'includesRelated'>,
	client: Client,
	deadline: number,
): Promise<INodeExecutionData[]> {
	const resource = eventOf(reading.config.triggerOn)?.resource.name ?? '';
	const type = RECORD_TYPES.find(({ name }) => name === resource);
	const related = new RelatedRecords(client, deadline);
	const isSimple = output.mode === 'simplified';
	const items: INodeExecutionData[] = [];
	for (const event of events) {
		const beside =
			isSimple || includesRelated
				? await contextOf(resource, event.record, related, includesRelated)
				: {};
		const page = isSimple && type ? appLink(client, type, event.record as IDataObject) : {};
		items.push(eventItem(event, reading, output, { ...beside, ...page }));
	}
	return items;
}
