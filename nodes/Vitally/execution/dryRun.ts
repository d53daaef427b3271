import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { ItemParameters } from '../fields/itemParameters';
import { readBoolean } from '../fields/readers';
import type { ServiceRequest } from '../transport/client';

export const dryRunOption: INodeProperties = {
	displayName: 'Dry Run',
	name: 'dryRun',
	type: 'boolean',
	// Adding the option requests a dry run; without it everything is sent.
	default: true,
	description: 'Whether to return the request that would be sent, without sending it',
};

export function readDryRun(item: Pick<ItemParameters, 'param'>): boolean {
	return readBoolean(item, { parameter: 'options.dryRun', label: dryRunOption.displayName }, false);
}

/** Thrown instead of sending a write; contains the request that would have been sent. */
export class DryRunPreview extends Error {
	readonly preview: IDataObject;

	constructor({ method, path, query = {}, body }: ServiceRequest, baseUrl: string) {
		super('Nothing is sent in a dry run');
		this.preview = {
			dryRun: true,
			// First, because the editor's table shows the first columns.
			...(body !== undefined && { body }),
			method,
			url: `${baseUrl}${path}`,
			...(Object.keys(query).length > 0 && { query }),
		};
	}
}
