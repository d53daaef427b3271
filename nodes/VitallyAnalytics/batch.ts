import type { IDataObject } from 'n8n-workflow';

import { isDryRun } from '../Vitally/fields/dryRun';
import { switchIn } from '../Vitally/fields/strict';
import type { ItemParameters } from '../Vitally/fields/itemParameters';
import type { BatchOperation, ItemContext, Operation } from '../Vitally/run/operation';
import { recordOf } from '../Vitally/transport/records';
import { batchRequest, messageRequest, type TypedMessage } from './message';

/** Messages in one request (docs/public-facts.md, 6). */
const BATCH_SIZE = 100;

/** A value of one message may be at fault, or the size of the request: a smaller part may pass. */
const REFUSED_AS_A_WHOLE = [400, 413];

/** A type of message: how an item gives one, and what comes out for it. */
export interface MessageType {
	messageOf(item: ItemContext): TypedMessage;
	/** The record that a message is about: messages about one record keep the order of the items. */
	recordOf(message: IDataObject): string;
	/** The item that comes out for a message and the service's answer. */
	resultOf(typed: TypedMessage, answer: IDataObject): IDataObject;
}

/** Sends the message of one item by itself. */
export function sendMessage(type: MessageType): Operation {
	return async (item) => {
		const typed = type.messageOf(item);
		const request = wantsBatch(item) ? batchRequest([typed]) : messageRequest(typed);
		return await item.lock(`${typed.type} ${type.recordOf(typed.message)}`, async () => {
			const answer = recordOf(await item.send(request), request);
			return [type.resultOf(typed, answer)];
		});
	};
}

/** Sends the messages of a run in batches, one after the other. */
export function sendBatches(type: MessageType): BatchOperation {
	return {
		size: BATCH_SIZE,
		// A dry run shows each item its own request.
		isWanted: (parameters) => wantsBatch(parameters) && !isDryRun(parameters),
		run: async (items) => {
			const outcomes = new Map<ItemContext, PromiseSettledResult<IDataObject[]>>();
			const queued: Queued[] = [];
			for (const item of items) {
				try {
					queued.push({ item, typed: type.messageOf(item) });
				} catch (reason) {
					outcomes.set(item, { status: 'rejected', reason });
				}
			}
			for (const messages of byTenant(queued)) {
				await sendBatch(messages, ({ item, typed }, answer) => {
					if (answer instanceof Error) outcomes.set(item, { status: 'rejected', reason: answer });
					else outcomes.set(item, { status: 'fulfilled', value: [type.resultOf(typed, answer)] });
				});
			}
			return items.map((item) => outcomes.get(item) as PromiseSettledResult<IDataObject[]>);
		},
	};
}

function wantsBatch(parameters: ItemParameters): boolean {
	return switchIn(parameters, { parameter: 'options.batch', label: 'Batch' }, false);
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
 * @param queued 1 to 100 messages for one tenant
 * @param done told of each message with the answer, or with the error
 */
async function sendBatch(
	queued: Queued[],
	done: (message: Queued, answer: IDataObject | Error) => void,
): Promise<void> {
	const [{ item, typed }] = queued;
	const request =
		queued.length === 1
			? messageRequest(typed)
			: {
					...batchRequest(queued.map((one) => one.typed)),
					handledStatuses: REFUSED_AS_A_WHOLE,
				};
	try {
		const response = await item.send(request);
		if (response.status < 300) {
			const answer = recordOf(response, request);
			for (const one of queued) done(one, answer);
			return;
		}
	} catch (error) {
		for (const one of queued) done(one, error as Error);
		return;
	}
	const middle = Math.ceil(queued.length / 2);
	await sendBatch(queued.slice(0, middle), done);
	await sendBatch(queued.slice(middle), done);
}

/** A credential may hold expressions over the item; no message may reach another item's tenant. */
function byTenant(queued: Queued[]): Iterable<Queued[]> {
	const tenants = new Map<string, Queued[]>();
	for (const one of queued) {
		const messages = tenants.get(one.item.tenant) ?? [];
		tenants.set(one.item.tenant, messages);
		messages.push(one);
	}
	return tenants.values();
}
