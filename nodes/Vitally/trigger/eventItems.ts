import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { mapRecords } from '../execution/concurrency';
import { orderColumns } from '../operations/output/columnOrder';
import type { Output } from '../operations/output/outputFields';
import { selectFields, selectsCsm } from '../operations/output/selectFields';
import { simplifyRecord } from '../operations/output/simplifyRecord';
import { appLink } from '../records/recordLinks';
import type { RecordType } from '../records/recordType';
import { RECORD_TYPES } from '../resources/recordTypes';
import type { Client } from '../transport/client';
import { TraitColumns } from '../values/traits/traitName';
import { changesOf } from './eventChanges';
import { readRelatedFields, RelatedRecords } from './relatedFields';
import type { FeedConfig, FeedEvent } from './scan/types';
import { findEvent } from './triggerEvents';

interface Settings {
	output: Output;
	/** Whether to read the records that an event belongs to. */
	includesRelated: boolean;
	/** Test events show that previous values are unknown with null. */
	isTest: boolean;
}

/** What the items of a poll have in common. */
interface ItemContext {
	config: FeedConfig;
	settings: Settings;
	/** Name of the resource of the event. */
	resource: string;
	/** The type of its records. */
	type: RecordType | undefined;
	client: Client;
	related: RelatedRecords;
	traitColumns: TraitColumns;
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
	const resource = findEvent(config.triggerOn)?.resource.name ?? '';
	const related = new RelatedRecords(client);
	const type = RECORD_TYPES.find(({ name }) => name === resource);
	const traitColumns = new TraitColumns();
	const context: ItemContext = { config, settings, resource, type, client, related, traitColumns };

	return await mapRecords(events, async (event) => await createItem(event, context));
}

async function createItem(event: FeedEvent, context: ItemContext): Promise<INodeExecutionData> {
	const record = event.record as IDataObject;
	const related = await relatedFieldsOf(record, context);
	const { name, ...others } = outputRecord(record, related, context);
	const { config, settings } = context;
	const { readable, values } = await changesOf(event, config, context.related, settings);
	// The columns of a table: the name of the record, what changed, the rest of the record, what expressions need.
	const named = name === undefined ? {} : { name };
	const json: IDataObject = { ...named, ...readable, ...others, ...values };
	if (settings.output.mode !== 'simplified') return { json };

	// A simplified item has the name of the CSM in place of the ID.
	return { json: orderColumns({ ...json, csmId: undefined }) };
}

/**
 * The record as the output shows it, with the fields of related records; a simplified one has the columns of its resource,
 * the time of a transition, and the link to Vitally.
 */
function outputRecord(
	record: IDataObject,
	related: IDataObject,
	context: ItemContext,
): IDataObject {
	const { config, settings, traitColumns } = context;
	const { output } = settings;
	if (output.mode === 'raw') return { ...record, ...related };

	if (output.mode === 'selected') {
		const link = output.fields.includes('url') ? linkOf(record, context) : {};

		return selectFields(record, output.fields, { ...related, ...link });
	}

	const { triggerOn, feed } = config;
	const simpleFields = findEvent(triggerOn)?.resource.simpleFields ?? Object.keys(record);
	const { transitionField = [] } = feed;
	const columns = [...new Set(simpleFields.concat(transitionField))];

	return {
		...simplifyRecord(record, { columns, isWhole: true, traitColumns }),
		...related,
		...linkOf(record, context),
	};
}

async function relatedFieldsOf(record: IDataObject, context: ItemContext): Promise<IDataObject> {
	const { output, includesRelated } = context.settings;
	const showsCsm = output.mode === 'selected' && selectsCsm(output.fields);
	if (output.mode !== 'simplified' && !includesRelated && !showsCsm) return {};

	return await readRelatedFields(context.resource, record, context.related, { includesRelated });
}

/** The link to the record in Vitally. */
function linkOf(record: IDataObject, { client, type }: ItemContext): IDataObject {
	return type ? appLink(client, type, record) : {};
}
