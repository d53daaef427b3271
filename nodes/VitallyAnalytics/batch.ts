import type { IDataObject } from 'n8n-workflow';

import { readDryRun } from '../Vitally/fields/options';
import type { BatchOperation, ItemContext, Operation } from '../Vitally/execution/operation';
import { readBoolean } from '../Vitally/fields/readers';
import type { ServiceRequest, ServiceResponse } from '../Vitally/transport/client';
import { objectFrom } from '../Vitally/transport/records';
import { omitUndefined } from '../Vitally/values/json';
import { batchRequest, messageRequest, type TypedMessage } from './analyticsMessage';
import { readTypedMessage, type MessageType } from './messageType';

/** Messages in one request (docs/internal/public-facts.md, 6). */
const BATCH_SIZE = 100;

/** Sends the message of an item in a separate request. */
export function sendMessage(messageType: MessageType): Operation {
	return async (item) => {
		const typed = readTypedMessage(item, messageType);
		const request = messageRequest(typed, messageType.noun);
		return await item.lock(messageType.recordOf(typed.message), async () => {
			const response = successFrom(await item.send(request), request);
			return [outputOf(typed, messageType, response)];
		});
	};
}

/** Sends the messages of a run in batches, one after the other. */
export function sendBatches(messageType: MessageType): BatchOperation {
	return {
		size: BATCH_SIZE,
		isWanted: (parameters) =>
			readBoolean(parameters, { parameter: 'options.batch', label: 'Batch' }, true),
		run: async (items) => {
			const outcomes = new Map<ItemContext, PromiseSettledResult<IDataObject[]>>();
			const queued: Queued[] = [];
			for (const item of items) {
				try {
					const typed = readTypedMessage(item, messageType);
					// The request of a dry run is not sent; it ends the item with its preview.
					if (readDryRun(item)) await item.send(messageRequest(typed, messageType.noun));
					queued.push({ item, typed });
				} catch (reason) {
					outcomes.set(item, { status: 'rejected', reason });
				}
			}
			for (const messages of groupByWorkspace(queued)) {
				const responses = await sendBatch(messages, messageType.noun);
				messages.forEach(({ item, typed }, index) => {
					const response = responses[index];
					if (response instanceof Error) {
						outcomes.set(item, { status: 'rejected', reason: response });
					} else {
						const value = [outputOf(typed, messageType, response)];
						outcomes.set(item, { status: 'fulfilled', value });
					}
				});
			}
			return items.map((item) => outcomes.get(item) as PromiseSettledResult<IDataObject[]>);
		},
	};
}

/** @throws VitallyError for anything but a success (docs/internal/service.md, Analytics API: account message) */
function successFrom(response: ServiceResponse, request: ServiceRequest): IDataObject {
	return objectFrom(response, request, ({ message }) => /^success\b/i.test(String(message)));
}

function outputOf(
	{ message }: TypedMessage,
	{ warningFor }: MessageType,
	response: IDataObject,
): IDataObject {
	return omitUndefined({ ...message, message: response.message, reminder: warningFor?.(message) });
}

interface Queued {
	item: ItemContext;
	typed: TypedMessage;
}

/**
 * Sends messages in one request. How the service reports one invalid message of a batch is unknown, so a
 * rejected batch is split in halves, down to the single message: about 14 more requests for one in a hundred.
 * A message that was accepted before counts once, by its `messageId`.
 *
 * @param queued 1 to 100 messages for one workspace
 * @param noun what the messages are about
 * @returns the response or the error for each message, in the same order
 */
async function sendBatch(queued: Queued[], noun: string): Promise<Array<IDataObject | Error>> {
	const [{ item, typed }] = queued;
	const request =
		queued.length === 1
			? messageRequest(typed, noun)
			: batchRequest(queued.map((one) => one.typed));
	try {
		const response = await item.send(request);
		if (response.status < 300) {
			const body = successFrom(response, request);
			return queued.map(() => body);
		}
	} catch (error) {
		return queued.map(() => error as Error);
	}
	const middle = Math.ceil(queued.length / 2);
	const first = await sendBatch(queued.slice(0, middle), noun);
	return [...first, ...(await sendBatch(queued.slice(middle), noun))];
}

/** A credential may contain expressions over the item, so items of one run may belong to several workspaces. */
function groupByWorkspace(queued: Queued[]): Iterable<Queued[]> {
	const groups = new Map<string, Queued[]>();
	for (const one of queued) {
		const group = groups.get(one.item.workspaceKey) ?? [];
		groups.set(one.item.workspaceKey, group);
		group.push(one);
	}
	return groups.values();
}
