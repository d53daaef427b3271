import type { NodeRun } from '../engine/node.cts';
import { byId } from '../fixtures/locators.cts';

/** A run of one operation with no more than it needs, in `addAllResources`. */
export type Call = Pick<NodeRun, 'type' | 'items'> & {
	parameters: Record<string, unknown> & { resource: string; operation: string };
};

export interface Endpoint {
	method: string;
	path: string;
	/** The operations that reach it. */
	calls: Call[];
}

export const on =
	(resource: string) =>
	(operation: string, parameters: object = {}): Call => ({
		// The mapper, which is the default of a sync, hides the fields of the operation.
		parameters: {
			...{ resource, operation },
			...(operation === 'sync' && { traitsMode: 'fields' }),
			...parameters,
		},
	});

/** The undo of a Sync that changed the name of a record to the one it has. */
export const undoOf = (
	resource: string,
	id: string,
	name: string,
	parameters: object = {},
): Call => ({
	...on(resource)('undoSync', parameters),
	items: [{ result: 'updated', id, changedFields: { name: { old: 'Before', new: name } } }],
});

export const at = (method: string, path: string, ...calls: Call[]): Endpoint => ({
	method,
	path,
	calls,
});

/** The scopes of a list. */
export const ofAccount = { scope: 'account', accountId: byId('acc-1') };
export const ofOrganization = { scope: 'organization', organizationId: byId('org-1') };
