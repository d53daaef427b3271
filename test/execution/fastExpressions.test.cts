import fc from 'fast-check';
import {
	createRunExecutionData,
	Expression,
	type IDataObject,
	type NodeParameterValueType,
	type Workflow,
} from 'n8n-workflow';

import { resolvePlain } from '../../nodes/Vitally/execution/plainExpressions';
import { openWorkflow } from '../engine/engine.cts';
import { NODE, nodeWorkflow } from '../engine/node.cts';

const field = fc.oneof(
	fc.constantFrom('id', 'plan', 'Account ID', 'häuser', 'length', 'isEmpty', 'json', 'a-b', "it's"),
	fc.string({ maxLength: 6 }),
);
const plain = fc.oneof(
	fc.string(),
	fc.constantFrom('', '5', '=x', '{{ 1 }}', '2026-01-05T00:00:00Z'),
	fc.double({ noNaN: true, noDefaultInfinity: true }),
	fc.boolean(),
	fc.constant(null),
);
const input = fc.dictionary(
	field,
	fc.oneof(plain, fc.dictionary(field, plain, { maxKeys: 2 }), fc.array(plain, { maxLength: 2 })),
	{ maxKeys: 4 },
);

/** An expression that names a field of the input, there or not, as people write it. */
const expression = (json: IDataObject) => {
	const names = Object.entries(json).flatMap(([key, value]) => [
		[key],
		...Object.keys(Object(value)).map((below) => [key, below]),
	]);
	return fc
		.record({
			path: fc.oneof(
				fc.constantFrom(...names, ['id']),
				fc.array(field, { minLength: 1, maxLength: 2 }),
			),
			form: fc.constantFrom('dot', 'double', 'single'),
			space: fc.constantFrom('', ' '),
		})
		.map(({ path, form, space }) => {
			const steps = path.map((name) => {
				if (form === 'dot') return `.${name}`;
				return form === 'double' ? `["${name}"]` : `['${name}']`;
			});
			return `={{${space}$json${steps.join('')}${space}}}`;
		});
};

/** Parameters as the editor stores them: a value, a record that is picked, rows of fields. */
const stored = (json: IDataObject) => {
	const leaf = fc.oneof(expression(json), fc.constantFrom('text', 5, true));
	return fc.oneof(
		leaf,
		fc.record({ __rl: fc.constant(true), mode: fc.constant('id'), value: leaf }),
		fc.record({ trait: fc.array(fc.record({ key: leaf, stringValue: leaf }), { maxLength: 3 }) }),
	);
};

describe('Fields of the input item', () => {
	describe.each(['legacy', 'quickjs'] as const)('with %s expressions', (engine) => {
		let expressions: Workflow['expression'];

		beforeAll(async () => {
			await Expression.initExpressionEngine({
				engine,
				poolSize: 1,
				maxCodeCacheSize: 1024,
				bridgeTimeout: 5000,
				bridgeMemoryLimit: 128,
			});
			const node = nodeWorkflow({ parameters: {} });
			({ expression: expressions } = (await openWorkflow(node, { credentials: {} })).workflow);
			await expressions.acquireIsolate();
		});
		afterAll(async () => {
			await expressions.releaseIsolate();
			await Expression.disposeExpressionEngine();
			Expression.setExpressionEngine('legacy');
		});

		/** What n8n makes of a stored parameter for an item. */
		const n8nReads = (stored: unknown, json: IDataObject): unknown => {
			const parameter = stored as NodeParameterValueType;
			const run = createRunExecutionData();
			return expressions.getParameterValue(parameter, run, 0, 0, NODE, [{ json }], 'manual', {});
		};

		it('are read as n8n reads them', () => {
			let count = 0;
			fc.assert(
				fc.property(
					input.chain((json) => fc.tuple(fc.constant(json), stored(json as IDataObject))),
					([json, parameter]) => {
						const value = resolvePlain(parameter, json as IDataObject);
						if (value === undefined) return;
						count++;
						expect(value).toEqual(n8nReads(parameter, json as IDataObject));
					},
				),
				{ numRuns: engine === 'legacy' ? 400 : 200 },
			);
			expect(count).toBeGreaterThan(20);
		});
	});

	it.each([
		'={{ $json.a }} ',
		'=x{{ $json.a }}',
		'={{ $json.a + 1 }}',
		'={{ $json.a }}{{ $json.a }}',
		'={{ $json }}',
		'={{ $json.a() }}',
		'={{ $json.list[0] }}',
		'={{ $("Start").item.json.a }}',
		'={{ $json["a\\u0062"] }}',
		{ nested: ['={{ $json.a }}', '={{ $now }}'] },
	])('leaves %j to n8n', (parameter) => {
		expect(resolvePlain(parameter, { a: 'x', ab: 'y', list: ['z'] })).toBeUndefined();
	});

	it.each([
		['a field that is not there', {}],
		['an object', { a: { b: 1 } }],
		['a list', { a: [1] }],
		['a date', { a: new Date(0) as unknown as string }],
		['no number', { a: Number.NaN }],
	])('leaves %s to n8n', (_, json) => {
		expect(resolvePlain('={{ $json.a }}', json as IDataObject)).toBeUndefined();
	});
});
