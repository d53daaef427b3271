import type { IDataObject } from 'n8n-workflow';

import { runStepsAtOnce } from '../../execution/concurrency';
import { htmlToMarkdown } from '../../text/htmlToMarkdown';
import { isPlainObject } from '../../values/json/json';

/** Longer notes are truncated before they are converted: enough for a brief, and fast. */
const MAX_HTML_LENGTH = 20_000;
const UNFINISHED_TAG = /<[^<>]*$/;

const TIME = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z?$/;

/** The fields that a brief shows in another form than the record. */
const FORMATS: Partial<Record<string, (value: unknown) => unknown>> = {
	assignedTo: (admin) => (isPlainObject(admin) ? admin.name : null),
	note: formatNote,
};

/** Returns fields of a record as a brief shows them: times as days, and null for what is not known. */
export function briefFields(record: IDataObject, fields: readonly string[]): IDataObject {
	const shown = fields.map((field) => [field, formatField(field, record[field]) ?? null]);

	return Object.fromEntries(shown) as IDataObject;
}

function formatField(field: string, value: unknown): unknown {
	const format = FORMATS[field];
	if (format) return format(value);

	const isTime = typeof value === 'string' && TIME.test(value);

	return isTime ? value.slice(0, 'YYYY-MM-DD'.length) : value;
}

function formatNote(html: unknown): string | null {
	if (typeof html !== 'string') return null;

	const short = html.slice(0, MAX_HTML_LENGTH).replace(UNFINISHED_TAG, '');

	// An image is an address for a program to load, and of no use in a text that is cut.
	return runStepsAtOnce(htmlToMarkdown(short, { withoutImages: true }));
}
