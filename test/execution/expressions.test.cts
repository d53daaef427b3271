import {
	createRunExecutionData,
	type IDataObject,
	type NodeParameterValueType,
	type Workflow,
} from 'n8n-workflow';

import { plainReader } from '../../nodes/Vitally/execution/parameters/plainExpressions';
import { openWorkflow } from '../engine/engine.cts';
import { resultThrough, throughRunner, throughTool } from '../engine/entryPoints.cts';
import { EXPRESSION_ENGINES, useExpressionEngine } from '../engine/expressionEngine.cts';
import { NODE, nodeWorkflow } from '../engine/node.cts';
import { moreThan } from '../fixtures/bounds.cts';
import { byId } from '../fixtures/locators.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';

const FIELDS = ['id', 'Account ID', 'häuser', 'length', 'isEmpty', 'json', 'a-b', "it's"];
const VALUES = [
	'x',
	'',
	'5',
	'=x',
	'{{ 1 }}',
	'2026-01-05T00:00:00Z',
	5,
	-0.5,
	1e21,
	true,
	false,
	null,
	[1],
	{ id: 'below', 'Account ID': 7, length: null },
];

/** Expressions that name a field of the input, there or not, as people write them. */
const EXPRESSIONS = FIELDS.flatMap((name) => [[name], ['id', name], [name, 'id']]).flatMap((path) =>
	[
		(name: string) => `.${name}`,
		(name: string) => `["${name}"]`,
		(name: string) => `['${name}']`,
	].map((step, index) => {
		const space = index === 1 ? '' : ' ';

		return `={{${space}$json${path.map(step).join('')}${space}}}`;
	}),
);

const readPlain = (stored: unknown, json: IDataObject) => plainReader(stored)?.(json);

/** Parameters as the editor stores them: a value, a record that is picked, rows of fields. */
const STORED_FORMS = [
	(expression: string) => expression,
	(expression: string) => ({ __rl: true, mode: 'id', value: expression }),
	(expression: string) => ({
		trait: [
			{ key: 'text', stringValue: expression },
			{ key: expression, numberValue: 5 },
		],
	}),
];

describe('plainReader', () => {
	it.each([
		{ group: 'a list', stored: ['={{ $json.a }}', '={{ $now }}'] },
		{ group: 'fields', stored: { plain: '={{ $json.a }}', other: '={{ $now }}' } },
		{ group: 'rows', stored: { row: [{ key: 'k', plain: '={{ $json.a }}', other: '=x{{ 1 }}' }] } },
	])('leaves to n8n as a whole $group of which n8n has to resolve a part', ({ stored }) => {
		expect({ read: readPlain(stored, { a: 'x' }) }).toEqual({ read: undefined });
	});

	it.each([
		{ value: 'a value that is there', json: { a: 'x' }, read: 'x' },
		{ value: 'an empty text', json: { a: '' }, read: '' },
		{ value: 'null', json: { a: null }, read: null },
		{ value: 'false', json: { a: false }, read: false },
		{ value: 'a value that is missing', json: {}, read: undefined },
	])('reads without n8n only what n8n would return unchanged: $value', ({ json, read }) => {
		expect(readPlain('={{ $json.a }}', json)).toBe(read);
	});

	describe.each(EXPRESSION_ENGINES)("plainReader, compared with n8n's %s expressions", (engine) => {
		let expressions: Workflow['expression'];

		useExpressionEngine(engine);

		beforeAll(async () => {
			const node = nodeWorkflow({ parameters: {} });

			const { workflow } = await openWorkflow(node, { credentials: {} });

			expressions = workflow.expression;
			await expressions.acquireIsolate();
		});

		afterAll(async () => await expressions.releaseIsolate());

		/** What n8n makes of a stored parameter for an item. */
		const n8nReads = (stored: unknown, json: IDataObject): unknown => {
			const parameter = stored as NodeParameterValueType;
			const run = createRunExecutionData();

			return expressions.getParameterValue(parameter, run, 0, 0, NODE, [{ json }], 'manual', {});
		};

		it('reads fields of the input item as n8n does', () => {
			let count = 0;

			for (const [index, expression] of EXPRESSIONS.entries()) {
				for (const [shift, value] of VALUES.entries()) {
					const json = {
						id: value,
						[FIELDS[(index + shift) % FIELDS.length]]: value,
					} as IDataObject;
					const toStored = STORED_FORMS[(index + shift) % STORED_FORMS.length];
					const parameter = toStored(expression);
					const read = readPlain(parameter, json);
					if (read === undefined) continue;

					count++;

					expect({ parameter, json, read }).toEqual({
						parameter,
						json,
						read: n8nReads(parameter, json),
					});
				}
			}

			expect({ expressionsThatWereRead: count }).toEqual({ expressionsThatWereRead: moreThan(50) });
		});
	});

	it.each([
		'={{ $json.a }} ',
		'=x{{ $json.a }}',
		'=id={{ $json.a }}',
		'={{ $json.a + 1 }}',
		'={{ $json.a }}{{ $json.a }}',
		'={{ $json }}',
		'={{ $json.a() }}',
		'={{ $json.list[0] }}',
		'={{ $("Start").item.json.a }}',
		'={{ $json["a\\u0062"] }}',
		{ nested: ['={{ $json.a }}', '={{ $now }}'] },
	])('leaves %j to n8n', (parameter) => {
		const hasReader = plainReader(parameter) !== undefined;
		const value = readPlain(parameter, { a: 'x', ab: 'y', list: ['z'] });

		expect({ hasReader, value }).toEqual({ hasReader: true, value: undefined });
	});

	it('reads fields below objects', () => {
		const value = readPlain('={{ $json.a["b c"].d }}', { a: { 'b c': { d: 5 } } });

		expect({ value }).toEqual({ value: 5 });
	});

	it('reads fields for each item, also after one whose value is the text of the expression', () => {
		const stored = { columns: [{ id: 'x' }], values: { a: '={{ $json.a }}' } };
		const read = plainReader(stored);

		const values = ['={{ $json.a }}', 'x', 'y'];

		expect(values.map((a) => read?.({ a }))).toEqual(
			values.map((a) => ({ ...stored, values: { a } })),
		);

		expect(plainReader(stored.columns)).toBeUndefined();
	});

	it.each([
		['a field that is not there', {}],
		['an object', { a: { b: 1 } }],
		['a list', { a: [1] }],
		['a date', { a: new Date(0) as unknown as string }],
		['no number', { a: Number.NaN }],
	])('leaves %s to n8n', (_, json) => {
		const value = readPlain('={{ $json.a }}', json as IDataObject);

		expect({ value }).toEqual({ value: undefined });
	});
});

/** Typed into a field that is set to Fixed, an expression is text for n8n. */
describe('an expression in a fixed field', () => {
	const sandbox = sandboxOfSuite();

	const task = { resource: 'task', operation: 'create', name: '={{ $json.template }}' };

	it.each([
		{ where: 'a workflow', entryPoint: throughRunner },
		{ where: 'a tool', entryPoint: throughTool },
	])('ends the item in an error before anything is sent in $where', async ({ entryPoint }) => {
		const parameters = { ...task, accountId: byId('acc-1'), taskDescription: 'On {{ $now }}' };
		const run = { parameters, items: [{ template: 'Call' }] };

		const { error, requests } = await resultThrough(entryPoint, sandbox(), run);

		expect(error?.message ?? 'no error').toMatch(
			"The expression in 'Description' is not evaluated",
		);
		expect(requests).toEqual([]);
	});

	it('leaves braces alone that an expression returns, or that are data', async () => {
		const [{ id }] = sandbox().state.accounts.all();
		const items = [{ template: 'Call {{ $json.name }}' }];
		const run = { parameters: { ...task, accountId: byId(id) }, items };

		const { requests } = await resultThrough(throughRunner, sandbox(), run);

		expect(requests.at(-1)?.body).toMatchObject({ name: 'Call {{ $json.name }}' });
	});
});
