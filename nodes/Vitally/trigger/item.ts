import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Output } from '../operations/output/output';
import { selected, simplified, orderColumns } from '../operations/output/outputRecord';
import { eventOf } from './events';
import { feedOf, type FeedConfig } from './feed/config';
import type { FeedEvent } from './feed/detectors/detector';
import { watchedValue } from './feed/detectors/watchedFields';
import type { WatchedFields } from './watchedFields';

/**
 * What the trigger emits: the record, and with watched fields which of them changed, from what to what.
 *
 * @param reading whose watched fields stand under the names that the user wrote
 * @param context what stands beside the record, see `contextOf`
 */
export function eventItem(
	{ record, changedKeys, previous = {}, previousUnknown, ...event }: FeedEvent,
	reading: { config: FeedConfig; fields: WatchedFields },
	output: Output,
	context: IDataObject,
): INodeExecutionData {
	const { config, fields } = reading;
	const json: IDataObject = { ...shownRecord(record as IDataObject, config, output), ...context };
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

function shownRecord(record: IDataObject, config: FeedConfig, output: Output): IDataObject {
	if (output.mode === 'raw') return record;
	if (output.mode === 'selected') return selected(record, output.fields);
	return simplifiedEvent(record, config);
}

/** Values under the names that the user wrote. */
function byName(fields: Array<[string, string]>, valueOf: (path: string) => unknown): IDataObject {
	return Object.fromEntries(fields.map(([name, path]) => [name, valueOf(path)])) as IDataObject;
}

/**
 * At most ten fields, the traits, and segments by name. Where the time of the transition is no simple
 * field, it takes the place of `updatedAt`.
 */
function simplifiedEvent(record: IDataObject, config: FeedConfig): IDataObject {
	const { transitionField } = feedOf(config);
	const fields = eventOf(config.triggerOn)?.resource.simpleFields ?? Object.keys(record);
	const shown =
		transitionField && !fields.includes(transitionField)
			? fields.map((field) => (field === 'updatedAt' ? transitionField : field))
			: fields;
	return simplified(record, shown, true);
}
