import type { INodeProperties } from 'n8n-workflow';

import type { ItemParameters } from './itemParameters';

export const dryRunOption: INodeProperties = {
	displayName: 'Dry Run',
	name: 'dryRun',
	type: 'boolean',
	default: false,
	description: 'Whether to return the request that would be sent, without sending it',
};

export function isDryRun(item: ItemParameters): boolean {
	return item.param('options.dryRun', false) === true;
}
