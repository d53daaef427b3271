import type { INodeProperties } from 'n8n-workflow';

import type { ItemParameters } from './itemParameters';
import { switchIn } from './strict';

export const dryRunOption: INodeProperties = {
	displayName: 'Dry Run',
	name: 'dryRun',
	type: 'boolean',
	// Whoever adds the option asks for it; without the option everything is sent.
	default: true,
	description: 'Whether to return the request that would be sent, without sending it',
};

export function isDryRun(item: ItemParameters): boolean {
	return switchIn(item, { parameter: 'options.dryRun', label: 'Dry Run' }, false);
}
