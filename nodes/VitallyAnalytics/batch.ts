import type { IDataObject } from 'n8n-workflow';

import { readDryRun } from '../Vitally/execution/dryRun';
import type { BatchOperation, ItemContext, Operation } from '../Vitally/execution/operation';
import type { ItemParameters } from '../Vitally/fields/itemParameters';
import { readBoolean } from '../Vitally/fields/readers';
import { recordFrom } from '../Vitally/transport/records';
import { omitUndefined } from '../Vitally/values/plainObject';
import { batchRequest, messageRequest, type TypedMessage } from './message';
import { readMessage, type MessageType } from './messageType';

/** Messages in one request (docs/public-facts.md, 6). */
const BATCH_SIZE = 100;

/** Sends the message of one item by itself. */
export function sendMessage(messageType: MessageType): Operation {
	return async (item) => {
		const typed = readMessage(item, messageType);
		const request = messageRequest(typed, messageType.noun);
		return await item.lock(messageType.recordOf(typed.message), async () => {
			const answer = recordFrom(await item.send(request), request);
			return [resultOf(typed, messageType, answer)];
		});
	};
}

/** Sends the messages of a run in batches, one after the other. */
export function sendBatches(messageType: MessageType): BatchOperation {
	return {
		size: BATCH_SIZE,
		// The preview of a dry run is that of each item.
		isWanted: (parameters) => wantsBatch(parameters) && !readDryRun(parameters),
		run: async (items) => {
			const outcomes = new Map<ItemContext, PromiseSettledResult<IDataObject[]>>();
			const queued: Queued[] = [];
			for (const item of items) {
				try {
					queued.push({ item, typed: readMessage(item, messageType) });
				} catch (reason) {
					outcomes.set(item, { status: 'rejected', reason });
				}
			}
			for (const messages of byTenant(queued)) {
				await sendBatch(messages, messageType.noun, ({ item, typed }, answer) => {
					if (answer instanceof Error) outcomes.set(item, { status: 'rejected', reason: answer });
					else {
						const value = [resultOf(typed, messageType, answer)];
						outcomes.set(item, { status: 'fulfilled', value });
					}
				});
			}
			return items.map((item) => outcomes.get(item) as PromiseSettledResult<IDataObject[]>);
		},
	};
}

function wantsBatch(parameters: ItemParameters): boolean {
	return readBoolean(parameters, { parameter: 'options.batch', label: 'Batch' }, true);
}

/** The output item of a message: the message and the response. */
function resultOf(
	{ message }: TypedMessage,
	{ warningFor: warningFor }: MessageType,
	answer: IDataObject,
): IDataObject {
	return omitUndefined({ ...message, message: answer.message, reminder: warningFor?.(message) });
}

/** A message that waits for its batch. */
interface Queued {
	item: ItemContext;
	typed: TypedMessage;
}

/**
 * Sends messages in one request. Nobody knows how the service would name one bad message among them,
 * so when it refuses the request, the halves are sent by themselves, down to the single message:
 * about 14 more requests for one in a hundred. What was accepted meanwhile counts once by its
 * `messageId`.
 *
 * @param queued 1 to 100 messages for one workspace
 * @param noun what texts call one of them
 * @param done told of each message with the answer, or with the error
 */
async function sendBatch(
	queued: Queued[],
	noun: string,
	done: (message: Queued, answer: IDataObject | Error) => void,
): Promise<void> {
	const [{ item, typed }] = queued;
	const request =
		queued.length === 1
			? messageRequest(typed, noun)
			: batchRequest(queued.map((one) => one.typed));
	try {
		const response = await item.send(request);
		if (response.status < 300) {
			const answer = recordFrom(response, request);
			for (const one of queued) done(one, answer);
			return;
		}
	} catch (error) {
		for (const one of queued) done(one, error as Error);
		return;
	}
	const middle = Math.ceil(queued.length / 2);
	await sendBatch(queued.slice(0, middle), noun, done);
	await sendBatch(queued.slice(middle), noun, done);
}

/** A credential may contain expressions over the item; no message may reach the workspace of another item. */
function byTenant(queued: Queued[]): Iterable<Queued[]> {
	const tenants = new Map<string, Queued[]>();
	for (const one of queued) {
		const messages = tenants.get(one.item.workspaceKey) ?? [];
		tenants.set(one.item.workspaceKey, messages);
		messages.push(one);
	}
	return tenants.values();
}
