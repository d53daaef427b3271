import type { IDataObject } from 'n8n-workflow';

import type { ServiceRequest } from '../transport/client';

/** Thrown in place of sending a write: ends the item with the request that would have left. */
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
