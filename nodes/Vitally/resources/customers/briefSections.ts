import type { IDataObject } from 'n8n-workflow';

import type { RecordType } from '../../records/recordType';
import { htmlToMarkdown } from '../../text/htmlToMarkdown';
import type { Page } from '../../transport/pages';
import { isEmpty } from '../../values/emptyValues';
import { isPlainObject } from '../../values/plainObject';
import { conversationType, noteType, npsResponseType, taskType } from '../recordTypes';

/** A list of the customer's records, of which a brief contains the most important ones. */
interface Section {
	name: string;
	type: RecordType;
	sortBy: 'createdAt' | 'updatedAt';
	/** How many records are read, in one page. The service cannot sort by the dates of a section. */
	read: number;
	/** Filters and sorts the records, the most important one first. */
	select(records: IDataObject[]): IDataObject[];
	max: number;
	/** Field that reports whether there are more. */
	more?: string;
	/** Fields of a record, with their types in the output. */
	each: Record<string, 'string' | 'string?' | 'number?'>;
}

/** docs/internal/service.md, Notes and Conversations; docs/internal/beyond.md, 4 and 5 */
export const SECTIONS: readonly Section[] = [
	{
		name: 'openTasks',
		type: taskType,
		sortBy: 'updatedAt',
		read: 100,
		select: (records) => {
			const open = records.filter(({ completedAt }) => isEmpty(completedAt));
			// Tasks without a date are last.
			return sortBy(open, ({ dueDate }) => (isEmpty(dueDate) ? '~' : dueDate));
		},
		max: 5,
		more: 'moreOpenTasks',
		each: { id: 'string', name: 'string?', dueDate: 'string?', assignedTo: 'string?' },
	},
	{
		name: 'lastNotes',
		type: noteType,
		sortBy: 'createdAt',
		read: 20,
		select: (records) => sortBy(records, ({ noteDate }) => noteDate).reverse(),
		max: 3,
		each: { noteDate: 'string?', subject: 'string?', note: 'string?' },
	},
	{
		name: 'lastConversations',
		type: conversationType,
		sortBy: 'updatedAt',
		read: 3,
		select: (records) => records,
		max: 3,
		each: { updatedAt: 'string?', subject: 'string?', status: 'string?' },
	},
	{
		name: 'lastNpsResponses',
		type: npsResponseType,
		sortBy: 'createdAt',
		read: 20,
		select: (records) => sortBy(records, ({ respondedAt }) => respondedAt).reverse(),
		max: 3,
		each: { respondedAt: 'string?', score: 'number?', feedback: 'string?' },
	},
];

/** Longer notes are truncated before they are converted: enough for a brief, and fast. */
const MAX_HTML_LENGTH = 20_000;

const formatDay = (value: unknown) =>
	typeof value === 'string' && value !== '' ? value.slice(0, 10) : null;

const FORMATS: Partial<Record<string, (value: unknown) => unknown>> = {
	dueDate: formatDay,
	noteDate: formatDay,
	updatedAt: formatDay,
	respondedAt: formatDay,
	assignedTo: (admin) => (isPlainObject(admin) ? admin.name : null),
	note: (html) => (typeof html === 'string' ? htmlToMarkdown(beginningOf(html)) : null),
};

/** The fields of a brief from one page of a section's list. */
export function sectionFields(section: Section, { records, next }: Page): IDataObject {
	const { name, select, max, more, each } = section;
	const selected = select(records);
	const rows = selected.slice(0, max).map((record) => {
		const valueOf = (field: string) =>
			(FORMATS[field] ? FORMATS[field](record[field]) : record[field]) ?? null;
		return Object.fromEntries(Object.keys(each).map((field) => [field, valueOf(field)]));
	});
	return {
		[name]: rows,
		...(more !== undefined && { [more]: selected.length > max || next !== undefined }),
	};
}

/** Without a truncated tag at the end. */
function beginningOf(html: string): string {
	if (html.length <= MAX_HTML_LENGTH) return html;
	return html.slice(0, MAX_HTML_LENGTH).replace(/<[^<>]*$/, '');
}

/** Dates in ISO 8601 are sorted like strings. */
function sortBy(records: IDataObject[], dateOf: (record: IDataObject) => unknown): IDataObject[] {
	const textOf = (record: IDataObject) => String(dateOf(record) ?? '');
	return [...records].sort((a, b) => Number(textOf(a) > textOf(b)) - Number(textOf(a) < textOf(b)));
}
