import type { INodePropertyRouting } from 'n8n-workflow';

import { maxWaitOf } from '../fields/options';
import { throughService, type Operation } from '../transport/item';

/**
 * The routing of an operation's option. `paginate` is what makes n8n's engine call the hook.
 *
 * @param credentialType of the node; the REST API's unless told
 */
export function route(operation: Operation, credentialType = 'vitallyApi'): INodePropertyRouting {
	return {
		send: { paginate: true },
		operations: {
			pagination: throughService(operation, { credentialType, maxWaitMs: maxWaitOf }),
		},
	};
}
