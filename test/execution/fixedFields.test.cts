import { assertExpressionResolved } from '../../nodes/Vitally/fields/readers';
import { resultThrough, throughRunner, throughTool } from '../engine/entryPoints.cts';
import { byId } from '../fixtures/locators.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';

/** Typed into a field that is set to Fixed, an expression is text for n8n. */
describe('an expression in a fixed field', () => {
	const sandbox = sandboxOfSuite();

	it.each([
		['Name', 'Call {{ $json.name }}'],
		['Name', '{{ $fromAI("name") }}'],
		['Name', '{{ $if($json.x, "a", "b") }}'],
		['Name', '{{ "Hi " + $json.name }}'],
		['Name', '{{ DateTime.now() }}'],
		['Name', '{{$("Accounts").item.json.name}}'],
		['Name', byId("{{ $('Accounts').item.json.id }}")],
		['Plan', { plan: ['{{ $now }}'] }],
	])('is an error that names the field %s: %j', (label, stored) => {
		expect(() => assertExpressionResolved('name', stored)).toThrow(
			`The expression in '${label}' is not evaluated, because the field is set to Fixed: `,
		);
	});

	it.each([
		['an expression', '={{ $json.name }}'],
		['text without braces, a name or an end', '$json.x {{ 5 $ }} {{ Date }} {{ $json.x'],
		['the name of a picked record', { ...byId('acc-1'), cachedResultName: 'A {{ $json.x }}' }],
		['a trait variable of Vitally', '{{account.traits.plan}}{{account.traits.DateTime}}'],
	])('is not %s', (_, stored) => {
		expect(() => assertExpressionResolved('name', stored)).not.toThrow();
	});

	const task = { resource: 'task', operation: 'create', name: '={{ $json.template }}' };

	it.each([
		['a workflow', throughRunner],
		['a tool', throughTool],
	])('is an error next to fields with expressions in %s', async (_, entryPoint) => {
		const parameters = { ...task, accountId: byId('acc-1'), description: 'On {{ $now }}' };
		const run = { parameters, items: [{ template: 'Call' }] };
		const { error, requests } = await resultThrough(entryPoint, sandbox(), run);
		expect(error?.message).toMatch("The expression in 'Description' is not evaluated");
		expect(requests).toEqual([]);
	});

	it('is what an expression returns, or data', async () => {
		const [{ id }] = sandbox().state.accounts.all();
		const items = [{ template: 'Call {{ $json.name }}' }];
		const run = { parameters: { ...task, accountId: byId(id) }, items };
		const { requests } = await resultThrough(throughRunner, sandbox(), run);
		expect(requests.at(-1)?.body).toMatchObject({ name: 'Call {{ $json.name }}' });
	});
});
