import type { IDataObject } from 'n8n-workflow';

import { resultThrough, throughRunner, throughTool } from '../engine/entryPoints.cts';
import type { NodeRun } from '../engine/node.cts';
import { byId } from '../fixtures/locators.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';

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

	const deep = nested(LEVELS);

	it.each<[field: string, what: string, parameters: NodeRun['parameters'], item?: object]>([
		['Traits (JSON)', 'text', jsonTraits, { value: TEXT }],
		['Traits (JSON)', 'text as a tool', { ...jsonTraits, traitsJson: TEXT }],
		['Traits (JSON)', 'an object', jsonTraits, { value: deep }],
		['Traits (JSON)', 'an object in the workflow', { ...jsonTraits, traitsJson: deep }, {}],
		['plan', 'a mapped column', mapped, { plan: deep }],
		['Transcript', 'text', transcript, { value: TEXT }],
		['Messages (JSON)', 'text', conversation, { value: TEXT }],
		['changedFields', 'text', undo, { ...change, changedFields: TEXT }],
		['changedFields', 'an object', undo, { ...change, changedFields: deep }],
	])('in %s, %s: an error before anything is sent', async (field, what, parameters, ...items) => {
		const entryPoint = what.endsWith('tool') ? throughTool : throughRunner;
		const run = { parameters, items: items as IDataObject[] };
		const { error, requests } = await resultThrough(entryPoint, sandbox(), run);

		expect(error?.message).toContain(`The value of '${field}' has more than 100 levels`);
		expect(requests).toEqual([]);
	});

	it('100 levels are sent', async () => {
		const traits = nested(LEVELS - 1);
		const run = { parameters: jsonTraits, items: [{ value: traits as never }] };
		const { requests } = await resultThrough(throughRunner, sandbox(), run);

		expect(requests.map(({ body }) => body)).toMatchObject([{ traits }]);
	});

	it.each([
		[200, 'The response is not a Vitally record'],
		[400, 'Vitally rejected this item: JSON of more than 100 levels'],
	])('in a response of status %i: %s', async (status, text) => {
		const body = {
			id: 'a-1',
			error: status === 200 ? undefined : nested(LEVELS),
			traits: nested(LEVELS),
		};

		sandbox().faults.add({ kind: 'status', status, body });
		const parameters = { resource: 'account', operation: 'get', accountId: byId('a-1') };
		const { error } = await resultThrough(throughRunner, sandbox(), { parameters });

		expect(error?.message).toContain(text);
	});
});
