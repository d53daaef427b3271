import type { IDataObject, IExecuteData, IExecuteSingleFunctions } from 'n8n-workflow';

import type { Service } from '../../Vitally/transport/item';
import { runExclusive } from '../../Vitally/transport/limits/keyedMutex';
import { BATCH_SIZE, deliver, type Delivery } from './deliver';
import type { TypedMessage } from './messageType';

interface Waiting extends Delivery {
	item: IExecuteSingleFunctions;
}

/** Messages that wait for the other items of their run; n8n hands one object to all of these. */
const gathering = new WeakMap<IExecuteData, Waiting[]>();

/**
 * Sends the message of an item together with those of the other items that n8n starts in the same
 * moment: all items of the run, or one group of n8n's Batching under Request Options.
 *
 * @returns the service's answer to the request that carried the message
 * @throws VitallyError when the message is refused by itself, or its request for another reason
 */
export async function sendInBatch(
	item: IExecuteSingleFunctions,
	service: Service,
	typed: TypedMessage,
): Promise<IDataObject> {
	return await new Promise((accept, refuse) => {
		const run = item.getExecuteData();
		const waiting = gathering.get(run) ?? [];
		waiting.push({ item, service, typed, accept, refuse });
		if (waiting.length > 1) return;
		gathering.set(run, waiting);
		// n8n starts items without a pause, so the next microtask comes after the last of them.
		void Promise.resolve().then(async () => {
			gathering.delete(run);
			await deliverAll(waiting);
		});
	});
}

/** One request after the other, so that messages about one account keep the order of the items. */
async function deliverAll(waiting: Waiting[]): Promise<void> {
	const { item } = waiting[0];
	await runExclusive(`batches ${item.getExecutionId()} ${item.getNode().id}`, async () => {
		for (const messages of await byTenant(waiting)) {
			for (let start = 0; start < messages.length; start += BATCH_SIZE) {
				await deliver(messages.slice(start, start + BATCH_SIZE));
			}
		}
	});
}

/** A credential may hold expressions over the item; no message may reach another item's tenant. */
async function byTenant(waiting: Waiting[]): Promise<Iterable<Waiting[]>> {
	const credentials = await Promise.allSettled(
		waiting.map(async ({ item }) => await item.getCredentials('vitallyAnalyticsApi')),
	);
	const tenants = new Map<string, Waiting[]>();
	credentials.forEach((outcome, index) => {
		if (outcome.status === 'rejected') return waiting[index].refuse(outcome.reason);
		const tenant = JSON.stringify(outcome.value);
		const messages = tenants.get(tenant) ?? [];
		messages.push(waiting[index]);
		tenants.set(tenant, messages);
	});
	return tenants.values();
}
