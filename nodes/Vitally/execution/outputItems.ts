import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';

import type { VitallyError } from '../errors/vitallyError';
import { readAllowedDomains } from '../transport/auth';
import { toNodeApiError } from '../transport/errors/toNodeApiError';
import { forEachRecord, mapRecords } from './concurrency';
import type { TableOutcome } from './operation';

/** Converts records to output items, which n8n's editor links to their input item. */
export async function pairedItems(
	records: IDataObject[],
	itemIndex: number,
): Promise<INodeExecutionData[]> {
	return await mapRecords(records, (json) => ({ json, pairedItem: { item: itemIndex } }));
}

/** Returns the records of dry runs: what would have been sent. */
export async function previewsAmong(items: readonly INodeExecutionData[]): Promise<IDataObject[]> {
	const previews: IDataObject[] = [];

	await forEachRecord(items, ({ json }) => {
		if (json.dryRun === true) previews.push(json);
	});

	return previews;
}

/** n8n of the 1.x line treats an item with a third key as a success; the function is newer. */
const SUPPORTS_DETAILS = readAllowedDomains !== undefined;

/**
 * Returns the item for an error where the node continues on errors. n8n recognizes it by keys that are exactly
 * `error`, `message` and `details`; an `error` object next to the JSON would make n8n replace the JSON
 * by the title alone (n8n-core 2.41, `normalizeNodeErrors` and `handleNodeErrorOutput`).
 */
export function errorItem(cause: unknown, node: INode, itemIndex?: number): INodeExecutionData {
	const { message, description, httpCode } = toNodeApiError(cause as Error, node, itemIndex);
	const json: IDataObject = { error: message, message: description ?? '' };
	if (SUPPORTS_DETAILS) json.details = detailsOf(cause as Partial<VitallyError>, httpCode);

	return { json, pairedItem: { item: itemIndex ?? 0 } };
}

function detailsOf({ facts = {} }: Partial<VitallyError>, httpCode: string | null): IDataObject {
	const details: IDataObject = { ...facts.details };
	if (typeof httpCode === 'string') details.httpCode = httpCode;
	if (facts.serviceMessage !== undefined) details.vitallyMessage = facts.serviceMessage;
	if (facts.field !== undefined) details.field = facts.field;
	if (facts.isOutcomeUnknown) details.mayHaveBeenSaved = true;

	return details;
}

/** The run of a table, as far as its output needs it. */
interface TableRun {
	/** The number of input items. */
	size: number;
	node: INode;
	/** Whether the node continues on errors. */
	continuesOnFail: boolean;
}

/**
 * Returns the output items of a table, in each of n8n's error modes.
 *
 * @throws NodeApiError where the node stops on errors and the table ended in one
 */
export async function tableOutput(
	{ summary, rows, unpaired = [], error }: TableOutcome,
	{ size, node, continuesOnFail }: TableRun,
): Promise<INodeExecutionData[]> {
	if (error && !continuesOnFail) throw toNodeApiError(error.cause as Error, node, error.index);
	if (error && rows.size === 0) return [errorItem(error.cause, node, error.index)];

	const items: INodeExecutionData[] = [];

	if (summary) {
		const pairedItem = Array.from({ length: size }, (_, item) => ({ item }));

		items.push({ json: summary, pairedItem });
	}

	// The summary names the rows that failed; a separate output for errors contains them too.
	const showsErrors = continuesOnFail && (!summary || node.onError === 'continueErrorOutput');
	const indexes = rows.size > 0 ? Array.from({ length: size }).keys() : [];

	await forEachRecord(indexes, (index) => {
		const { error: cause, json } = rows.get(index) ?? {};
		if (cause !== undefined && showsErrors) items.push(errorItem(cause, node, index));
		else if (json) items.push({ json, pairedItem: { item: index } });
	});

	// Without a list, n8n would pair an item with a row of the same index.
	await forEachRecord(unpaired, (json) => {
		items.push({ json, pairedItem: [] });
	});

	return items;
}
