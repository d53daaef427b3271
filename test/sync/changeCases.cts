import type { Sandbox } from '../../sandbox/sandbox.cts';
import { newAccount } from '../../sandbox/state/customers.cts';
import type { Traits } from '../../sandbox/state/row.cts';
import type { OperationCase, ShownError } from '../engine/operationCases.cts';
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

/**
 * Returns the error with which a run without "On Error" ends at a row that is not written.
 *
 * @param record what the row shows of its record, where it does
 */
export function rowError(reason: string, description: string, record: object): ShownError {
	const row = { result: 'failed', row: 1, reason, description, resource: 'account' };
	const unknown = { name: null, externalId: null, id: null, url: null };
	const changed = { changes: null, changedFields: null, fieldsLeft: null };

	return {
		message: reason,
		description,
		details: { ...row, ...unknown, ...changed, ...record },
	};
}
