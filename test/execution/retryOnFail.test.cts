import type { IDataObject } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox/sandbox.cts';
import { ENDPOINT_CALLS, titleOf, type EndpointCall } from '../contract/endpoints.cts';
import { firstOfEach } from '../contract/firstOfEach.cts';
import { withExpressions } from '../engine/entryPoints.cts';
import { credentialsFor, NODE, runNode, type NodeRun } from '../engine/node.cts';
import { addAllResources } from '../fixtures/allResources.cts';
import { atMost, moreThan } from '../fixtures/bounds.cts';
import { inNewSandbox } from '../fixtures/sandboxOfSuite.cts';
import { runsAll } from '../models/histories.cts';

/** n8n runs the node up to three times, and does not wait in between. */
const RETRIES = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

const MODES = [
	{ mode: 'Stop', onError: 'stopWorkflow' },
	{ mode: 'Continue', onError: 'continueRegularOutput' },
	{ mode: 'Continue using error output', onError: 'continueErrorOutput' },
] as const;

type Mode = (typeof MODES)[number];

const NEW_NOTE = 'vitally note create POST /resources/notes';

/** What a person sees of a run, and how often something was written. */
interface Result {
	error: string | undefined;
	successes: IDataObject[];
	errors: string[];
	writes: number;
}

const ALL_WRITES = ENDPOINT_CALLS.filter(({ endpoint }) => endpoint.method !== 'GET');

/** An operation of each kind, or with HISTORIES=1 all operations. */
const WRITES = runsAll
	? ALL_WRITES
	: firstOfEach(ALL_WRITES, ({ call: { type, parameters }, endpoint: { method } }) =>
			[type, parameters.operation, method].join(' '),
		);

/** Each call in each of n8n's error modes. */
function cellsOf(modes: readonly Mode[]) {
	return WRITES.flatMap((endpointCall) =>
		modes.map((mode) => ({
			title: `${titleOf(endpointCall)}, On Error: ${mode.mode}`,
			endpointCall,
			mode,
		})),
	);
}

const IN_ALL_MODES = cellsOf(MODES);
/** A lost answer takes the node two seconds, in which it looks for the record; the tests wait side by side. */
const IN_FEW_MODES = runsAll ? IN_ALL_MODES : cellsOf(MODES.slice(1, 2));

/** The process remembers what was created, so each run has other External IDs. */
let runs = 0;

/** Returns the run of a call, with an External ID that no run had before where it creates a record. */
function runOf({ call: { type, parameters, items }, endpoint }: EndpointCall): NodeRun {
	runs++;

	if (endpoint.method !== 'POST') return { type, parameters, items };

	return {
		type,
		parameters: withNewId(parameters, runs),
		items: items?.map((item) => withNewId(item, runs)),
	};
}

function withNewId<T extends object>(values: T, run: number): T {
	return 'externalId' in values ? { ...values, externalId: `X${run}` } : values;
}

/** The second record of each kind that a table changes; the service rejects its changes, see `rejectSecond`. */
const SECOND: Record<string, { externalId: string; name: string } | undefined> = {
	account: { externalId: 'A2', name: 'Account 2' },
	organization: { externalId: 'O2', name: 'Group 2' },
	user: { externalId: 'U2', name: 'Office Manager' },
	customObjectInstance: { externalId: 'I2', name: 'Name of i-2' },
};

/** Adds an item that fails: a row with a change that the service rejects, or an item with a value that is no switch. */
function addInvalidItem({ call, endpoint }: EndpointCall, { mode }: Mode): NodeRun {
	const run = runOf({ call, endpoint });
	const { valid, invalid, parameters } = isTable(call) ? rowsOf(run) : itemsOf(run);
	// n8n tries again where the node has stopped, or the first item is an error.
	const items = mode === 'Stop' ? [valid, invalid] : [invalid, valid];
	const requestOptions = { batching: { batch: { batchSize: 1, batchInterval: 30 } } };

	return { ...run, parameters: { ...run.parameters, ...parameters, requestOptions }, items };
}

function isTable({ parameters }: EndpointCall['call']): boolean {
	return /^(sync|applyChanges|undoSync)$/.test(parameters.operation);
}

/** A valid and an invalid item, and the parameters that make the difference. */
interface Items {
	valid: IDataObject;
	invalid: IDataObject;
	parameters: object;
}

function itemsOf({ parameters }: NodeRun): Items {
	const options = { ...(parameters.options as object), dryRun: '={{ $json.dryRun }}' };

	return {
		valid: { dryRun: false },
		invalid: { dryRun: 'perhaps' },
		parameters: { options },
	};
}

function rowsOf({ parameters, items }: NodeRun): Items {
	if (!items) {
		return {
			valid: { externalId: String(parameters.externalId) },
			invalid: { externalId: '' },
			parameters: { externalId: '={{ $json.externalId }}' },
		};
	}

	const { name, externalId } = SECOND[String(parameters.resource)] ?? {};
	const isUndo = parameters.operation === 'undoSync';
	const change = isUndo ? { old: 'Before', new: name } : { old: name, new: 'After' };

	return {
		valid: items[0],
		invalid: { ...items[0], externalId, result: 'updated', changedFields: { name: change } },
		parameters: {},
	};
}

function rejectSecond({ faults, state }: Sandbox): undefined {
	const instance = state.instances.get('i-2');
	if (instance) state.instances.change(instance, { externalId: 'I2' });

	faults.add({ kind: 'status', status: 422, on: { method: 'PUT', path: /-2$/ } });
}

describe("n8n's Retry On Fail", () => {
	it.concurrent.each(IN_ALL_MODES)(
		'writes a valid item once beside an invalid one, and returns it: $title',
		async ({ endpointCall, mode }) => {
			const { onError } = mode;

			const run = () => ({ ...addInvalidItem(endpointCall, mode), onError });

			const alone = await resultOf({ ...runOf(endpointCall), onError }, {});
			const once = await resultOf(run(), {}, rejectSecond);
			const retried = await resultOf(run(), RETRIES, rejectSecond);

			expect({ writesOfTheValidItemAlone: alone.writes }).toEqual({
				writesOfTheValidItemAlone: moreThan(0),
			});
			expect({ writesWithRetries: retried.writes }).toEqual({
				writesWithRetries: atMost(alone.writes),
			});
			expect(seenIn(retried)).toEqual(seenIn(once));
		},
	);

	it.concurrent.each(MODES)(
		'writes a valid item once beside an invalid one, and returns it, where the operation is an expression, On Error: $mode',
		async (mode) => {
			const call = ALL_WRITES.find((write) => titleOf(write) === NEW_NOTE) as EndpointCall;
			const run = withExpressions(addInvalidItem(call, mode), 'operation');

			const once = await resultOf({ ...run, onError: mode.onError }, {});
			const retried = await resultOf({ ...run, onError: mode.onError }, RETRIES);

			expect({ writesWithRetries: retried.writes }).toEqual({ writesWithRetries: 1 });
			expect(seenIn(retried)).toEqual(seenIn(once));
		},
	);

	it.concurrent.each(IN_FEW_MODES)(
		'sends no item again whose answers were lost: $title',
		async ({ endpointCall, mode: { onError } }) => {
			// The nodes try a request three times by themselves.
			const loseAnswers = ({ faults }: Sandbox) => {
				faults.add({ kind: 'resetAfter', on: { method: endpointCall.endpoint.method }, times: 3 });

				return undefined;
			};

			const once = await resultOf({ ...runOf(endpointCall), onError }, {}, loseAnswers);
			const retried = await resultOf({ ...runOf(endpointCall), onError }, RETRIES, loseAnswers);

			expect({ writesWithRetries: retried.writes }).toEqual({ writesWithRetries: once.writes });
			expect(seenIn(retried)).toEqual(seenIn(once));
		},
	);

	it.concurrent.each(IN_FEW_MODES)(
		'sends nothing after Stop: $title',
		async ({ endpointCall, mode: { onError } }) => {
			const stopAtWrite = async ({ faults }: Sandbox) =>
				await new Promise<void>((resolve) => {
					const matches = () => {
						resolve();

						return true;
					};

					faults.add({ kind: 'hang', on: { method: endpointCall.endpoint.method, matches } });
				});

			const once = await resultOf({ ...runOf(endpointCall), onError }, {}, stopAtWrite);
			const retried = await resultOf({ ...runOf(endpointCall), onError }, RETRIES, stopAtWrite);

			expect({ writes: once.writes, writesWithRetries: retried.writes }).toEqual({
				writes: 1,
				writesWithRetries: 1,
			});
		},
	);

	it.concurrent.each(IN_ALL_MODES)(
		'sends an item again that was rejected: $title',
		async ({ endpointCall, mode: { onError } }) => {
			const rejectOnce = ({ faults }: Sandbox) => {
				const on = { method: endpointCall.endpoint.method };

				faults.add({ kind: 'status', status: 422, body: { error: 'No' }, on, times: 1 });

				return undefined;
			};

			const alone = await resultOf({ ...runOf(endpointCall), onError }, {});
			const retried = await resultOf({ ...runOf(endpointCall), onError }, RETRIES, rejectOnce);

			expect({ writesWithRetries: retried.writes }).toEqual({ writesWithRetries: alone.writes });
			expect(seenIn(retried)).toEqual(seenIn(alone));
		},
	);
});

/** Runs in a sandbox of its own, with all records and with what `prepare` adds to it. */
async function resultOf(
	run: NodeRun,
	settings: NodeRun['settings'],
	prepare: (sandbox: Sandbox) => Promise<unknown> | undefined = () => undefined,
): Promise<Result> {
	return await inNewSandbox({ seed: 'empty', limits: { budget: 1_000_000 } }, async (sandbox) => {
		addAllResources(sandbox);
		const cancel = prepare(sandbox);
		const outcome = await runNode(
			{ ...run, settings },
			{ credentials: credentialsFor(sandbox), cancel },
		);
		const items = [...outcome.items(NODE), ...outcome.items(NODE, 1)].map(({ json }) => json);
		const isError = ({ error }: IDataObject) => error !== undefined;

		return {
			error: outcome.error?.message,
			successes: items.filter((item) => !isError(item)),
			errors: items.filter(isError).map(({ error }) => String(error)),
			writes: countWrites(sandbox),
		};
	});
}

/** What a person sees of a run; IDs and times differ from run to run. */
function seenIn({ error, errors, successes }: Result) {
	return {
		error,
		errors,
		successes: successes.map((success) => ({
			result: success.result,
			columns: Object.keys(success).join(', '),
		})),
	};
}

/** Counts the records in requests that the service has not rejected: a lost answer may be one of these. */
function countWrites({ requests }: Sandbox): number {
	return requests
		.filter(({ method, status }) => method !== 'GET' && (status === null || status < 300))
		.reduce((sum, { body }) => sum + (Array.isArray(body) ? body.length : 1), 0);
}
