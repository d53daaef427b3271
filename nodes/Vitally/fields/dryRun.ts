import type { IDataObject, IExecuteSingleFunctions, INodeProperties } from 'n8n-workflow';

import type { ServiceRequest } from '../transport/client';

export const dryRunOption: INodeProperties = {
	displayName: 'Dry Run',
	name: 'dryRun',
	type: 'boolean',
	default: false,
	description: 'Whether to return the request that would be sent, without sending it',
};

export function isDryRun(item: IExecuteSingleFunctions): boolean {
	return item.getNodeParameter('options.dryRun', false) === true;
}

/** What a dry run returns in place of the record. */
export function requestPreview(request: ServiceRequest, baseUrl: string): IDataObject {
	return {
		method: request.method,
		url: `${baseUrl}${request.path}`,
		query: request.query ?? {},
		body: request.body ?? null,
	};
}
