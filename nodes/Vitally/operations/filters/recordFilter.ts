import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { VitallyError } from '../../errors/vitallyError';
import type { ItemParameters } from '../../fields/itemParameters';
import type { SortKey } from '../../fields/list';
import { textProperty, timeProperty } from '../../fields/properties';
import { readSearchText } from '../../fields/text';
import { utcDateTime } from '../../values/dates';
import { isEmpty } from '../../values/emptyValues';

/** For filters that the service does not have, so that n8n applies them. */
export const CLIENT_SIDE_NOTE = 'Applied in n8n, so all records are read';

export const createdAfterFilter = timeProperty('Created After', 'createdAfter', {
	description:
		"Only return records created after this time, such as 2026-03-31T14:30:00Z. Applied in n8n, fastest when 'Sort By' is 'Created At'.",
});

export const updatedAfterFilter = timeProperty('Updated After', 'updatedAfter', {
	description:
		"Only return records updated after this time, such as 2026-03-31T14:30:00Z. Applied in n8n, fastest when 'Sort By' is 'Updated At'.",
});

export const nameContainsFilter = textProperty('Name Contains', 'nameContains', {
	description: `Only return records whose name contains this text (not case-sensitive). ${CLIENT_SIDE_NOTE}.`,
});

/** The same filter for records whose name is their subject. */
const subjectContainsFilter: INodeProperties = {
	...nameContainsFilter,
	displayName: 'Subject Contains',
	description: `Only return records whose subject contains this text (not case-sensitive). ${CLIENT_SIDE_NOTE}.`,
};

/** For records that have a name. */
export const nameFilters = [createdAfterFilter, nameContainsFilter, updatedAfterFilter];

/** For records that have a subject. */
export const subjectFilters = [createdAfterFilter, subjectContainsFilter, updatedAfterFilter];

/** A filter that is applied to the records of a list. */
export interface ClientFilter {
	label: string;
	/** The field of a record. */
	field: string;
	includes: (record: IDataObject) => boolean;
	/** Whether no record that follows can be included, by the order of the list. */
	isPastEnd?: (record: IDataObject) => boolean;
}

/**
 * The filters that all resources have.
 *
 * @param sortKey descending order of the list
 * @param textField field that `nameContains` reads
 * @param textLabel its name in the editor
 * @throws VitallyError for a value of another type
 */
export function readRecordFilters(
	item: ItemParameters,
	sortKey: SortKey,
	textField = 'name',
	textLabel = nameContainsFilter.displayName,
): ClientFilter[] {
	const text = readSearchText(item, 'filters.nameContains', textLabel)?.toLowerCase();
	const containsText: ClientFilter = {
		label: textLabel,
		field: textField,
		includes: ({ [textField]: value }) =>
			String(value ?? '')
				.toLowerCase()
				.includes(text ?? ''),
	};
	return [
		...readTimeFilter(item, createdAfterFilter, 'createdAt', sortKey),
		...readTimeFilter(item, updatedAfterFilter, 'updatedAt', sortKey),
		...(text === undefined ? [] : [containsText]),
	];
}

/** @returns none for an empty value, which an expression or an AI model may return */
function readTimeFilter(
	item: ItemParameters,
	{ name, displayName: label }: INodeProperties,
	field: SortKey,
	sortKey: SortKey,
): ClientFilter[] {
	const value = item.param(`filters.${name}`);
	if (isEmpty(value)) return [];
	const afterMs = Date.parse(utcDateTime(value, label, item.timeZone));
	// A record without a valid time is included, so that none is lost.
	const isTooOld = (record: IDataObject) => Date.parse(String(record[field])) <= afterMs;
	return [
		{
			label,
			field,
			includes: (record) => !isTooOld(record),
			...(field === sortKey && { isPastEnd: isTooOld }),
		},
	];
}

/** @throws VitallyError when no record of a page has the field of a filter */
export function assertFiltersApply(filters: readonly ClientFilter[], page: IDataObject[]): void {
	for (const { label, field } of filters) {
		if (page.some((record) => record[field] !== undefined)) continue;
		throw new VitallyError(
			`The filter '${label}' cannot be applied, because Vitally's list does not show ${field}`,
			`Remove '${label}' under 'Filters'.`,
			{ field: label },
		);
	}
}
