import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { VitallyError } from '../../errors/vitallyError';
import { utcDateTime } from '../../values/dates';
import type { ItemParameters } from '../../fields/itemParameters';
import type { SortKey } from '../../fields/list';
import { readSearchText } from '../../fields/text';

/** What a filter says of itself that the service does not offer: it is applied here, page by page. */
export const CLIENT_SIDE_NOTE = 'Applied in n8n, so all records are read';

export const createdAfterFilter: INodeProperties = {
	displayName: 'Created After',
	name: 'createdAfter',
	type: 'dateTime',
	default: '',
	description:
		"Only return records created after this time, such as 2026-03-31T14:30:00Z. Applied in n8n, fastest when 'Sort By' is 'Created At'.",
};

export const updatedAfterFilter: INodeProperties = {
	displayName: 'Updated After',
	name: 'updatedAfter',
	type: 'dateTime',
	default: '',
	description:
		"Only return records updated after this time, such as 2026-03-31T14:30:00Z. Applied in n8n, fastest when 'Sort By' is 'Updated At'.",
};

export const nameContainsFilter: INodeProperties = {
	displayName: 'Name Contains',
	name: 'nameContains',
	type: 'string',
	default: '',
	description: `Only return records whose name contains this text (not case-sensitive). ${CLIENT_SIDE_NOTE}.`,
};

/** The same filter for records whose name is their subject. */
export const subjectContainsFilter: INodeProperties = {
	...nameContainsFilter,
	displayName: 'Subject Contains',
	description: `Only return records whose subject contains this text (not case-sensitive). ${CLIENT_SIDE_NOTE}.`,
};

/** A filter that only some records know, applied here too. */
export interface ClientFilter {
	label: string;
	/** The field of a record that it looks at. */
	field: string;
	includes: (record: IDataObject) => boolean;
}

/** Which records of a sorted list are wanted, and from where on none can come any more. */
export interface RecordFilter {
	/** Whether a record is wanted. */
	includes: (record: IDataObject) => boolean;
	/** Whether this record and all that follow in the order are too old. */
	isBeyond: (record: IDataObject) => boolean;
	/** Whether all records are wanted. */
	isOpen: boolean;
	/**
	 * @throws VitallyError when no record of a page shows what a filter looks at: then it would let all of
	 * them through, or none
	 */
	assertApplies: (page: IDataObject[]) => void;
}

/**
 * What the filters of an item describe.
 *
 * @param sortKey descending order of the list
 * @param textField field that `nameContains` looks at
 * @param textLabel its name in the editor
 * @throws VitallyError for a filter that is no date, or no text
 */
export function readRecordFilter(
	item: ItemParameters,
	sortKey: SortKey,
	textField = 'name',
	textLabel = nameContainsFilter.displayName,
): RecordFilter {
	const filters = (item.param('filters') ?? {}) as IDataObject;
	const createdAfter = timeMsOf(filters.createdAfter, 'Created After', item);
	const updatedAfter = timeMsOf(filters.updatedAfter, 'Updated After', item);
	const text = readSearchText(item, 'filters.nameContains', textLabel)?.toLowerCase() ?? '';
	const oldest = sortKey === 'createdAt' ? createdAfter : updatedAfter;
	const timeFilters = [
		{ label: 'Created After', field: 'createdAt', isSet: createdAfter !== undefined },
		{ label: 'Updated After', field: 'updatedAt', isSet: updatedAfter !== undefined },
	].filter(({ isSet }) => isSet);
	return {
		assertApplies: (page) => {
			for (const { label, field } of timeFilters) {
				assertShown(page, label, field);
			}
		},
		isOpen: createdAfter === undefined && updatedAfter === undefined && text === '',
		includes: (record) =>
			isAfter(record.createdAt, createdAfter) &&
			isAfter(record.updatedAt, updatedAfter) &&
			(text === '' ||
				String(record[textField] ?? '')
					.toLowerCase()
					.includes(text)),
		isBeyond: (record) => oldest !== undefined && timeOf(record[sortKey]) <= oldest,
	};
}

/** A filter that leaves out too what one of others does not include. */
export function combineFilters(filter: RecordFilter, own: ClientFilter[]): RecordFilter {
	return {
		...filter,
		assertApplies: (page) => {
			filter.assertApplies(page);
			for (const { label, field } of own) assertShown(page, label, field);
		},
		isOpen: filter.isOpen && own.length === 0,
		includes: (record) => filter.includes(record) && own.every(({ includes }) => includes(record)),
	};
}

function assertShown(page: IDataObject[], label: string, field: string): void {
	if (page.some((record) => record[field] !== undefined)) return;
	throw new VitallyError(
		`The filter '${label}' cannot be applied, because Vitally's list does not show ${field}`,
		`Remove '${label}' under 'Filters'.`,
		{ field: label },
	);
}

/** An empty filter is one that an AI model or an expression left out. */
function timeMsOf(value: unknown, field: string, item: ItemParameters): number | undefined {
	if (value === undefined || value === null || value === '') return undefined;
	return Date.parse(utcDateTime(value, field, item.timeZone));
}

/** A record without a readable time is kept: better one too many than one lost. */
function isAfter(value: unknown, limitMs: number | undefined): boolean {
	return limitMs === undefined || !(timeOf(value) <= limitMs);
}

/** Milliseconds, or NaN, which is neither before nor after anything. */
function timeOf(value: unknown): number {
	return Date.parse(String(value));
}
