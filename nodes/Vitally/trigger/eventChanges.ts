import type { IDataObject } from 'n8n-workflow';

import { readCsm } from '../resources/customers/csm';
import type { Changes } from '../sync/changes';
import { describeChanges } from '../sync/report/describeChanges';
import { isPlainObject, omitUndefined } from '../values/json/json';
import type { RelatedRecords } from './relatedFields';
import { watchedValue } from './scan/fields/watchedField';
import type { FeedConfig, FeedEvent } from './scan/types';
import { watchedFields } from './watchedFields';

/** Stands for a previous value in the text of the changes. */
const UNKNOWN = 'unknown';

/** What changed. */
interface EventChanges {
	/** Columns that a person reads first. */
	readable: IDataObject;
	/** Columns for expressions: n8n's table shows a list or an object several times as wide as a text. */
	values: IDataObject;
}

export async function changesOf(
	event: FeedEvent,
	config: FeedConfig,
	related: RelatedRecords,
	settings: { isTest: boolean },
): Promise<EventChanges> {
	const { reply, segmentsAdded, segmentsRemoved, previousUnknown, changedKeys } = event;
	const changed = changedKeys ? await changedValuesOf(event, config, related, settings) : {};
	const { changes, ...values } = changed;

	return {
		readable: omitUndefined({ ...reply, changes, segmentsAdded, segmentsRemoved }),
		values: omitUndefined({ ...values, previousUnknown }),
	};
}

/** The watched fields, with their values before and after. */
async function changedValuesOf(
	{ record, changedKeys = [], previous = {} }: FeedEvent,
	config: FeedConfig,
	related: RelatedRecords,
	{ isTest }: { isTest: boolean },
): Promise<IDataObject> {
	const watched = watchedFields(config);
	const known = isTest ? watched : Object.keys(previous);
	const before = byField(known, (field) => previous[field] ?? null);
	const after = byField(watched, (field) => watchedValue(record, field));
	const previousValues = await withCsmName(before, record, related);
	const currentValues = await withCsmName(after, record, related);
	// Vitally tells no change to a test: it shows that of what is watched.
	const changedFields = isTest ? watched : changedKeys;
	// Nothing is known of a record that was not read before.
	const described = changedFields.length > 0 ? changedFields : watched;

	return {
		// The nulls of a test are no values from before.
		changes: describe(described, isTest ? {} : previousValues, currentValues),
		changedFields,
		previousValues,
		currentValues,
	};
}

/** The changes as a person reads them, such as `Health Score: 5.9 → 3.2`. */
function describe(fields: string[], before: IDataObject, after: IDataObject): string {
	const names = new Map<unknown, string>();

	for (const { csmId, csmName } of [before, after]) {
		if (typeof csmName === 'string') names.set(csmId, csmName);
	}

	const changes: Changes = {};

	for (const field of fields) {
		const old = field in before ? namesOf(before[field]) : UNKNOWN;

		changes[field] = { old, new: namesOf(after[field]) };
	}

	return describeChanges(changes, new Map(), names);
}

/** A list of segments or other named objects is the list of their names. */
function namesOf(value: unknown): unknown {
	if (!Array.isArray(value)) return value;

	return value.map((entry: unknown) => (isPlainObject(entry) ? (entry.name ?? entry) : entry));
}

/** A person knows a CSM by name: that of the ID, because the key roles are those of now. */
async function withCsmName(
	values: IDataObject,
	{ keyRoles }: FeedEvent['record'],
	related: RelatedRecords,
): Promise<IDataObject> {
	if (!('csmId' in values)) return values;

	const { csmId } = values;
	const csm: IDataObject = csmId ? await readCsm({ csmId, keyRoles }, related.teammate) : {};

	return { csmName: csm.csmName ?? null, ...values };
}

function byField(fields: string[], valueOf: (field: string) => unknown): IDataObject {
	return Object.fromEntries(fields.map((field) => [field, valueOf(field)])) as IDataObject;
}
