import type { IDataObject } from 'n8n-workflow';

import type { ServiceRequest, ServiceResponse } from './client';
import { VitallyError } from '../errors/vitallyError';

export function isRecord(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The record in the answer to a read.
 *
 * @throws VitallyError when the body is something else, for example the login page of a gateway
 */
export function recordOf(response: ServiceResponse, request: ServiceRequest): IDataObject {
	if (isRecord(response.body)) return response.body;
	throw new VitallyError(
		'The answer is not a Vitally record',
		`Something else than Vitally may have answered: check 'Data Center', 'Subdomain' and 'Base URL' in the credential. (HTTP ${response.status}, ${request.method} ${request.path})`,
		{ status: response.status },
	);
}

/**
 * The record in the answer to a write. The document does not show these answers, so none is needed:
 * without a body, what was sent stands in for it.
 *
 * @throws VitallyError when the answer is text: the write may have been carried out, but something else
 * than Vitally may have answered
 * Source: docs/service.md, Custom objects (last paragraph)
 */
export function writtenRecordOf(response: ServiceResponse, request: ServiceRequest): IDataObject {
	if (response.body === undefined || response.body === null) return request.body as IDataObject;
	if (isRecord(response.body)) return response.body;
	throw new VitallyError(
		'The answer to the change cannot be read',
		`The change may have been carried out: look at the record in Vitally before you run this item again. (HTTP ${response.status}, ${request.method} ${request.path})`,
		{ status: response.status },
	);
}
