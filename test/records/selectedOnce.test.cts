import { ExecutionItem } from '../../nodes/Vitally/execution/itemContext';
import type { OperationDefinition } from '../../nodes/Vitally/operations/definition/operationDefinition';
import { RESOURCES } from '../../nodes/Vitally/resources';
import { ENDPOINT_CALLS, titleOf, type EndpointCall } from '../contract/endpoints.cts';
import { runIn } from '../engine/node.cts';
import { addAllResources } from '../fixtures/allResources.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';

/** The calls of the operations on one record. */
const CALLS = ENDPOINT_CALLS.map((endpointCall) => ({
	title: titleOf(endpointCall),
	call: endpointCall.call,
	field: `${endpointCall.call.parameters.resource}Id`,
})).filter(({ call, field }) =>
	findOperation(call)?.fields.some(
		({ name, type }) => name === field && type === 'resourceLocator',
	),
);

function findOperation({
	type,
	parameters,
}: EndpointCall['call']): OperationDefinition | undefined {
	if (type === 'vitallyAnalytics') return undefined;

	const resource = RESOURCES.find(({ name }) => name === parameters.resource);

	return resource?.operations.find(({ value }) => value === parameters.operation);
}

describe('an item', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty' });

	it.each(CALLS)('reads the field that picks its record once: $title', async ({ call, field }) => {
		addAllResources(sandbox());
		const param = jest.spyOn(ExecutionItem.prototype, 'param');

		const { error } = await runIn(sandbox(), call);
		const reads = param.mock.calls.filter(([name]) => name === field);

		param.mockRestore();

		expect({ error: error?.message }).toEqual({ error: undefined });
		expect({ readsOfTheField: reads.length }).toEqual({
			readsOfTheField: call.items?.length ?? 1,
		});
	});
});
