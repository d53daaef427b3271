import type { IDataObject } from 'n8n-workflow';

import { runStepsAtOnce } from '../../execution/concurrency';
import type { FieldType } from '../../operations/definition/operationDefinition';
import type { RecordType } from '../../records/recordType';
import { htmlToMarkdown } from '../../text/htmlToMarkdown';
import type { Page } from '../../transport/pages';
import { isEmpty } from '../../values/emptyValues';
import { isPlainObject } from '../../values/json';
import { accountType, conversationType, noteType, npsResponseType, taskType } from '../recordTypes';

/** A list of the customer's records, of which a brief contains the most important ones. */
export interface BriefSection {
	name: string;
	type: RecordType;
	sortBy: 'createdAt' | 'updatedAt';
	/** How many records are read, in one page. The service cannot sort by the dates of a section. */
	read: number;
	/** Filters and sorts the records, the most important one first. */
	select(records: IDataObject[]): IDataObject[];
	max: number;
	more?: string;
	/** Field that reports how many there are more, and the field of the customer with the number of all. */
	notShown?: { name: string; total: string };
	/** Fields of a record, with their types in the output. */
	each: Record<string, FieldType>;
}

/** The accounts of an organization, those with the lowest health score first and churned ones last. */
const accounts: BriefSection = {
	name: 'accounts',
	type: accountType,
	sortBy: 'updatedAt',
	read: 100,
	select: (records) =>
		sortedBy(records, ({ churnedAt, healthScore }) => {
			if (!isEmpty(churnedAt)) return Infinity;

			return typeof healthScore === 'number' ? healthScore : Number.MAX_VALUE;
		}),
	max: 5,
	notShown: { name: 'accountsNotShown', total: 'accountsCount' },
	each: {
		name: 'string?',
		healthScore: 'number?',
		nextRenewalDate: 'string?',
		churnedAt: 'string?',
		id: 'string',
	},
};

const openTasks: BriefSection = {
	name: 'openTasks',
	type: taskType,
	sortBy: 'updatedAt',
	read: 100,
	select: (records) => {
		const open = records.filter(({ completedAt }) => isEmpty(completedAt));

		// Tasks without a date are last.
		return sortedBy(open, ({ dueDate }) => (isEmpty(dueDate) ? '~' : String(dueDate)));
	},
	max: 5,
	more: 'moreOpenTasks',
	each: { name: 'string?', dueDate: 'string?', assignedTo: 'string?', id: 'string' },
};

const lastNotes: BriefSection = {
	name: 'lastNotes',
	type: noteType,
	sortBy: 'createdAt',
	read: 20,
	select: (records) => newestFirst(records, 'noteDate'),
	max: 3,
	each: { noteDate: 'string?', subject: 'string?', note: 'string?' },
};

export const lastConversations: BriefSection = {
	name: 'lastConversations',
	type: conversationType,
	sortBy: 'updatedAt',
	read: 3,
	select: (records) => records,
	max: 3,
	each: { updatedAt: 'string?', subject: 'string?', status: 'string?' },
};

const lastNpsResponses: BriefSection = {
	name: 'lastNpsResponses',
	type: npsResponseType,
	sortBy: 'createdAt',
	read: 20,
	// A survey that was dismissed has no score.
	select: (records) =>
		newestFirst(
			records.filter(({ score }) => score !== null),
			'respondedAt',
		),
	max: 3,
	each: { respondedAt: 'string?', score: 'number?', feedback: 'string?' },
};

/** docs/internal/service.md, Notes and Conversations; docs/internal/beyond.md, 4 and 5 */
export const SECTIONS_OF_ACCOUNT = [openTasks, lastNotes, lastConversations, lastNpsResponses];

/** docs/internal/service.md, Accounts and Notes; docs/internal/beyond.md, 2 and 4 */
export const SECTIONS_OF_ORGANIZATION = [accounts, openTasks, lastNotes];

/** Longer notes are truncated before they are converted: enough for a brief, and fast. */
const MAX_HTML_LENGTH = 20_000;
const UNFINISHED_TAG = /<[^<>]*$/;

/** The fields that a brief shows in another form than the record. */
const FORMATS: Partial<Record<string, (value: unknown) => unknown>> = {
	assignedTo: (admin) => (isPlainObject(admin) ? admin.name : null),
	note: (html) => {
		if (typeof html !== 'string') return null;

		const short = html.slice(0, MAX_HTML_LENGTH).replace(UNFINISHED_TAG, '');

		return runStepsAtOnce(htmlToMarkdown(short));
	},
};

/** The fields of a record as a brief shows them: times as days, and null for what is not known. */
export function briefFields(record: IDataObject, fields: readonly string[]): IDataObject {
	const valueOf = (field: string) => {
		const value = record[field];
		if (FORMATS[field]) return FORMATS[field](value) ?? null;

		return typeof value === 'string' && TIME.test(value) ? value.slice(0, 10) : (value ?? null);
	};

	return Object.fromEntries(fields.map((field) => [field, valueOf(field)])) as IDataObject;
}

const TIME = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z?$/;

export function sectionFields(
	{ name, select, max, more, notShown, each }: BriefSection,
	{ records, next }: Page,
	customer: IDataObject,
): IDataObject {
	const selected = select(records);
	const rows = selected.slice(0, max).map((record) => briefFields(record, Object.keys(each)));
	const total = notShown && Math.max(Number(customer[notShown.total]) || 0, selected.length);

	return {
		[name]: rows,
		...(more && { [more]: selected.length > max || next !== undefined }),
		...(notShown && { [notShown.name]: Number(total) - rows.length }),
	};
}

/** Dates in ISO 8601 are sorted like strings. Those of one time keep their order. */
export function newestFirst(records: IDataObject[], field: string): IDataObject[] {
	return sortedBy([...records].reverse(), (record) => String(record[field] ?? '')).reverse();
}

function sortedBy<T extends number | string>(
	records: IDataObject[],
	keyOf: (record: IDataObject) => T,
): IDataObject[] {
	return [...records].sort((a, b) => Number(keyOf(a) > keyOf(b)) - Number(keyOf(a) < keyOf(b)));
}
