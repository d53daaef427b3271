import type { Sandbox } from '../../../sandbox/sandbox.cts';
import type { Outcome } from '../../engine/engine.cts';
import { NODE } from '../../engine/node.cts';
import type { OperationCase } from '../../engine/operationCases.cts';
import { accountOf } from '../../fixtures/accounts.cts';

/** A table with the columns id, name and traits; two of the options are fields at the top. The output of what is written is a summary. */
export const sync = (
	allOptions: object = {},
	parameters: object = {},
): OperationCase['parameters'] => {
	const {
		dryRun = false,
		createMissing,
		...options
	} = allOptions as {
		dryRun?: unknown;
		createMissing?: boolean;
	};

	return {
		dryRun,
		createMissing,
		syncOutput: dryRun === false ? 'summary' : 'changed',
		resource: 'account',
		operation: 'sync',
		externalId: '={{ $json.id }}',
		name: '={{ $json.name }}',
		traitsMode: 'json',
		traitsJson: '={{ $json.traits ?? {} }}',
		options,
		...parameters,
	};
};

export const writesOf = ({ requests }: Sandbox) =>
	requests.filter(({ method }) => method !== 'GET');
/** What was written, in its order. */
export const bodiesOf = (sandbox: Sandbox) => writesOf(sandbox).map(({ body }) => body);
export const idOf = (sandbox: Sandbox, externalId: string) => accountOf(sandbox, externalId)?.id;
export const named = (id: string) => ({ id, name: `Name of ${id}` });
export const summary = (counts: object) => ({
	created: 0,
	updated: 0,
	unchanged: 0,
	missing: 0,
	failed: 0,
	notInTable: null,
	columnsLeftOut: [],
	failures: [],
	...counts,
});

/** The lines above the node's output. */
export const hintsOf = ({ run }: Outcome) =>
	run.data.resultData.runData[NODE][0].hints?.map(({ message }) => message) ?? [];
