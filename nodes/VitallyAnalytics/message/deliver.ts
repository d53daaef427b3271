import type { IDataObject } from 'n8n-workflow';

import type { Service } from '../../Vitally/transport/item';
import { recordOf } from '../../Vitally/transport/records';
import type { TypedMessage } from './messageType';
import { batchRequest, messageRequest } from './request';

/** Messages in one request (docs/public-facts.md, 6). */
export const BATCH_SIZE = 100;

/** A value of one message may be at fault, or the size of the request: a smaller part may pass. */
const REFUSED_AS_A_WHOLE = [400, 413];

/** A message, the service of its item, and how its item hears of the answer. */
export interface Delivery {
	typed: TypedMessage;
	service: Service;
	accept: (answer: IDataObject) => void;
	refuse: (reason: unknown) => void;
}

/**
 * Sends messages in one request. Nobody knows how the service would name one bad message among them,
 * so when it refuses the request, the halves are sent by themselves, down to the single message:
 * about 14 more requests for one in a hundred. What was accepted meanwhile counts once by its
 * `messageId`.
 *
 * @param deliveries 1 to 100 messages for one tenant; each of them is told its answer or refusal
 */
export async function deliver(deliveries: Delivery[]): Promise<void> {
	const [{ typed, service }] = deliveries;
	const isSingle = deliveries.length === 1;
	const request = isSingle
		? messageRequest(typed)
		: { ...batchRequest(deliveries.map((one) => one.typed)), accept: REFUSED_AS_A_WHOLE };
	try {
		const response = await service.send(request);
		if (response.status < 300) {
			const answer = recordOf(response, request);
			for (const { accept } of deliveries) accept(answer);
			return;
		}
	} catch (reason) {
		for (const { refuse } of deliveries) refuse(reason);
		return;
	}
	const middle = Math.ceil(deliveries.length / 2);
	await deliver(deliveries.slice(0, middle));
	await deliver(deliveries.slice(middle));
}
