import { isThreshold } from '../config';
import { ListError } from '../readings/listError';
import type { FeedConfig, ServiceRecord } from '../types';
import { formOf, kindOf, type Kind } from './watchedField';

/** A field whose values decide which records are events. */
interface WatchedField {
	path: string;
	kind: Kind;
}

/** The fields whose values decide which records of a feed are events. */
export function fieldsOfFeed({ feed, watch = [], conditions = [] }: FeedConfig): WatchedField[] {
	const fields: WatchedField[] = watch.map((path) => ({ path, kind: kindOf(path) }));

	for (const condition of conditions) {
		const { field: path } = condition;

		fields.push({ path, kind: isThreshold(condition) ? 'number' : kindOf(path) });
	}

	if (feed.segments) fields.push({ path: 'segments', kind: 'segments' });
	if (feed.needsScore) fields.push({ path: 'score', kind: 'number' });
	if (feed.transitionField) fields.push({ path: feed.transitionField, kind: 'time' });

	return fields;
}

/** Remembers which fields the pages of a poll have shown. */
export class ShownFields {
	private readonly shown = new Set<WatchedField>();

	constructor(private readonly fields: readonly WatchedField[]) {}

	/**
	 * Asserts that a page shows each field in a form that can be compared: where no record of it does, each would look
	 * like a change, or none would. A single record on the last page proves nothing where other pages have shown the field.
	 *
	 * @throws ListError naming the field
	 */
	assertShown(records: readonly ServiceRecord[]): void {
		for (const field of this.fields) {
			if (records.length === 1 && this.shown.has(field)) continue;

			assertFieldShown(records, field);
			if (records.length > 0) this.shown.add(field);
		}
	}
}

function assertFieldShown(records: readonly ServiceRecord[], { path, kind }: WatchedField): void {
	const forms = new Set(records.map((record) => formOf(record, path, kind)));
	const isHidden = forms.has('absent') && forms.size === 1;
	const isUnreadable = forms.has('unreadable') && !forms.has('readable');

	if (isHidden) {
		throw new ListError(`does not have the field '${path}', which the trigger watches`);
	}

	if (isUnreadable) {
		throw new ListError(
			`has the field '${path}', which the trigger watches, in a form that the trigger cannot read`,
		);
	}
}
