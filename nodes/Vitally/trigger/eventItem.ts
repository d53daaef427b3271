import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { account } from '../resources/account/account';
import { conversation } from '../resources/conversation/conversation';
import { note } from '../resources/note/note';
import { project } from '../resources/project/project';
import type { FeedEvent } from './event';
import type { ServiceRecord } from './record';
import { feedOf, type FeedSettings } from './settings';
import { watchedValue } from './watched';

const SIMPLE_FIELDS: Record<string, readonly string[] | undefined> = {
	accounts: account.simpleFields,
	conversations: conversation.simpleFields,
	notes: note.simpleFields,
	projects: project.simpleFields,
};

/**
 * What the trigger emits: the record, and with watched fields which of them changed, from what to what.
 *
 * @param isSimple the record is cut down to the fields of the node's own Simplify
 */
export function eventItem(
	{ record, changedKeys, previous, previousUnknown }: FeedEvent,
	settings: FeedSettings,
	isSimple: boolean,
): INodeExecutionData {
	const json = { ...(isSimple ? simplified(record, settings) : record) } as IDataObject;
	if (changedKeys) {
		json.changedFields = changedKeys;
		json.previousValues = previous as IDataObject;
		json.currentValues = Object.fromEntries(
			(settings.watch ?? []).map((path) => [path, watchedValue(record, path)]),
		) as IDataObject;
		if (previousUnknown) json.previousUnknown = true;
	}
	return { json };
}

/** Where the moment of the event is no simple field, it takes the place of `updatedAt`. */
function simplified(record: ServiceRecord, settings: FeedSettings): ServiceRecord {
	const { collection, moment } = feedOf(settings);
	const fields = SIMPLE_FIELDS[collection] ?? [];
	const shown =
		moment && !fields.includes(moment)
			? fields.map((field) => (field === 'updatedAt' ? moment : field))
			: fields;
	return Object.fromEntries(shown.map((field) => [field, record[field] ?? null]));
}
