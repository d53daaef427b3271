import type { IDataObject } from 'n8n-workflow';

import { callerWith } from '../contract/callOperation.cts';
import { ENDPOINT_CALLS, titleOf, type EndpointCall } from '../contract/endpoints.cts';
import { NODE } from '../engine/node.cts';
import { byExternalId } from '../fixtures/locators.cts';

const run = callerWith();

/** Runs an update to which Vitally answers with nothing. */
const outputOf = async (endpointCall: EndpointCall, parameters: object = {}) => {
	const { method } = endpointCall.endpoint;
	const { outcome } = await run(
		endpointCall,
		{ ...parameters, output: 'raw' },
		{ prepare: ({ faults }) => faults.add({ kind: 'status', status: 204, on: { method } }) },
	);

	return { error: outcome.error?.message, items: outcome.items(NODE).map(({ json }) => json) };
};

/** The changes of a record that is picked by its Vitally ID. */
const CHANGES = ENDPOINT_CALLS.filter(
	({ call: { type, parameters } }) =>
		type === undefined && /^(update|complete|move)$/.test(parameters.operation),
).map((endpointCall) => {
	const { resource } = endpointCall.call.parameters;
	const { value: id } = endpointCall.call.parameters[`${resource}Id`] as { value: string };

	return { title: titleOf(endpointCall), endpointCall, id };
});

describe('a change that Vitally answers with nothing', () => {
	it.each(CHANGES)('returns the ID of the record: $title', async ({ endpointCall, id }) => {
		const { error, items } = await outputOf(endpointCall);

		expect({ error, ids: items.map((item) => item.id) }).toEqual({ error: undefined, ids: [id] });
	});

	it.each(CHANGES.filter(({ title }) => title.includes(' update ')))(
		'returns what was sent: $title',
		async ({ endpointCall }) => {
			const updateFields = endpointCall.call.parameters.updateFields as IDataObject;
			const [name] = Object.keys(updateFields);

			const { items } = await outputOf(endpointCall);

			expect(items.map((item) => ({ [name]: item[name] }))).toEqual([
				{ [name]: updateFields[name] },
			]);
		},
	);

	it.each([
		{ kind: 'account', externalId: 'A1', id: undefined, found: 'by the path alone' },
		{ kind: 'conversation', externalId: 'T1', id: 'c-1', found: 'in the list' },
		{ kind: 'note', externalId: 'N1', id: 'n-1', found: 'by a read' },
		{ kind: 'customObjectInstance', externalId: 'I1', id: 'i-1', found: 'by a search' },
	])('returns the ID of a $kind that was found $found: $id', async ({ kind, externalId, id }) => {
		const change = CHANGES.find(({ title }) => title.startsWith(`vitally ${kind} update `));
		if (!change) throw new Error(`There is no update of ${kind}`);

		const { error, items } = await outputOf(change.endpointCall, {
			[`${kind}Id`]: byExternalId(externalId),
		});

		expect({ error, ids: items.map((item) => item.id) }).toEqual({ error: undefined, ids: [id] });
	});
});
