import { optionSwitch, textProperty, timeProperty } from '../../fields/properties';
import { readBoolean, readSearchText } from '../../fields/readers';
import { utcDateTime } from '../../values/dates';
import { normalizeName } from '../../values/parse';
import { parseText, parseTimestamp } from '../../values/recordValues';
import { describeFilter, type FieldFilter, type ServiceFilter } from './fieldFilter';

export const createdAfterFilter = timeFilter('Created');

export const updatedAfterFilter = timeFilter('Updated');

/** Records since a time. In a list in the descending order of the field, no record after an excluded one is included. */
function timeFilter(label: 'Created' | 'Updated'): FieldFilter {
	const verb = label.toLowerCase();

	return {
		property: timeProperty(`${label} After`, `${verb}After`, {
			description: `Only return records ${verb} after this time, such as 2026-03-31T14:30:00Z. Applied in n8n, fastest when 'Sort By' is '${label} At'.`,
		}),
		field: `${verb}At`,
		parse: parseTimestamp,
		endsList: true,
		read: (item, { parameter, label: filter }) => {
			const afterMs = Date.parse(utcDateTime(item.param(parameter), filter, item.timeZone));

			// A record without a valid time is included, so that none is lost.
			return (timeMs) => typeof timeMs !== 'number' || timeMs > afterMs;
		},
	};
}

/** Records with a text in their name. */
export function nameFilter(label: string, field = label.toLowerCase()): FieldFilter {
	const only = `records whose ${label.toLowerCase()} contains this text (not case-sensitive)`;

	return {
		property: textProperty(`${label} Contains`, 'nameContains', {
			description: describeFilter(only),
		}),
		field,
		parse: parseText,
		read: (item, choice) => {
			const text = normalizeName(String(readSearchText(item, choice)));

			return (value) => typeof value === 'string' && normalizeName(value).includes(text);
		},
	};
}

/** The filters that most lists have. */
export function recordFilters(label = 'Name', field?: string): FieldFilter[] {
	return [createdAfterFilter, nameFilter(label, field), updatedAfterFilter];
}

export const archivedFilter: ServiceFilter = {
	property: optionSwitch('Archived', 'archived', {
		description: 'Whether to return archived records instead of active ones',
	}),
	read: (item, choice) => readBoolean(item, choice),
};
