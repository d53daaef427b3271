import { isThreshold } from './config';
import { ListError } from './readings/listError';
import type { FeedConfig, ServiceRecord } from './types';
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

/**
 * Asserts that a page shows each field in a form that can be compared: where no record of it does, each would look
 * like a change, or none would.
 *
 * @throws ListError naming the field
 */
export function assertShown(
	records: readonly ServiceRecord[],
	fields: readonly WatchedField[],
): void {
	for (const { path, kind } of fields) {
		const forms = new Set(records.map((record) => formOf(record, path, kind)));
		const isHidden = forms.has('absent') && forms.size === 1;
		const isUnreadable = forms.has('unreadable') && !forms.has('readable');

		if (isHidden) {
			throw new ListError(`came without the field '${path}', which the trigger watches`);
		}

		if (isUnreadable) {
			throw new ListError(
				`shows the field '${path}', which the trigger watches, in a form that it cannot read`,
			);
		}
	}
}
