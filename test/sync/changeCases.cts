import type { Sandbox } from '../../sandbox/sandbox.cts';
import { newAccount } from '../../sandbox/state/customers.cts';
import type { Traits } from '../../sandbox/state/row.cts';
import type { OperationCase } from '../engine/operationCases.cts';
import { row, vitallyId } from '../fixtures/records.cts';

/** Sync: Apply Changes, or Sync: Undo. */
export const changeOperation =
	(operation: 'applyChanges' | 'undoSync') =>
	(parameters: object = {}): OperationCase['parameters'] => ({
		resource: 'account',
		operation,
		dryRun: false,
		...parameters,
	});

/** Accounts by External ID, each with the Vitally ID of its External ID. */
export const accounts =
	(byExternalId: Record<string, [name: string, traits?: Traits]>) =>
	({ state }: Sandbox) => {
		for (const [externalId, [name, traits = {}]] of Object.entries(byExternalId)) {
			state.accounts.insert(newAccount(row(vitallyId(externalId)), externalId, name, traits));
		}
	};

export const change = (before: unknown, after: unknown) => ({ old: before, new: after });

/** An item of 'Changed Records'. */
export const changed = (
	result: string,
	externalId: string,
	changedFields: object,
	others: object = {},
) => ({
	result,
	name: 'Old',
	externalId,
	changedFields,
	id: vitallyId(externalId),
	resource: 'account',
	...others,
});
