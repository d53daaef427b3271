import type { IDataObject } from 'n8n-workflow';

import { resultThrough, throughRunner, throughTool } from '../engine/entryPoints.cts';
import type { NodeRun } from '../engine/node.cts';
import { byId } from '../fixtures/locators.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';
import { defineTrait } from '../fixtures/traitDefinitions.cts';

/** The first depth that is an error. */
const LEVELS = 101;
const nested = (levels: number): object => (levels === 1 ? {} : { a: nested(levels - 1) });

/** JSON.stringify and other functions that call themselves fail at some thousands of levels. */
const TEXT = `${'{"a":['.repeat(2500)}${']}'.repeat(2500)}`;

const create = { resource: 'account', operation: 'create', externalId: 'acme', name: 'Acme' };
const mapped = {
	...create,
	traitsMode: 'mapper',
	traitsMapper: {
		mappingMode: 'autoMapInputData',
		schema: [{ id: 'plan', displayName: 'Plan', traitType: 'string', display: true }],
	},
};
const jsonTraits = { ...create, traitsMode: 'json', traitsJson: '={{ $json.value }}' };
const transcript = {
	resource: 'meeting',
	operation: 'setTranscript',
	meetingId: byId('m-1'),
	transcript: '={{ $json.value }}',
};
const conversation = {
	resource: 'conversation',
	operation: 'create',
	externalId: 'c-1',
	subject: 'Hello',
	messagesMode: 'json',
	messagesJson: '={{ $json.value }}',
};
const undo = { resource: 'account', operation: 'undoSync' };
const change = { result: 'updated', resource: 'account', id: 'a-1' };

describe('More than 100 levels of lists and objects', () => {
	const sandbox = sandboxOfSuite();

	const deep = nested(LEVELS) as IDataObject;

	beforeEach(() => defineTrait(sandbox(), 'plan'));

	interface Row {
		field: string;
		what: string;
		parameters: NodeRun['parameters'];
		item?: IDataObject;
	}

	it.each<Row>([
		{ field: 'Traits (JSON)', what: 'text', parameters: jsonTraits, item: { value: TEXT } },
		{ field: 'Traits (JSON)', what: 'an object', parameters: jsonTraits, item: { value: deep } },
		{
			field: 'Traits (JSON)',
			what: 'an object in the workflow',
			parameters: { ...jsonTraits, traitsJson: deep },
			item: {},
		},
		{ field: 'plan', what: 'a mapped column', parameters: mapped, item: { plan: deep } },
		{ field: 'Transcript', what: 'text', parameters: transcript, item: { value: TEXT } },
		{ field: 'Messages (JSON)', what: 'text', parameters: conversation, item: { value: TEXT } },
		{
			field: 'changedFields',
			what: 'text',
			parameters: undo,
			item: { ...change, changedFields: TEXT },
		},
		{
			field: 'changedFields',
			what: 'an object',
			parameters: undo,
			item: { ...change, changedFields: deep },
		},
	])('rejects more than 100 levels before anything is written: $what in $field', async (row) => {
		const run = { parameters: row.parameters, items: [row.item ?? {}] };

		const { error, requests } = await resultThrough(throughRunner, sandbox(), run);

		expect(error?.message).toBe(
			`The value of '${row.field}' has more than 100 levels of lists and objects [item 0]`,
		);
		expect(requests.filter(({ method }) => method !== 'GET')).toEqual([]);
	});

	it('rejects more than 100 levels before anything is sent as a tool', async () => {
		const run = { parameters: { ...jsonTraits, traitsJson: TEXT } };

		const { error, requests } = await resultThrough(throughTool, sandbox(), run);

		expect(error?.message).toBe(
			"The value of 'Traits (JSON)' has more than 100 levels of lists and objects [item 0]",
		);
		expect(requests).toEqual([]);
	});

	it('sends 100 levels', async () => {
		const traits = nested(LEVELS - 1);
		const run = { parameters: jsonTraits, items: [{ value: traits as never }] };

		const { requests } = await resultThrough(throughRunner, sandbox(), run);

		expect(requests.find(({ method }) => method === 'POST')?.body).toMatchObject({ traits });
	});

	it.each([
		{
			status: 200,
			body: { id: 'a-1', traits: deep },
			message: 'The response is not a Vitally record',
		},
		{
			status: 400,
			body: { id: 'a-1', error: deep, traits: deep },
			message: 'Vitally rejected this item: JSON of more than 100 levels',
		},
	])(
		'rejects a response of status $status with more than 100 levels',
		async ({ status, body, message }) => {
			sandbox().faults.add({ kind: 'status', status, body });
			const parameters = { resource: 'account', operation: 'get', accountId: byId('a-1') };

			const { error } = await resultThrough(throughRunner, sandbox(), { parameters });

			expect(error?.message).toBe(`${message} [item 0]`);
		},
	);
});
