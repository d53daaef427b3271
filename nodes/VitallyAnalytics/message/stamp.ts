import { createHash } from 'crypto';

import type { IDataObject, IExecuteSingleFunctions } from 'n8n-workflow';

import { setFields } from '../../Vitally/fields/body';
import { optionalText } from '../../Vitally/fields/text';
import { utcDateTime } from '../../Vitally/values/dates';

/**
 * A message with its `timestamp` and `messageId`; the service needs one of them.
 *
 * @param fields of the message's own type
 * @throws VitallyError for a timestamp that is no date
 * Source: docs/service.md, Analytics API
 */
export function stamped(item: IExecuteSingleFunctions, fields: IDataObject): IDataObject {
	const { timestamp } = item.getNodeParameter('additionalFields', {}) as IDataObject;
	const hasTimestamp = timestamp !== undefined && timestamp !== null && timestamp !== '';
	const message = setFields({
		...fields,
		timestamp: hasTimestamp ? utcDateTime(timestamp, 'Timestamp', item.getTimezone()) : undefined,
		messageId: optionalText(item, 'additionalFields.messageId', 'Message ID'),
	});
	if (hasTimestamp || message.messageId !== undefined) return message;
	return { ...message, messageId: messageIdOf(item, message) };
}

/**
 * An id that stays the same when n8n tries the item again within its execution, so that a message
 * whose answer was lost is not counted twice. It differs for every other item, run and execution,
 * because the same values sent again later, after others, are another message.
 */
function messageIdOf(item: IExecuteSingleFunctions, message: IDataObject): string {
	const place = [
		item.getInstanceId(),
		item.getWorkflow().id,
		item.getExecutionId(),
		item.getNode().id,
		item.getWorkflowDataProxy(item.getItemIndex()).$runIndex,
		item.getItemIndex(),
	];
	return createHash('sha256')
		.update(JSON.stringify([...place, message]))
		.digest('hex');
}
