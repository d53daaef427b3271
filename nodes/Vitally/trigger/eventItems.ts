import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import {
	appLink,
	selected,
	simplified,
	orderColumns,
	type Output,
} from '../operations/output/output';
import { RECORD_TYPES } from '../resources/recordTypes';
import type { Client } from '../transport/client';
import type { TriggerParameters } from './editor/parameters';
import type { FeedReading } from './pollFeed';
import { readRelatedFields, RelatedRecords } from './relatedFields';
import { watchedValue } from './scan/detectors/fieldDetector';
import type { FeedConfig, FeedEvent } from './scan/types';
import { findEvent } from './triggerEvents';

type Reading = Pick<FeedReading, 'config' | 'fields'>;

/**
 * Builds the items of events, in the same order.
 *
 * @param reading configuration and watched fields of the poll
 * @param client reads what the records do not contain
 * @param deadline Unix milliseconds, see `RelatedRecords`
 */
export async function createItems(
	events: readonly FeedEvent[],
	reading: Reading,
	{ output, includesRelated }: Pick<TriggerParameters, 'output' | 'includesRelated'>,
	client: Client,
	deadline: number,
): Promise<INodeExecutionData[]> {
	const resource = findEvent(reading.config.triggerOn)?.resource.name ?? '';
	const type = RECORD_TYPES.find(({ name }) => name === resource);
	const related = new RelatedRecords(client, deadline);
	const isSimple = output.mode === 'simplified';
	const items: INodeExecutionData[] = [];
	for (const event of events) {
		const fields =
			isSimple || includesRelated
				? await readRelatedFields(resource, event.record, related, includesRelated)
				: {};
		const page = isSimple && type ? appLink(client, type, event.record as IDataObject) : {};
		items.push(eventItem(event, reading, output, { ...fields, ...page }));
	}
	return items;
}

/** The record and, with watched fields, the changes under the names that the user entered. */
function eventItem(
	{ record, changedKeys, previous = {}, previousUnknown, ...event }: FeedEvent,
	{ config, fields }: Reading,
	output: Output,
	related: IDataObject,
): INodeExecutionData {
	const json: IDataObject = { ...outputRecord(record as IDataObject, config, output), ...related };
	if (changedKeys) {
		const watched = Object.entries(fields);
		const changed = watched.filter(([, path]) => changedKeys.includes(path));
		const known = changed.filter(([, path]) => Object.hasOwn(previous, path));
		json.changedFields = changed.map(([name]) => name);
		json.previousValues = byName(known, (path) => previous[path]);
		json.currentValues = byName(watched, (path) => watchedValue(record, path));
	}
	if (event.segmentsAdded) json.segmentsAdded = event.segmentsAdded;
	if (event.segmentsRemoved) json.segmentsRemoved = event.segmentsRemoved;
	if (previousUnknown) json.previousUnknown = true;
	return { json: output.mode === 'simplified' ? orderColumns(json) : json };
}

function outputRecord(record: IDataObject, config: FeedConfig, output: Output): IDataObject {
	if (output.mode === 'raw') return record;
	if (output.mode === 'selected') return selected(record, output.fields);
	return simplifiedEvent(record, config);
}

function byName(fields: Array<[string, string]>, valueOf: (path: string) => unknown): IDataObject {
	return Object.fromEntries(fields.map(([name, path]) => [name, valueOf(path)])) as IDataObject;
}

/**
 * At most ten fields, the traits, and segments by name. The time of a transition replaces `updatedAt` where
 * it is not one of these fields.
 */
function simplifiedEvent(record: IDataObject, config: FeedConfig): IDataObject {
	const { transitionField } = config.feed;
	const fields = findEvent(config.triggerOn)?.resource.simpleFields ?? Object.keys(record);
	const shown =
		transitionField && !fields.includes(transitionField)
			? fields.map((field) => (field === 'updatedAt' ? transitionField : field))
			: fields;
	return simplified(record, shown, true);
}
