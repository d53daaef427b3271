import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { eventOf } from './events';
import { feedOf, type FeedConfig } from './feed/config';
import type { FeedEvent } from './feed/detectors/detector';
import { watchedValue } from './feed/detectors/watchedFields';
import type { ServiceRecord } from './feed/record';

/**
 * What the trigger emits: the record, and with watched fields which of them changed, from what to what.
 *
 * @param isSimple the record is cut down to the fields of the node's own Simplify
 */
export function eventItem(
	{ record, changedKeys, previous, previousUnknown }: FeedEvent,
	config: FeedConfig,
	isSimple: boolean,
): INodeExecutionData {
	const json = { ...(isSimple ? simplified(record, config) : record) } as IDataObject;
	if (changedKeys) {
		json.changedFields = changedKeys;
		json.previousValues = previous as IDataObject;
		json.currentValues = Object.fromEntries(
			(config.watch ?? []).map((path) => [path, watchedValue(record, path)]),
		) as IDataObject;
		if (previousUnknown) json.previousUnknown = true;
	}
	return { json };
}

/** Where the time of the transition is no simple field, it takes the place of `updatedAt`. */
function simplified(record: ServiceRecord, config: FeedConfig): ServiceRecord {
	const { transitionField } = feedOf(config);
	const fields = eventOf(config.triggerOn)?.resource.simpleFields ?? [];
	const shown =
		transitionField && !fields.includes(transitionField)
			? fields.map((field) => (field === 'updatedAt' ? transitionField : field))
			: fields;
	return Object.fromEntries(shown.map((field) => [field, record[field] ?? null]));
}
