import { randomUUID } from 'crypto';
import type {
	DeclarativeRestApiSettings,
	IDataObject,
	IExecutePaginationFunctions,
	INodeExecutionData,
} from 'n8n-workflow';

import { fieldAt } from '../fields/fieldAt';
import { assertExpressionResolved } from '../fields/readers';
import { openClient } from '../transport/client';
import { toNodeApiError } from '../transport/errors/toNodeApiError';
import { nullLikeAsNull } from '../values/emptyValues';
import { parseJson } from '../values/json';
import { ExecutionItem, readRunKey } from './itemContext';
import { errorItem, pairedItems } from './outputItems';
import { columnNamed, ResolvedParameters } from './parameters';
import type { Runnable } from './runItems';

type Hook = (
	this: IExecutePaginationFunctions,
	requestData: DeclarativeRestApiSettings.ResultOptions,
) => Promise<INodeExecutionData[]>;

/**
 * Executes an item where n8n does not use `customOperations`: as a tool of an AI agent, and where
 * resource or operation is an expression. n8n's pagination hook is the only one of its routing that
 * replaces the request, so it runs the operation; n8n's Request Options are in `requestData`.
 *
 * @param operationOf finds the operation that the item's parameters name
 * @param credentialType the credential that names the service
 */
export function routingHook(
	operationOf: (resource: unknown, operation: unknown) => Runnable,
	credentialType: string,
): Hook {
	return async function ({ options }) {
		const itemIndex = this.getItemIndex();
		try {
			const stored = this.getNode().parameters;
			const parameters = new ResolvedParameters(
				(name) => {
					if (stored[name] === undefined) return undefined;
					assertExpressionResolved(name, stored[name]);
					return modelValue(name, this.getNodeParameter(name)) ?? null;
				},
				this.getTimezone(),
				{
					json: nullLikeAsNull(this.getInputData().json) as IDataObject,
					usedInOtherFields: columnNamed(stored),
				},
			);
			const { fields, run } = operationOf(
				parameters.param('resource'),
				parameters.param('operation'),
			);
			const item = new ExecutionItem({
				parameters,
				client: {
					...(await openClient(this, credentialType)),
					labelOf: (path) => fieldAt(fields, path),
					run: randomUUID(),
					signal: this.getExecutionCancelSignal?.(),
				},
				requestOptions: options,
				cache: new Map(),
				itemKey: () => [...readRunKey(this), itemIndex],
			});
			return pairedItems(await item.run(run), itemIndex);
		} catch (error) {
			if (this.continueOnFail()) return [errorItem(error, this.getNode(), itemIndex)];
			throw toNodeApiError(error as Error, this.getNode(), itemIndex);
		}
	};
}

/** A parameter as an AI model means it: null for null-like text, in JSON too. */
function modelValue(name: string, value: unknown): unknown {
	// Without its filter a list would contain other records.
	if (name === 'filters') return value;
	const parsed = name.endsWith('Json') && typeof value === 'string' ? parseJson(value) : undefined;
	return nullLikeAsNull(parsed ?? value);
}
