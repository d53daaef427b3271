/**
 * How n8n runs a declarative node: one with `requestDefaults` and without `execute`. n8n has two ways to call it,
 * and both end in `run` of an operation, which cannot tell them apart:
 *
 * 1. In workflows, and as a tool of an agent of version 3, `customOperations[resource][operation]` with all items at
 *    once: `runItems` (n8n-core, execution-engine/workflow-execute.js, getCustomOperation; an agent asks the engine to
 *    run its tools as nodes, execution-engine/requests-response.js).
 * 2. As a tool of the MCP Server Trigger and of older agents, and where resource or operation is an expression, its
 *    RoutingNode item by item, which n8n sets as `execute` (n8n, node-types.js). It builds a request from the `routing`
 *    of the properties. Only a pagination function replaces that request: `runRoutedItem` (n8n-core,
 *    execution-engine/routing-node.js, makeRequest).
 */
import { randomUUID } from 'crypto';

import type {
	IDataObject,
	IExecutePaginationFunctions,
	INodeExecutionData,
	INodeType,
} from 'n8n-workflow';

import { VitallyError } from '../errors/vitallyError';
import { assertExpressionResolved } from '../fields/fixedExpressions';
import { unknownValueError } from '../fields/readers';
import { labelOfParameter } from '../fields/shownFields';
import { toNodeApiError } from '../transport/errors/toNodeApiError';
import { nullLikeAsNull } from '../values/emptyValues';
import { clientReader, withSharedWait, type SharedWait } from './clients';
import { earlierTriesOf, readOwnRun } from './earlierTries';
import { ExecutionItem, readRunKey } from './itemContext';
import type { ItemKey } from './operation';
import { errorItem, pairedItems, previewsAmong } from './outputItems';
import { columnsOf } from './parameters/inputColumns';
import { columnsInOtherFields, ResolvedParameters, resolvedValue } from './parameters/parameters';
import { readRequestOptions } from './parameters/requestOptions';
import { isTool, modelValueReader } from './parameters/toolCalls';
import { removeUnknownNames } from './recordNames';
import { runItems, type Runnable } from './runItems';
import { assertWholeTable } from './wholeTable';

interface RunnableResource {
	name: string;
	operations: ReadonlyArray<Runnable & { value: string }>;
}

/** Returns the operations by resource and operation, for n8n's first way. */
export function customOperationsOf(
	resources: readonly RunnableResource[],
	credentialType: string,
): NonNullable<INodeType['customOperations']> {
	return Object.fromEntries(
		resources.map(({ name, operations }) => [
			name,
			Object.fromEntries(
				operations.map((operation) => [operation.value, runItems(operation, credentialType)]),
			),
		]),
	);
}

/** Returns a pagination function that executes one item, for n8n's second way. */
export function runRoutedItem(resources: readonly RunnableResource[], credentialType: string) {
	const operations = resources.flatMap((resource) => resource.operations);
	const readModelValue = modelValueReader(operations.flatMap(({ fields }) => fields));

	const runItem = async (
		context: IExecutePaginationFunctions,
		wait: SharedWait,
	): Promise<INodeExecutionData[]> => {
		const itemIndex = context.getItemIndex();
		const parameters = routedParameters(context, resources, readModelValue);
		const { fields, run, table } = findOperation(
			resources,
			parameters.param('resource'),
			parameters.param('operation'),
		);
		if (table) assertSingleRow(context);

		const item = new ExecutionItem({
			parameters,
			client: await clientReader(context, credentialType, fields, wait)(itemIndex),
			requestOptions: readRequestOptions(parameters),
			cache: new Map(),
			isTable: table !== undefined,
			isTool: isTool(context.getNode()),
			itemKey: () => routedItemKey(context),
			assertWholeTable: () => assertWholeTable(context),
		});

		const items = await pairedItems(await item.run(run), itemIndex);

		await removeUnknownNames(await previewsAmong(items));

		return items;
	};

	return async function (this: IExecutePaginationFunctions): Promise<INodeExecutionData[]> {
		const itemIndex = this.getItemIndex();

		try {
			return await earlierTriesOf(this).executeOnce(
				itemIndex,
				async () => await withSharedWait(this, async (wait) => await runItem(this, wait)),
			);
		} catch (error) {
			if (this.continueOnFail()) return [errorItem(error, this.getNode(), itemIndex)];

			throw toNodeApiError(error as Error, this.getNode(), itemIndex);
		}
	};
}

/**
 * Asserts that an item is the only one of its run: n8n's routing hands over one at a time, and limits, the records that
 * are not in the table, and rows of one record need all of them.
 *
 * @throws VitallyError for several items
 */
function assertSingleRow(context: IExecutePaginationFunctions): void {
	const rows = readOwnRun(context)?.data.main?.[0] ?? [];
	if (rows.length <= 1) return;

	throw new VitallyError(
		'This operation needs all rows at once, but n8n passed them one at a time',
		"Choose 'Resource' and 'Operation' from their lists, and run the workflow with n8n's standard engine. n8n passes rows one at a time if one of them is an expression, and in its Engine 2.0. Nothing was read or written.",
	);
}

/** A tool has a key of its own for each call: n8n counts its runs up with each try, and two agents may count alike. */
function routedItemKey(context: IExecutePaginationFunctions): ItemKey {
	return readOwnRun(context) ? [...readRunKey(context), context.getItemIndex()] : [randomUUID()];
}

function routedParameters(
	context: IExecutePaginationFunctions,
	resources: readonly RunnableResource[],
	readModelValue: ReturnType<typeof modelValueReader>,
): ResolvedParameters {
	const node = context.getNode();
	const stored = node.parameters;
	// If resource or operation is an expression, the labels are made of the names of the fields.
	const operation = operationOf(resources, stored);
	const labeled = { fields: operation?.fields ?? [], stored };
	const isFilledByModel = isTool(node);
	const item = context.getInputData();
	const { json } = item;

	const resolve = (name: string) => {
		if (stored[name] === undefined) return undefined;

		assertExpressionResolved(labeled, name);

		const value = context.getNodeParameter(name);
		const label = labelOfParameter(labeled, name);

		return resolvedValue(label, isFilledByModel ? readModelValue(name, value) : value);
	};

	return new ResolvedParameters(resolve, stored, context.getTimezone(), {
		json: isFilledByModel ? (nullLikeAsNull(json) as IDataObject) : json,
		columns: () => columnsOf(readOwnRun(context)?.data.main?.[0] ?? [item]),
		usedInOtherFields: columnsInOtherFields(stored),
	});
}

/** @throws VitallyError when an expression returns an unknown resource or operation */
function findOperation(
	resources: readonly RunnableResource[],
	resource: unknown,
	operation: unknown,
): Runnable {
	const found = operationOf(resources, { resource, operation });
	if (found) return found;

	const operations = resources.find(({ name }) => name === resource)?.operations;

	if (!operations) {
		const names = resources.map(({ name }) => name);

		throw unknownValueError(resource, 'Resource', names);
	}

	const values = operations.map(({ value }) => value);

	throw unknownValueError(operation, 'Operation', values);
}

function operationOf(
	resources: readonly RunnableResource[],
	{ resource, operation }: { resource?: unknown; operation?: unknown },
): Runnable | undefined {
	const operations = resources.find(({ name }) => name === resource)?.operations;

	return operations?.find(({ value }) => value === operation);
}
