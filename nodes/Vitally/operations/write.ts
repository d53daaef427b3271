import type { IDataObject, IExecuteSingleFunctions } from 'n8n-workflow';

import { isDryRun, requestPreview } from '../fields/dryRun';
import type { ServiceRequest, ServiceResponse } from '../transport/client';
import type { Operation, Service } from '../transport/item';
import { runExclusive } from '../transport/limits/keyedMutex';

interface Write {
	/** Path of the record that is written; writes to one record keep the order of the items. */
	turn?: (item: IExecuteSingleFunctions) => string;
	/** Checks the item's fields and builds the request; may look ids up first. */
	request: (
		item: IExecuteSingleFunctions,
		service: Service,
	) => Promise<ServiceRequest> | ServiceRequest;
	/** Sends the request; `service.send` unless told. */
	send?: (
		request: ServiceRequest,
		item: IExecuteSingleFunctions,
		service: Service,
	) => Promise<ServiceResponse>;
	/** The record that becomes the output item. */
	result: (
		response: ServiceResponse,
		request: ServiceRequest,
		item: IExecuteSingleFunctions,
	) => IDataObject;
}

/** An operation that writes with one request, or shows that request in a dry run. */
export function write({ turn, request, send, result }: Write): Operation {
	return async (item, service) => {
		const carryOut = async () => {
			const built = await request(item, service);
			if (isDryRun(item)) return [requestPreview(built, await service.baseUrl())];
			const response = await (send ? send(built, item, service) : service.send(built));
			return [result(response, built, item)];
		};
		return turn ? await runExclusive(turn(item), carryOut) : await carryOut();
	};
}

/** The id at the end of the path of a write to one record. */
export function idInPath({ path }: ServiceRequest): string {
	return decodeURIComponent(path.slice(path.lastIndexOf('/') + 1));
}
