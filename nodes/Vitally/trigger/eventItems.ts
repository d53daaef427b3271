import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { mapRecords } from '../execution/concurrency';
import { orderColumns } from '../operations/output/columnOrder';
import type { Output } from '../operations/output/outputFields';
import { CSM_ID, selectFields } from '../operations/output/selectFields';
import { simplifyRecord } from '../operations/output/simplifyRecord';
import { appLink } from '../records/recordLinks';
import { readCsm } from '../resources/customers/csm';
import { RECORD_TYPES } from '../resources/recordTypes';
import type { Client } from '../transport/client';
import { omitUndefined } from '../values/json';
import { readRelatedFields, RelatedRecords } from './relatedFields';
import { watchedValue } from './scan/detectors/fieldDetector';
import type { FeedConfig, FeedEvent } from './scan/types';
import { findEvent } from './triggerEvents';
import { watchedFields } from './watchedFields';

interface Settings {
	output: Output;
	includesRelated: boolean;
	/** Test events show that previous values are unknown with null. */
	isTest: boolean;
}

/**
 * Builds the items of events, in the same order.
 *
 * @param client reads what the records do not contain
 */
export async function createItems(
	events: readonly FeedEvent[],
	config: FeedConfig,
	settings: Settings,
	client: Client,
): Promise<INodeExecutionData[]> {
	const { output, includesRelated, isTest } = settings;
	const resource = findEvent(config.triggerOn)?.resource.name ?? '';
	const type = RECORD_TYPES.find(({ name }) => name === resource);
	const related = new RelatedRecords(client);
	const isSimple = output.mode === 'simplified';
	const showsCsm = output.mode === 'selected' && output.fields.includes(CSM_ID);

	return await mapRecords(events, async (event) => {
		const record = event.record as IDataObject;
		const fields =
			isSimple || includesRelated || showsCsm
				? await readRelatedFields(resource, record, related, includesRelated)
				: {};
		const page = isSimple && type ? appLink(client, type, record) : {};
		const { name, ...others } = {
			...outputRecord(record, config, output),
			...fields,
			...page,
		};
		const json = {
			...(name !== undefined && { name }),
			...(await changesOf(event, config, isTest, related)),
			...others,
		};

		return { json: isSimple ? orderColumns({ ...json, csmId: undefined }) : json };
	});
}

/** What changed; columns that a person reads first. */
async function changesOf(
	{ record, changedKeys, previous = {}, ...event }: FeedEvent,
	config: FeedConfig,
	isTest: boolean,
	related: RelatedRecords,
): Promise<IDataObject> {
	const watched = watchedFields(config);
	const known = isTest ? watched : Object.keys(previous);
	const before = byField(known, (field) => previous[field] ?? null);
	const after = byField(watched, (field) => watchedValue(record, field));

	return omitUndefined({
		...(changedKeys && {
			// Vitally tells no change to a test: it shows that of what is watched.
			changedFields: isTest ? watched : changedKeys,
			previousValues: await withCsmName(before, record, related),
			currentValues: await withCsmName(after, record, related),
		}),
		segmentsAdded: event.segmentsAdded,
		segmentsRemoved: event.segmentsRemoved,
		previousUnknown: event.previousUnknown,
	});
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

/** Of a simplified record the columns of the resource, and the time of a transition. */
function outputRecord(
	record: IDataObject,
	{ triggerOn, feed }: FeedConfig,
	output: Output,
): IDataObject {
	if (output.mode === 'raw') return record;
	if (output.mode === 'selected') return selectFields(record, output.fields);

	const simpleFields = findEvent(triggerOn)?.resource.simpleFields ?? Object.keys(record);
	const { transitionField = [] } = feed;
	const columns = [...new Set(simpleFields.concat(transitionField))];

	return simplifyRecord(record, { columns, isWhole: true });
}

function byField(fields: string[], valueOf: (field: string) => unknown): IDataObject {
	return Object.fromEntries(fields.map((field) => [field, valueOf(field)])) as IDataObject;
}
