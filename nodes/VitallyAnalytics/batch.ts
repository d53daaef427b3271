import type { IDataObject } from 'n8n-workflow';

import { VitallyError } from '../Vitally/errors/vitallyError';
import type { BatchOperation, ItemContext, Operation } from '../Vitally/execution/operation';
import { readSwitch } from '../Vitally/fields/readers';
import { readDryRunOption } from '../Vitally/fields/writeOptions';
import type { ServiceResponse } from '../Vitally/transport/client';
import { objectFrom } from '../Vitally/transport/responses';
import { truncateToBytes } from '../Vitally/values/byteLimits';
import { omitUndefined } from '../Vitally/values/json';
import { batchOption } from './analyticsFields';
import { batchRequest, messageRequest, type TypedMessage } from './analyticsMessage';
import { readTypedMessage, type MessageType } from './messageType';

/** Messages of a run in which none is accepted: then batches are no longer split, because the type may be blocked. */
const MAX_REJECTED_ALONE = 20;

const MAX_QUOTE_BYTES = 120;

/** Messages in one request (docs/internal/public-facts.md, 6). */
const BATCH_SIZE = 100;

export function sendMessage(messageType: MessageType): Operation {
	return async (item) => {
		const typed = readTypedMessage(item, messageType);
		const request = messageRequest(typed, messageType.noun);

		return await item.lock(recordOf(typed), async () => {
			const response = successFrom(await item.send(request));

			return [outputOf(typed, messageType, response)];
		});
	};
}

/** The record of a message: messages for one record keep the order of the items. */
function recordOf({ message }: TypedMessage): string {
	const id = ['externalId', 'userId', 'accountId', 'organizationId'].find(
		(name) => name in message,
	);

	return JSON.stringify([id, message[String(id)]]);
}

/** Sends the messages of a run in batches, one after the other. */
export function sendBatches(messageType: MessageType): BatchOperation {
	return {
		size: BATCH_SIZE,
		isWanted: (parameters) => readSwitch(parameters, batchOption, 'options'),
		run: async (items, settle) => {
			const queued: Queued[] = [];

			for (const item of items) {
				try {
					const typed = readTypedMessage(item, messageType);
					// The request of a dry run is not sent; it ends the item with its preview.
					if (readDryRunOption(item)) await item.send(messageRequest(typed, messageType.noun));

					queued.push({ item, typed });
				} catch (error) {
					await settle(item, error as Error);
				}
			}

			for (const messages of groupByWorkspace(queued)) {
				await sendBatch(messages, messageType.noun, async ({ item, typed }, result) => {
					const isError = result instanceof Error;

					await settle(item, isError ? result : [outputOf(typed, messageType, result)]);
				});
			}
		},
	};
}

/** @throws VitallyError for anything but a success (docs/internal/service.md, Analytics API: account message) */
function successFrom(response: ServiceResponse): IDataObject {
	const body = objectFrom(response, ({ message }) => /^success\b/i.test(String(message)));
	const text = String(body.message).trim();
	if (/^success\.?$/i.test(text)) return body;

	throw new VitallyError(
		`Vitally did not accept everything: ${truncateToBytes(text, MAX_QUOTE_BYTES)}`,
		'It does not say what it accepted. Check in Vitally before you send the items again: a new execution sends them as new messages.',
		{ status: response.status },
	);
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
 * A message that was accepted before counts once, by its `messageId`. A blocked type of message is not split
 * down to every message.
 *
 * @param queued 1 to 100 messages for one workspace
 * @param settle called with the response or the error for each message, in their order
 */
async function sendBatch(
	queued: Queued[],
	noun: string,
	settle: (one: Queued, result: IDataObject | Error) => Promise<void>,
): Promise<void> {
	const [{ item, typed }] = queued;
	const isAlone = queued.length === 1;
	const rejected = await item.oncePerRun('rejected messages', async () => ({ alone: 0 }));
	const request = isAlone
		? messageRequest(typed, noun)
		: batchRequest(queued.map((one) => one.typed));
	let result: IDataObject | Error;

	try {
		const response = await item.send(request);

		if (response.status >= 300) {
			if (response.status === 413 || rejected.alone < MAX_REJECTED_ALONE) {
				const middle = Math.ceil(queued.length / 2);

				await sendBatch(queued.slice(0, middle), noun, settle);

				return await sendBatch(queued.slice(middle), noun, settle);
			}

			throw item.apiError(response);
		}

		result = successFrom(response);
		// The type is not blocked.
		rejected.alone = -Infinity;
	} catch (error) {
		result = error as Error;
		if (isAlone) rejected.alone++;
	}

	for (const one of queued) await settle(one, result);
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
