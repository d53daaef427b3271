import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { VitallyError } from '../errors/vitallyError';
import { readBoolean } from '../fields/readers';
import { RECORD_TYPES } from '../resources/recordTypes';
import { openClient, withDeadline } from '../transport/client';
import { pathSegment, recordFrom } from '../transport/records';
import { send } from '../transport/send';
import { isNoId } from '../values/emptyValues';
import { isPlainObject, ownValue } from '../values/json';

/** Short, because Vitally is waiting for the response to its call. */
const MAX_READ_MS = 5_000;

/**
 * The kinds of records that a playbook can run on (docs/internal/beyond.md, 14). The body of a call may also contain
 * parents of the record, so the most specific kinds come first.
 */
const KINDS = ['customObjectInstance', 'note', 'task', 'user', 'account', 'organization'] as const;

interface PlaybookMatch {
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
	for (const place of [ownValue(body, 'match'), body]) {
		for (const kind of KINDS) {
			const record = ownValue(place, kind);
			if (isPlainObject(record)) return { kind, record };
		}
	}
	return undefined;
}

/**
 * Reads the record of a call where 'Fetch Record' is on. An error must not fail the call, so it is returned.
 *
 * @returns fields to add to the item: none, `record`, or `record: null` and `recordError`
 */
export async function fetchRecord(
	context: IWebhookFunctions,
	match: PlaybookMatch | undefined,
): Promise<IDataObject> {
	const item = { param: (name: string): unknown => context.getNodeParameter(name) };
	try {
		const isWanted = readBoolean(item, { parameter: 'fetchRecord', label: 'Fetch Record' }, false);
		return isWanted ? { record: await read(context, match) } : {};
	} catch (error) {
		const { message, description } = error as VitallyError;
		return { record: null, recordError: [message, description].filter(Boolean).join('. ') };
	}
}

async function read(
	context: IWebhookFunctions,
	match: PlaybookMatch | undefined,
): Promise<IDataObject> {
	const type = RECORD_TYPES.find(({ name }) => name === match?.kind);
	if (!match || !type || type.path.includes(':')) {
		throw new VitallyError(
			'The body names no record that can be read',
			"Choose the whole record as what the playbook sends, or turn 'Fetch Record' off.",
		);
	}
	const key = isNoId(match.record.id) ? 'externalId' : 'id';
	const named = match.record[key];
	const client = withDeadline(await openClient(context, 'vitallyApi'), MAX_READ_MS);
	const request = {
		method: 'GET' as const,
		path: `${type.path}/${pathSegment(named, type.label)}`,
	};
	const record = recordFrom(await send(client, request), request);
	// The path accepts both IDs, so that one of them may lead to another record.
	if (record[key] === String(named)) return record;
	throw new VitallyError(
		`Vitally returned another ${type.noun} for the ${key === 'id' ? 'ID' : 'external ID'} "${String(named)}"`,
		"Let the body of the call contain the Vitally ID as 'id'.",
	);
}
