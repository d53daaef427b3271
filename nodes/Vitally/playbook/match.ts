import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../transport/records';

/** What a playbook may run on (docs/beyond.md, 14). */
const KINDS = [
	'account',
	'organization',
	'user',
	'note',
	'task',
	'conversation',
	'project',
	'customObjectInstance',
] as const;

/** The record that a playbook ran on. */
export interface Match {
	kind: (typeof KINDS)[number];
	record: IDataObject;
}

/**
 * Finds the record in the payload of a playbook, which is specified nowhere: accounts were seen below
 * `match.account`, with their traits among their fields. What people put together themselves in the
 * playbook is left as it is.
 *
 * @param body of the call
 */
export function matchIn(body: unknown): Match | undefined {
	for (const place of [fieldOf(body, 'match'), body]) {
		for (const kind of KINDS) {
			const record = fieldOf(place, kind);
			if (isRecord(record)) return { kind, record };
		}
	}
	return undefined;
}

function fieldOf(value: unknown, name: string): unknown {
	return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
