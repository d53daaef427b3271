import type { IDataObject } from 'n8n-workflow';

import type { FieldType } from '../../operations/definition/operationDefinition';
import type { RecordType } from '../../records/recordType';
import type { ListStart } from '../../transport/pages';
import { isEmpty } from '../../values/emptyValues';
import { accountType, conversationType, noteType, npsResponseType, taskType } from '../recordTypes';
import { briefFields } from './briefFields';

/** Pages of one list that a brief reads: a thousand records. */
export const MAX_PAGES = 10;

/** A list of the customer's records, of which a brief contains the most important ones. */
export interface BriefSection {
	name: string;
	type: RecordType;
	/**
	 * How many records are read where the service sorts the list as the section does. Otherwise the list is read to its
	 * end, or `MAX_PAGES`: the service cannot sort by the dates of a section.
	 */
	newest?: number;
	/** Filters and sorts the records, the most important one first. */
	select(records: IDataObject[]): IDataObject[];
	maxShown: number;
	/** Field that reports whether there are records that are not shown. */
	hasMoreField?: string;
	/** Field that reports how many records are not shown, and the field of the customer with the number of all. */
	notShown?: { field: string; totalField: string };
	/** Fields of a record, with their types in the output. */
	recordFields: Record<string, FieldType>;
}

/** The accounts of an organization, those with the lowest health score first and churned ones last. */
const accounts: BriefSection = {
	name: 'accounts',
	type: accountType,
	select: (records) =>
		sortedBy(records, ({ churnedAt, healthScore }) => {
			if (!isEmpty(churnedAt)) return Infinity;

			// Accounts without a score come before those that have churned.
			return typeof healthScore === 'number' ? healthScore : Number.MAX_VALUE;
		}),
	maxShown: 5,
	notShown: { field: 'accountsNotShown', totalField: 'accountsCount' },
	recordFields: {
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
	select: (records) => {
		const open = records.filter(({ completedAt }) => isEmpty(completedAt));

		// Tasks without a date are last.
		return sortedBy(open, ({ dueDate }) => (isEmpty(dueDate) ? '~' : String(dueDate)));
	},
	maxShown: 5,
	hasMoreField: 'moreOpenTasks',
	recordFields: { name: 'string?', dueDate: 'string?', assignedTo: 'string?', id: 'string' },
};

const lastNotes: BriefSection = {
	name: 'lastNotes',
	type: noteType,
	select: (records) => newestFirst(records, 'noteDate'),
	maxShown: 3,
	recordFields: { noteDate: 'string?', subject: 'string?', note: 'string?' },
};

export const lastConversations: BriefSection = {
	name: 'lastConversations',
	type: conversationType,
	newest: 3,
	select: (records) => records,
	maxShown: 3,
	recordFields: { updatedAt: 'string?', subject: 'string?', status: 'string?' },
};

const lastNpsResponses: BriefSection = {
	name: 'lastNpsResponses',
	type: npsResponseType,
	select: (records) => {
		// A survey that was dismissed has no score.
		const answered = records.filter(({ score }) => !isEmpty(score));

		return newestFirst(answered, 'respondedAt');
	},
	maxShown: 3,
	recordFields: { respondedAt: 'string?', score: 'number?', feedback: 'string?' },
};

/** Source: docs/internal/service.md, Notes and Conversations; docs/internal/beyond.md, 4 and 5 */
export const SECTIONS_OF_ACCOUNT = [openTasks, lastNotes, lastConversations, lastNpsResponses];

/** Source: docs/internal/service.md, Accounts and Notes; docs/internal/beyond.md, 2 and 4 */
export const SECTIONS_OF_ORGANIZATION = [accounts, openTasks, lastNotes];

/**
 * Returns the fields of a brief that show a section: its records, and what is not shown.
 *
 * @param list the records that were read for the section
 */
export function sectionFields(
	section: BriefSection,
	list: ListStart,
	customer: IDataObject,
): IDataObject {
	const { name, maxShown, hasMoreField, notShown, recordFields } = section;
	const fieldNames = Object.keys(recordFields);
	const selected = section.select(list.records);
	const shown = selected.slice(0, maxShown).map((record) => briefFields(record, fieldNames));
	const fields: IDataObject = { [name]: shown };

	if (hasMoreField !== undefined) {
		fields[hasMoreField] = selected.length > maxShown || !list.isWhole;
	}

	if (notShown !== undefined) {
		// The number that the customer has may be missing, or older than the list.
		const total = Math.max(Number(customer[notShown.totalField]) || 0, selected.length);

		fields[notShown.field] = total - shown.length;
	}

	return fields;
}

/** Sorts records by a date in ISO 8601, which sorts like a string. Those of one time keep their order. */
export function newestFirst(records: IDataObject[], field: string): IDataObject[] {
	const dateOf = (record: IDataObject) => String(record[field] ?? '');

	return [...records].sort((a, b) => compareKeys(dateOf(b), dateOf(a)));
}

function sortedBy<T extends number | string>(
	records: IDataObject[],
	keyOf: (record: IDataObject) => T,
): IDataObject[] {
	return [...records].sort((a, b) => compareKeys(keyOf(a), keyOf(b)));
}

function compareKeys<T extends number | string>(first: T, second: T): number {
	if (first === second) return 0;

	return first < second ? -1 : 1;
}
