import * as n8nWorkflow from 'n8n-workflow';

import type { Sandbox } from '../../sandbox/sandbox.cts';
import { ENDPOINT_CALLS, nameOf, titleOf, type EndpointCall } from '../contract/endpoints.cts';
import { firstOfEach } from '../contract/firstOfEach.cts';
import { builtNodes, operationsOf } from '../description/nodeDescriptions.cts';
import { resourcesOf } from '../engine/declaredRequests.cts';
import { builtPackages } from '../engine/engine.cts';
import {
	resultThrough,
	throughAgent,
	throughExpressions,
	throughRunner,
	throughTool,
	type EntryPoint,
} from '../engine/entryPoints.cts';
import { linesOfItems } from '../engine/itemLines.cts';
import type { NodeRun } from '../engine/node.cts';
import { addAllResources } from '../fixtures/allResources.cts';
import { moreThan } from '../fixtures/bounds.cts';
import { byId } from '../fixtures/locators.cts';
import { linesOfRequests } from '../fixtures/requests.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';

/** The first call of every kind of operation: all of a kind are sent and routed alike. */
const kindOf = ({ call }: EndpointCall) => `${call.type ?? 'vitally'} ${call.parameters.operation}`;
const CALLS = firstOfEach(ENDPOINT_CALLS, kindOf);

/** An item of n8n before 2.31 has no details: it would be a success there. */
const KNOWS_DETAILS = 'getCredentialAllowedDomains' in n8nWorkflow;

const ROUTED = {
	'as a tool': throughTool,
	'as a tool of an agent': throughAgent,
	'by an expression': throughExpressions('operation'),
	'by two expressions': throughExpressions('resource', 'operation'),
};

/** Each call of a tool has message IDs of its own. */
function withoutMessageIds<T>(result: T): T {
	const text = JSON.stringify(result).replace(/"messageId":"[0-9a-f]{64}"/g, '"messageId":"…"');

	return JSON.parse(text) as T;
}

type Result = Awaited<ReturnType<typeof resultThrough>>;

/** A line for each item of both outputs, with the input item that it is paired with. */
function linesOfPairs({ outputs = [] }: Result): string[] {
	return outputs.flatMap((items) => {
		const lines = linesOfItems(items.map(({ json }) => json));

		return items.map(
			({ pairedItem }, index) => `${lines[index]}, of ${JSON.stringify(pairedItem)}`,
		);
	});
}

type Routed = keyof typeof ROUTED;

/** Enough for most: once found, an operation does not know by how many expressions. */
const ONE_EXPRESSION: Routed[] = ['as a tool', 'as a tool of an agent', 'by an expression'];

/**
 * n8n hands the items of a workflow to `customOperations`, and the call of an agent's tool too. Other calls of a tool,
 * and an operation that is an expression, go through its routing. An operation must behave in the same way.
 */
describe('an operation through both entry points', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty', now: () => Date.UTC(2026, 10, 20) });

	beforeEach(() => addAllResources(sandbox()));

	/**
	 * Runs through the runner and through routing, and expects the same of all.
	 *
	 * @returns the result of the runner
	 */
	const compare = async (
		run: NodeRun,
		routed: Routed[],
		prepare: (sandbox: Sandbox) => unknown = () => {},
	) => {
		const resultOf = async (entryPoint: EntryPoint) => {
			sandbox().reset();
			addAllResources(sandbox());
			prepare(sandbox());

			return await resultThrough(entryPoint, sandbox(), run);
		};

		// The process remembers which records it created: all runs begin with the same memory.
		const { operation } = run.parameters;
		if (/create|upsert|sync/.test(String(operation))) await resultOf(throughRunner);

		const expected = await resultOf(throughRunner);
		// A tool has no input items, and so it does not show what reads them.
		const offered = routed.filter((name) => !name.startsWith('as a tool') || !run.items);

		for (const name of offered) {
			const result = await resultOf(ROUTED[name]);

			// The error is read first, then what was sent, then whose items there are, and then all of it.
			expect({ [`error ${name}`]: result.error?.message }).toEqual({
				[`error ${name}`]: expected.error?.message,
			});
			expect({ [`requests ${name}`]: linesOfRequests(result) }).toEqual({
				[`requests ${name}`]: linesOfRequests(expected),
			});
			expect({ [`items ${name}`]: linesOfPairs(result) }).toEqual({
				[`items ${name}`]: linesOfPairs(expected),
			});
			expect(withoutMessageIds({ name, ...result })).toEqual(
				withoutMessageIds({ name, ...expected }),
			);
		}

		return expected;
	};

	const rowsOf = (endpointCalls: EndpointCall[]) =>
		endpointCalls.map((endpointCall) => ({
			title: titleOf(endpointCall),
			call: endpointCall.call,
		}));

	it('exists for every operation of the nodes', async () => {
		const packages = await builtPackages();
		const offered = builtNodes.flatMap(({ description }) =>
			operationsOf(description).map(
				({ resource, option }) => `${description.name} ${resource} ${String(option.value)}`,
			),
		);
		const carriedOut = builtNodes.flatMap(({ description: { name } }) => {
			const { customOperations = {} } = packages.getByNameAndVersion(`n8n-nodes-vitally.${name}`);

			return Object.entries(customOperations).flatMap(([resource, operations]) =>
				Object.keys(operations).map((operation) => `${name} ${resource} ${operation}`),
			);
		});
		const inTable = new Set(ENDPOINT_CALLS.map(({ call }) => nameOf(call)));

		expect(carriedOut.sort()).toEqual(offered.sort());
		expect([...inTable].sort()).toEqual(offered);
	});

	it.each(rowsOf(CALLS))(
		'sends the same requests, and returns the same items and pairing: $title',
		async ({ call }) => {
			const routed: Routed = call.items ? 'by an expression' : 'as a tool';

			const { error, outputs, requests } = await compare(call, [routed]);

			expect({ error: error?.message }).toEqual({ error: undefined });
			expect({ items: outputs?.[0].length }).toEqual({ items: moreThan(0) });
			expect({ requests: requests.length }).toEqual({ requests: moreThan(0) });
		},
	);

	/** A table, a write, a list, and a message of Analytics: their errors and dry runs are the same for all of a kind. */
	const FEW = CALLS.filter((endpointCall) =>
		/ (sync|update|getAll|track)$/.test(kindOf(endpointCall)),
	);

	it.each(rowsOf(FEW))('ends in the same errors: $title', async ({ call }) => {
		const rejectNext = ({ faults }: Sandbox) =>
			faults.add({ kind: 'status', status: 400, body: { error: 'No' } });

		const { error } = await compare(call, ONE_EXPRESSION, rejectNext);

		expect(error).toMatchObject({ httpCode: '400', itemIndex: 0 });

		const run = { ...call, onError: 'continueRegularOutput' as const };

		const { outputs } = await compare(run, ONE_EXPRESSION, rejectNext);

		expect(outputs?.[0]).toMatchObject([
			{ json: { error: error?.message, message: error?.description }, error: undefined },
		]);

		if (KNOWS_DETAILS) {
			expect(outputs?.[0][0].json.details).toMatchObject({
				httpCode: '400',
				vitallyMessage: 'No',
			});
		}
	});

	const writes = FEW.filter(({ endpoint }) => endpoint.method !== 'GET');

	it.each(rowsOf(writes))('returns the same dry run: $title', async ({ call }) => {
		const isSync = /sync$|applyChanges/i.test(call.parameters.operation);
		// What is under Options is that of the other operations.
		const isDry = isSync
			? { dryRun: true, options: { dryRun: 'unknown' } }
			: { options: { dryRun: true } };
		const run = { ...call, parameters: { ...call.parameters, ...isDry } };

		const { outputs, requests } = await compare(run, ONE_EXPRESSION);
		const preview = isSync ? { dryRun: true } : { url: expect.any(String) as string };

		expect(outputs?.[0]).toMatchObject([{ json: preview }]);

		const written = requests.filter(({ method }) => method !== 'GET');

		expect({ written: written.map(({ path }) => path) }).toEqual({ written: [] });
	});

	const severalItems = {
		parameters: { resource: 'account', operation: 'get', accountId: byId('={{ $json.id }}') },
		items: [{ id: 'acc-1' }, { id: '' }, { id: 'acc-9' }, { id: 'acc-2' }],
	};

	it('pairs each of several items with the same input item', async () => {
		const run = { ...severalItems, onError: 'continueErrorOutput' as const };

		const { outputs } = await compare(run, ['by two expressions']);

		expect({ items: outputs?.flat().length }).toEqual({ items: 4 });
	});

	it('returns the records not in the table in the same way, also where no row has an item', async () => {
		const sync = { resource: 'account', operation: 'sync', externalId: 'A1', name: 'Account 1' };
		const output = {
			traitsMode: 'fields',
			syncOutput: 'changed',
			options: { notInTable: 'output' },
		};
		const run = { parameters: { ...sync, ...output } };
		const [expected, routed] = await Promise.all(
			[throughRunner, ROUTED['by an expression']].map(async (entryPoint) => {
				const { outputs } = await resultThrough(entryPoint, sandbox(), run);

				return outputs?.[0].map(({ json }) => json);
			}),
		);

		expect({ items: expected?.length }).toEqual({ items: moreThan(0) });
		expect({ itemsByAnExpression: routed }).toEqual({ itemsByAnExpression: expected });
	});

	it.each(['sync', 'applyChanges', 'undoSync'])(
		'rejects a table that is handed over row by row, before anything is read: %s',
		async (operation) => {
			const parameters = { resource: 'account', operation, externalId: 'A1', name: 'Account 1' };
			const run = { parameters, items: [{}, {}] };

			const { error, requests } = await resultThrough(ROUTED['by an expression'], sandbox(), run);

			expect(error).toMatchObject({
				message:
					'This operation needs all rows at once, but n8n passed them one at a time [item 0]',
			});
			expect({ requests: requests.length }).toEqual({ requests: 0 });
		},
	);

	it('stops at the same item', async () => {
		const { error } = await resultThrough(throughRunner, sandbox(), severalItems);

		expect({ stoppedAt: error?.itemIndex, error: error?.message }).toEqual({
			stoppedAt: 1,
			error: "The field 'Account' is empty [item 1]",
		});

		// The requests differ: routing has begun all items by the time one of them fails.
		const routed = await resultThrough(ROUTED['by two expressions'], sandbox(), severalItems);

		expect(routed.error).toEqual(error);
	});
});

describe('an expression that returns no operation of the node', () => {
	const sandbox = sandboxOfSuite();

	const NOTES = 'create, upsert, delete, get, getAll, update';
	const RESOURCES = resourcesOf.vitally.map(({ name }) => name).join(', ');

	const ROWS = [
		{
			label: 'Operation',
			value: 'erase',
			parameters: { resource: 'note', operation: 'erase' },
			known: NOTES,
		},
		{
			label: 'Operation',
			value: '',
			parameters: { resource: 'note', operation: '' },
			known: NOTES,
		},
		{
			label: 'Resource',
			value: 'notes',
			parameters: { resource: 'notes', operation: 'get' },
			known: RESOURCES,
		},
	];

	describe.each([
		{ name: 'a tool', entryPoint: throughTool },
		{ name: 'two expressions', entryPoint: throughExpressions('resource', 'operation') },
	])('an expression that returns no operation, through $name', ({ entryPoint }) => {
		it.each(ROWS)(
			'ends in an error that names the known values: "$value" of $label',
			async ({ label, parameters, value, known }) => {
				const { error, requests } = await resultThrough(entryPoint, sandbox(), { parameters });

				expect(error).toMatchObject({
					message: `The value ${JSON.stringify(value)} of '${label}' is not one of its options [item 0]`,
					description: `Choose one from the list, or let the expression return one of these: ${known}.`,
				});
				expect(requests).toEqual([]);
			},
		);
	});
});
