import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../../transport/records';
import { isEmpty } from '../../values/emptyValues';
import { htmlToMarkdown } from '../../values/markdown/fromHtml';
import { conversationType, noteType, npsResponseType, taskType } from '../recordTypes';
import type { BRIEF } from './brief';
import type { RecordType } from '../../records/recordType';

/** A list of the account's own, of which a brief shows the records that matter most. */
interface BriefPart {
	name: keyof typeof BRIEF;
	type: RecordType;
	sortBy: 'createdAt' | 'updatedAt';
	/** How many records are read, in one page: the service sorts by none of the dates that people see. */
	read: number;
	/** @param isWhole whether the records are all that there are */
	show(records: IDataObject[], isWhole: boolean): IDataObject;
}

const OPEN_TASKS = 5;
const LAST = 3;

/** Characters of the HTML of a note, more than enough for a brief: what is converted takes time. */
const MOST_HTML = 20_000;

/** docs/service.md, Notes and Conversations; docs/beyond.md, 4 and 5 */
export const PARTS: readonly BriefPart[] = [
	{
		name: 'openTasks',
		type: taskType,
		sortBy: 'updatedAt',
		read: 100,
		show: (records, isWhole) => {
			const open = records.filter(({ completedAt }) => isEmpty(completedAt));
			// Without a date they are the last.
			const dueOf = ({ dueDate }: IDataObject) => (isEmpty(dueDate) ? '~' : String(dueDate));
			const dueFirst = open.sort((a, b) => order(dueOf(a), dueOf(b)));
			return {
				openTasks: dueFirst.slice(0, OPEN_TASKS).map(({ id, name, dueDate, assignedTo }) => ({
					id,
					name: name ?? null,
					dueDate: day(dueDate),
					assignedTo: isRecord(assignedTo) ? (assignedTo.name ?? null) : null,
				})),
				moreOpenTasks: open.length > OPEN_TASKS || !isWhole,
			};
		},
	},
	{
		name: 'lastNotes',
		type: noteType,
		sortBy: 'createdAt',
		read: 20,
		show: (records) => ({
			lastNotes: last(records, 'noteDate').map(({ noteDate, subject, note }) => ({
				noteDate: day(noteDate),
				subject: subject ?? null,
				note: typeof note === 'string' ? htmlToMarkdown(beginning(note)) : null,
			})),
		}),
	},
	{
		name: 'lastConversations',
		type: conversationType,
		sortBy: 'updatedAt',
		read: LAST,
		show: (records) => ({
			lastConversations: records.slice(0, LAST).map(({ updatedAt, subject, status }) => ({
				updatedAt: day(updatedAt),
				subject: subject ?? null,
				status: status ?? null,
			})),
		}),
	},
	{
		name: 'lastNpsResponses',
		type: npsResponseType,
		sortBy: 'createdAt',
		read: 20,
		show: (records) => ({
			lastNpsResponses: last(records, 'respondedAt').map(({ respondedAt, score, feedback }) => ({
				respondedAt: day(respondedAt),
				score: score ?? null,
				feedback: feedback ?? null,
			})),
		}),
	},
];

/** A tag that is cut goes. */
function beginning(html: string): string {
	return html.length > MOST_HTML ? html.slice(0, MOST_HTML).replace(/<[^<>]*$/, '') : html;
}

/** `YYYY-MM-DD` of a date or time. */
function day(value: unknown): string | null {
	return typeof value === 'string' && value !== '' ? value.slice(0, 10) : null;
}

/** The last records by a date, of those that the service has sorted by another. */
function last(records: IDataObject[], date: string): IDataObject[] {
	const textOf = (record: IDataObject) => String(record[date] ?? '');
	return [...records].sort((a, b) => order(textOf(b), textOf(a))).slice(0, LAST);
}

/** Of dates as the service shows them: as texts. */
function order(a: string, b: string): number {
	if (a === b) return 0;
	return a < b ? -1 : 1;
}
