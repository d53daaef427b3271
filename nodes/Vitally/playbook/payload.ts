import type { IDataObject } from 'n8n-workflow';

import { isPlainObject } from '../values/plainObject';

/**
 * The kinds of records that a playbook can run on (docs/internal/beyond.md, 14). The body of a call may also contain
 * parents of the record, so the most specific kinds come first.
 */
const KINDS = [
	'customObjectInstance',
	'note',
	'task',
	'conversation',
	'project',
	'user',
	'account',
	'organization',
] as const;

/** The record that a playbook ran on. */
export interface PlaybookMatch {
	kind: (typeof KINDS)[number];
	record: IDataObject;
}

/**
 * Finds the record in the payload of a playbook, which is not documented. Accounts were observed in
 * `match.account`, with their traits among their fields. A custom body may contain no record.
 *
 * @param body of the call
 */
export function parseMatch(body: unknown): PlaybookMatch | undefined {
	for (const place of [fieldOf(body, 'match'), body]) {
		for (const kind of KINDS) {
			const record = fieldOf(place, kind);
			if (isPlainObject(record)) return { kind, record };
		}
	}
	return undefined;
}

function fieldOf(value: unknown, name: string): unknown {
	return isPlainObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
