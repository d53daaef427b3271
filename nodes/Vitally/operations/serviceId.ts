import type { IExecuteSingleFunctions } from 'n8n-workflow';

import { VitallyError } from '../errors/vitallyError';
import type { Service } from '../transport/item';
import { pathSegment } from '../transport/pathSegment';
import { recordOf } from '../transport/records';

/** Look-ups of an execution, by path; the cancel signal is an object of its own for each execution. */
const lookUps = new WeakMap<AbortSignal, Map<string, Promise<unknown>>>();

/**
 * The service's id of a record that the user names by an external id, for endpoints that take only
 * the service's. Read once per distinct value and execution.
 *
 * @param collection path of the records, for example `/resources/accounts`
 * @param externalId the user's id
 * @param field label of the field, for the refusal
 * @throws VitallyError when there is no such record, or the answer holds no id
 */
export async function serviceIdOf(
	item: IExecuteSingleFunctions,
	service: Service,
	collection: string,
	externalId: unknown,
	field: string,
): Promise<string> {
	const read = async () => await readServiceId(service, collection, externalId, field);
	return await lookUpOnce(item, `${collection}/${pathSegment(externalId, field)}`, read);
}

/**
 * Looks something up, such as an id, once per distinct name and execution.
 *
 * @param name what is looked up, for example the path of the read; one name has one type
 * @param read the look-up
 */
export async function lookUpOnce<T>(
	item: IExecuteSingleFunctions,
	name: string,
	read: () => Promise<T>,
): Promise<T> {
	const signal = item.getExecutionCancelSignal?.();
	if (!signal) return await read();
	const known = lookUps.get(signal) ?? new Map<string, Promise<unknown>>();
	lookUps.set(signal, known);
	// Two credentials in one execution may name different tenants.
	const key = `${item.getNode().credentials?.vitallyApi?.id ?? ''} ${name}`;
	const found = (known.get(key) as Promise<T> | undefined) ?? read();
	known.set(key, found);
	// n8n's Retry On Fail may come again within the execution.
	found.catch(() => known.delete(key));
	return await found;
}

/** One read of what `serviceIdOf` looks up. */
export async function readServiceId(
	service: Pick<Service, 'send'>,
	collection: string,
	externalId: unknown,
	field: string,
): Promise<string> {
	const path = `${collection}/${pathSegment(externalId, field)}`;
	const request = { method: 'GET' as const, path, accept: [404] };
	const response = await service.send(request);
	const { id } = response.status === 404 ? {} : recordOf(response, request);
	if (typeof id === 'string' && id !== '') return id;
	throw new VitallyError(
		`Vitally has no record with the external ID "${String(externalId)}" for '${field}'`,
		`Check the external ID, or choose '${field}' from the list.`,
		{ status: 404 },
	);
}
