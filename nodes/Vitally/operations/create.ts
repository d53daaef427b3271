import type { IDataObject, IExecuteSingleFunctions } from 'n8n-workflow';

import type { ServiceRequest, ServiceResponse } from '../transport/client';
import type { Service } from '../transport/item';
import { NO_ANSWER } from '../transport/send';
import { wait } from '../transport/limits/wait';
import { findLatelyCreated, type Collection } from './externalIds';

/** What a service may still need to finish a request whose connection broke. */
const SETTLE_MS = 1000;

/** What a creation is answered with when the external id is taken. */
const TAKEN = [400, 409];

/**
 * Sends a creation. When its answer gets lost, it looks for the record before it sends again, so that
 * nothing is created twice and no success is reported that did not happen. A creation without an
 * external id cannot be looked for: it is refused, with the advice to look.
 *
 * @param collection where the record would be
 * @param externalId the user's id in the request, if there is one
 * @returns the answer to the creation, or to the read that found it done
 */
export async function createOnce(
	item: IExecuteSingleFunctions,
	service: Service,
	create: ServiceRequest,
	collection: Collection,
	externalId: string | undefined,
): Promise<ServiceResponse> {
	if (externalId === undefined) return await service.send(create);
	const { handledStatuses = [] } = create;
	const find = async () => await findLatelyCreated(service, collection, externalId);

	const first = await service.send({ ...create, handledStatuses: [...handledStatuses, NO_ANSWER] });
	if (first.status !== NO_ANSWER) return first;

	await wait(SETTLE_MS, item.getExecutionCancelSignal?.());
	const found = await find();
	if (found) return found;

	const second = await service.send({ ...create, handledStatuses: [...handledStatuses, ...TAKEN] });
	if (!TAKEN.includes(second.status)) return second;
	// The first one may have been carried out after the look.
	const foundAfterAll = await find();
	if (foundAfterAll) return foundAfterAll;
	if (handledStatuses.includes(second.status)) return second;
	throw await service.refusal(second, create);
}

/** The external id in the body of a creation. */
export function externalIdOf({ body }: ServiceRequest): string | undefined {
	return (body as IDataObject).externalId as string | undefined;
}
