import type {
	IDataObject,
	IExecuteSingleFunctions,
	INodePropertyCollection,
	INodeProperties,
} from 'n8n-workflow';

import type { ServiceRequest } from '../service/connection';
import type { Show } from './show';

export const dryRunOption: INodeProperties = {
	displayName: 'Dry Run',
	name: 'dryRun',
	type: 'boolean',
	default: false,
	description: 'Whether to return the request that would be sent, without sending it',
};

/** The options of operations that write. */
export function writeOptions(
	show: Show,
	more: Array<INodeProperties | INodePropertyCollection> = [],
): INodeProperties {
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: [dryRunOption, ...more],
		displayOptions: { show },
	};
}

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
