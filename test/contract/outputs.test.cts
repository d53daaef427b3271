import type { IDataObject } from 'n8n-workflow';

import { resourcesOf } from '../engine/declared.cts';
import { NODE } from '../engine/node.cts';
import { schemaOf } from '../engine/operationCases.cts';
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

/** What is there only where something happened, and what is empty for a kind of row, stays away. */
const ONLY_SOMETIMES = /^(strippedHtml|deleteOn)$/;
/** Not in the response to a creation, so it is there only if it was sent. */
const ONLY_IF_SENT: Record<string, RegExp> = {
	'vitally project create': /^(targetCompletionDate|organizationId|organizationName)$/,
};
const HAS_COLUMNS_OF_ITS_OWN = /sync|applyChanges|undoSync|^vitallyAnalytics|^vitally customField/;

describe('what the editor promises is in the output', () => {
	const PROMISES = CALLS.filter(([title]) => !HAS_COLUMNS_OF_ITS_OWN.test(title));

	it.each(PROMISES)('%s', async (title, endpointCall) => {
		const promised = Object.keys(schemaOf(endpointCall.call)?.properties ?? {});
		const items = await itemsOf(endpointCall, {});
		const missing = items.flatMap((item) => promised.filter((name) => !(name in item)));
		const others = missing.filter((name) => !ONLY_IF_SENT[title]?.test(name));
		expect(others.filter((name) => !ONLY_SOMETIMES.test(name))).toEqual([]);
	});
});

it.each(RECORDS)('%s: no list of a simplified record holds an object', async (_title, one) => {
	const items = await itemsOf(one, { output: 'simplified' });
	const entries = items.flatMap((item) => Object.values(item).filter(Array.isArray).flat());
	expect(entries.filter((entry) => typeof entry === 'object')).toEqual([]);
});

it.each(RECORDS)('%s: selected fields keep the ID and the name', async (_title, endpointCall) => {
	const raw = await itemsOf(endpointCall, { output: 'raw' });
	const items = await itemsOf(endpointCall, { output: 'selected', fields: ['traits.plan'] });
	expect(items.map(({ id, name }) => ({ id, name }))).toEqual(
		raw.map(({ name }) => ({ id: expect.any(String), name })),
	);
});
