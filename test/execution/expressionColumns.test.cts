import { columnsInExpression } from '../../nodes/Vitally/execution/parameters/expressionColumns';
import { firstJsonOf } from '../engine/itemLines.cts';
import { credentialsFor, runNode } from '../engine/node.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';

/** The forms that n8n resolves from the input item, each with the column that it contains. */
const FORMS = [
	{ column: 'crm', expression: '$json.crm' },
	{ column: 'crm', expression: '$json?.crm' },
	{ column: 'crm', expression: '$json . crm' },
	{ column: 'crm', expression: "$json['crm']" },
	{ column: 'crm', expression: '$json["crm"]' },
	{ column: 'crm', expression: '$json?.["crm"]' },
	{ column: 'crm', expression: '$json[`crm`]' },
	{ column: 'crm', expression: '$json["\\u0063rm"]' },
	{ column: 'crm', expression: '$json["\\u{63}\\x72m"]' },
	{ column: 'crm', expression: '$json.\\u0063rm' },
	{ column: 'crm', expression: '$json.\\u{63}rm' },
	{ column: 'crm', expression: '$input.item.json.crm' },
	{ column: 'crm', expression: '$input.item.json["crm"]' },
	{ column: 'crm', expression: '$input["item"]?.json.crm' },
	{ column: 'crm', expression: '$data.crm' },
	{ column: 'crm', expression: '$data["crm"]' },
	{ column: 'crm', expression: '($json.crm ?? "").trim()' },
	{ column: 'Schlüssel', expression: '$json.Schlüssel' },
	{ column: '客户', expression: '$json.客户' },
	{ column: '$id', expression: '$json.$id' },
	{ column: '2026', expression: '$json[2026]' },
	{ column: 'Account ID', expression: '$json["Account ID"]' },
	{ column: "kunde's id", expression: "$json['kunde\\'s id']" },
	{ column: "kunde's id", expression: '$json["kunde\'s id"]' },
	{ column: 'line\nbreak', expression: '$json["line\\nbreak"]' },
	...Object.entries({ b: '\b', f: '\f', r: '\r', t: '\t', v: '\v', 0: '\0' }).map(
		([escape, character]) => ({
			column: `a${character}b`,
			expression: `$json["a\\${escape}b"]`,
		}),
	),
	{ column: 'price $', expression: '$json[`price $`]' },
];

describe('a column in an expression of another field', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty' });
	const name = { id: 'name', displayName: 'Name', type: 'string' };

	it.each(FORMS)('becomes no trait: $expression', async ({ column, expression }) => {
		const parameters = {
			resource: 'account',
			operation: 'create',
			externalId: `={{ ${expression} }}`,
			name: 'Acme',
			traitsMode: 'mapper',
			traitsMapper: { mappingMode: 'autoMapInputData', value: null, schema: [name] },
			options: { dryRun: true, columnsWithoutTrait: 'create' },
		};
		const items = [{ [column]: 'a1', plan: 'gold' }];

		const outcome = await runNode(
			{ parameters, items },
			{ credentials: credentialsFor(sandbox()) },
		);

		expect({ error: outcome.error?.message }).toEqual({ error: undefined });

		const { error, body } = firstJsonOf(outcome);

		expect({ error, body }).toEqual({
			error: undefined,
			body: { externalId: 'a1', name: 'Acme', traits: { plan: 'gold' } },
		});
	});
});

describe('columnsInExpression', () => {
	it.each([
		'={{ $jsonOther.crm }}',
		'={{ my$json.crm }}',
		'={{ $("Sheet").item.json.crm }}',
		'={{ $input.all()[0].json.crm }}',
		'={{ $json[`crm${ 1 }`] }}',
		'={{ $json[key] }}',
		'={{ Object.keys($json) }}',
	])('finds no column in %s', (expression) => {
		expect(columnsInExpression(expression)).toEqual([]);
	});

	it('finds all columns that an expression contains', () => {
		const expression = '={{ $json.a + $json["b"].c }} and {{ $input.item.json.d }}';

		expect(columnsInExpression(expression)).toEqual(['a', 'b', 'd']);
	});
});
