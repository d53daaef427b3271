import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { VitallyError } from '../errors/vitallyError';
import { RECORD_TYPES } from '../resources/recordTypes';
import { openClient, withDeadline } from '../transport/client';
import { pathSegment } from '../transport/pathSegment';
import { recordFrom } from '../transport/records';
import { send } from '../transport/send';
import type { PlaybookMatch } from './payload';

/** Short, because Vitally is waiting for the response to its call. */
const MAX_READ_MS = 5_000;

/**
 * Reads the record of a call. An error must not fail the call, so it is returned.
 *
 * @returns fields to add to the item: `record`, or `record: null` and `recordError`
 */
export async function fetchRecord(
	context: IWebhookFunctions,
	match: PlaybookMatch | undefined,
): Promise<IDataObject> {
	try {
		return { record: await read(context, match) };
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
	const { id, externalId } = match.record;
	const client = withDeadline(await openClient(context, 'vitallyApi'), MAX_READ_MS);
	const request = {
		method: 'GET' as const,
		path: `${type.path}/${pathSegment(id || externalId, type.label)}`,
	};
	return recordFrom(await send(client, request), request);
}
