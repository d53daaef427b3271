import type { INodePropertyRouting } from 'n8n-workflow';

import { throughService, type Operation } from '../service/item';

/** The routing of an operation's option. `paginate` is what makes n8n's engine call the hook. */
export function route(operation: Operation): INodePropertyRouting {
	return {
		send: { paginate: true },
		operations: { pagination: throughService(operation) },
	};
}
