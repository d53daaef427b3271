import type { IDataObject } from 'n8n-workflow';

import { unknownOutcomeError } from '../Vitally/errors/unknownOutcome';
import type {
	BatchOperation,
	ItemContext,
	Operation,
	Settle,
} from '../Vitally/execution/operation';
import { readSwitch } from '../Vitally/fields/readers';
import { readDryRunOption } from '../Vitally/fields/writeOptions';
import { recordLockKey } from '../Vitally/records/recordLocks';
import type { ServiceResponse } from '../Vitally/transport/client';
import { responseError } from '../Vitally/transport/errors/responseError';
import { objectFrom } from '../Vitally/transport/responses';
import { truncateToBytes } from '../Vitally/values/byteLimits';
import { omitUndefined } from '../Vitally/values/json/json';
import { batchOption } from './analyticsFields';
import {
	batchRequest,
	messageRequest,
	pointOutEqualEvents,
	type TypedMessage,
} from './analyticsMessage';
import { readTypedMessage, type MessageType } from './messageType';

/** Messages of a run in which none is accepted: then batches are no longer split, because the type may be blocked. */
const MAX_REJECTED_ALONE = 20;

const MAX_QUOTE_BYTES = 120;

/** Messages in one request (docs/internal/public-facts.md, 6). */
const BATCH_SIZE = 100;

interface QueuedMessage {
	item: ItemContext;
	typed: TypedMessage;
	/** Whether an attempt of a batch that was then rejected may have been taken. */
	mayBeSaved?: boolean;
}

/** Called with the response or the error for a message. */
type SettleMessage = (queued: QueuedMessage, result: IDataObject | Error) => Promise<void>;

/** Sends the message of one item. */
export function sendMessage(messageType: MessageType): Operation {
	return async (item) => {
		const typed = readTypedMessage(item, messageType);
		const request = messageRequest(typed, messageType.noun);

		return await item.lock(lockKeyOf(typed), async () => {
			await pointOutEqualEvents(item, typed);
			const response = successFrom(await item.send(request));

			return [outputOf(typed, messageType, response)];
		});
	};
}

/** Sends the messages of a run in batches, one after the other. */
export function sendBatches(messageType: MessageType): BatchOperation {
	return {
		size: BATCH_SIZE,
		isWanted: (parameters) => readSwitch(parameters, batchOption, 'options'),
		run: async (items, settle) => {
			const queued = await queueMessages(items, messageType, settle);

			for (const messages of groupByKey(queued)) {
				await sendBatch(messages, messageType.noun, async ({ item, typed }, result) => {
					const isError = result instanceof Error;

					await settle(item, isError ? result : [outputOf(typed, messageType, result)]);
				});
			}
		},
	};
}

/** Reads the messages that are to be sent, and settles the items that have none. */
async function queueMessages(
	items: ItemContext[],
	messageType: MessageType,
	settle: Settle,
): Promise<QueuedMessage[]> {
	const queued: QueuedMessage[] = [];

	for (const item of items) {
		try {
			const typed = readTypedMessage(item, messageType);

			await pointOutEqualEvents(item, typed);

			// The request of a dry run is not sent; it ends the item with its preview.
			if (readDryRunOption(item)) await item.send(messageRequest(typed, messageType.noun));

			queued.push({ item, typed });
		} catch (error) {
			await settle(item, error as Error);
		}
	}

	return queued;
}

/** A credential may contain expressions over the item, so items of one run may have several API keys. */
function groupByKey(queued: QueuedMessage[]): Iterable<QueuedMessage[]> {
	const groups = new Map<string, QueuedMessage[]>();

	for (const message of queued) {
		const { rateLimitKey } = message.item;
		const group = groups.get(rateLimitKey) ?? [];

		groups.set(rateLimitKey, group);
		group.push(message);
	}

	return groups.values();
}

/**
 * Sends messages in one request. How the service reports one invalid message of a batch is unknown, so a
 * rejected batch is split in halves, down to the single message: about 14 more requests for one in a hundred.
 * A message that was accepted before counts once, by its `messageId`. A blocked type of message is not split
 * down to every message.
 *
 * @param queued 1 to 100 messages with one API key
 * @param settle called for each message, in their order
 */
async function sendBatch(
	queued: QueuedMessage[],
	noun: string,
	settle: SettleMessage,
): Promise<void> {
	const [{ item, typed }] = queued;
	const isAlone = queued.length === 1;
	const rejected = await item.oncePerRun('rejected messages', async () => ({ alone: 0 }));
	let result: IDataObject | Error;

	try {
		const response = await item.send(
			isAlone ? messageRequest(typed, noun) : batchRequest(queued.map((message) => message.typed)),
		);

		if (response.status >= 300) {
			for (const message of queued) message.mayBeSaved ||= response.outcome === 'unknown';

			const mayBeSplit = response.status === 413 || rejected.alone < MAX_REJECTED_ALONE;
			if (mayBeSplit) return await sendHalves(queued, noun, settle);

			throw item.apiError(response);
		}

		result = successFrom(response);
		// The type is not blocked.
		rejected.alone = -Infinity;
	} catch (error) {
		result = error as Error;
		if (isAlone) rejected.alone++;
	}

	for (const message of queued) {
		const isDoubtful = result instanceof Error && message.mayBeSaved;

		await settle(message, isDoubtful ? unknownOutcomeError(result) : result);
	}
}

async function sendHalves(
	queued: QueuedMessage[],
	noun: string,
	settle: SettleMessage,
): Promise<void> {
	const middle = Math.ceil(queued.length / 2);

	await sendBatch(queued.slice(0, middle), noun, settle);
	await sendBatch(queued.slice(middle), noun, settle);
}

/** Returns the key of the lock on the record of a message: messages for one record keep the order of the items. */
function lockKeyOf({ message }: TypedMessage): string {
	const id = ['externalId', 'userId', 'accountId', 'organizationId'].find(
		(name) => name in message,
	);

	return recordLockKey(String(id), message[String(id)]);
}

/** @throws VitallyError for anything but a success (docs/internal/service.md, Analytics API: account message) */
function successFrom(response: ServiceResponse): IDataObject {
	const body = objectFrom(response, ({ message }) => /^success\b/i.test(String(message)));
	const text = String(body.message).trim();
	if (/^success\.?$/i.test(text)) return body;

	throw responseError(
		response,
		`Vitally did not accept everything: ${truncateToBytes(text, MAX_QUOTE_BYTES)}`,
		'Check in Vitally which messages of these items it accepted before you run them again: a new execution sends the items as new messages.',
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
