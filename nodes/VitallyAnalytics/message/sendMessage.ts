import type { IDataObject } from 'n8n-workflow';

import { setFields } from '../../Vitally/fields/body';
import { isDryRun, requestPreview } from '../../Vitally/fields/dryRun';
import type { Operation, Service } from '../../Vitally/transport/item';
import { recordOf } from '../../Vitally/transport/records';
import { runExclusive } from '../../Vitally/transport/limits/keyedMutex';
import { sendInBatch } from './gather';
import type { MessageType, TypedMessage } from './messageType';
import { batchRequest, messageRequest } from './request';
import { stamped } from './stamp';

/**
 * The operation that sends the messages of a type, one by one or in batches. The output item is the
 * message as it was sent, with the service's answer.
 */
export function sendMessage({ type, recordField, fields, reminder }: MessageType): Operation {
	return async (item, service) => {
		const message = stamped(item, fields(item));
		const typed = { type, message };
		const isBatch = item.getNodeParameter('options.batch', false) === true;
		if (isDryRun(item)) {
			const request = isBatch ? batchRequest([typed]) : messageRequest(typed);
			return [requestPreview(request, await service.baseUrl())];
		}
		const answer = isBatch
			? await sendInBatch(item, service, typed)
			: await runExclusive(
					`${type} ${String(message[recordField])}`,
					async () => await sendAlone(service, typed),
				);
		return [setFields({ ...message, message: answer.message, reminder: reminder?.(message) })];
	};
}

async function sendAlone(service: Service, typed: TypedMessage): Promise<IDataObject> {
	const request = messageRequest(typed);
	return recordOf(await service.send(request), request);
}
