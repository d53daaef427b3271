import type { IDataObject } from 'n8n-workflow';

import { resourcesOf } from '../engine/declared.cts';
import { NODE } from '../engine/node.cts';
import { callerWith } from './calls.cts';
import { ENDPOINT_CALLS, nameOf, type EndpointCall } from './endpoints.cts';

const run = callerWith();

/** The first call of each operation. */
const OPERATIONS = new Map<string, EndpointCall>();
for (const one of ENDPOINT_CALLS) {
	const name = nameOf(one.call);
	if (!OPERATIONS.has(name)) OPERATIONS.set(name, one);
}
const CALLS = [...OPERATIONS];

const itemsOf = async (
	endpointCall: EndpointCall,
	parameters: Record<string, unknown>,
): Promise<IDataObject[]> => {
	const { outcome } = await run(endpointCall, parameters);
	expect(outcome.error).toBeUndefined();
	return outcome.items(NODE).map(({ json }) => json);
};

/** Operations that return records of their resource. */
const RECORDS = CALLS.filter(([, { call }]) => {
	const { resource, operation } = call.parameters;
	return resourcesOf[call.type ?? 'vitally']
		.find(({ name }) => name === resource)
		?.operations.find(({ value }) => value === operation)
		?.fields.some(({ name }) => name === 'output');
});

it.each(RECORDS)('%s: selected fields keep the ID and the name', async (_title, endpointCall) => {
	const raw = await itemsOf(endpointCall, { output: 'raw' });
	const items = await itemsOf(endpointCall, { output: 'selected', fields: ['traits.plan'] });
	expect(items.map(({ id, name }) => ({ id, name }))).toEqual(
		raw.map(({ name }) => ({ id: expect.any(String), name })),
	);
});
