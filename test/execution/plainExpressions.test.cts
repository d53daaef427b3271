import { describeOperation } from '../engine/operationCases.cts';
import { throughTool } from '../engine/entryPoints.cts';
import { addAllResources } from '../fixtures/allResources.cts';
import { byId } from '../fixtures/locators.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';

const task = (more: object) => ({
	resource: 'task',
	operation: 'create',
	accountId: byId('acc-1'),
	name: 'Call',
	...more,
});
const given = addAllResources;
const rejected = (more: object, throws: string | RegExp) => ({
	given,
	parameters: task(more),
	throws,
	sends: [],
});

/** Typed into a field that is set to Fixed, an expression is text for n8n. */
describeOperation('an expression in a fixed field', [
	{
		name: 'is an error that names the field',
		...rejected(
			{ name: 'Call {{ $json.name }}' },
			"The expression in 'Name' is not evaluated, because the field is set to Fixed: Call {{ $json.name }}",
		),
	},
	...[
		'{{ $fromAI("name") }}',
		'{{ $if($json.x, "a", "b") }}',
		'{{ "Hi " + $json.name }}',
		'{{ DateTime.now() }}',
		'{{$("Accounts").item.json.name}}',
	].map((name) => ({ name, ...rejected({ name }, `because the field is set to Fixed: ${name}`) })),
	{
		name: 'is none without braces, a name or an end',
		given,
		parameters: task({ name: '$json.x {{ 5 $ }} {{ Date }} {{ $json.x' }),
		returns: [{ name: '$json.x {{ 5 $ }} {{ Date }} {{ $json.x' }],
	},
	{
		name: 'is none in the name of a record that was picked from a list',
		given,
		parameters: task({ accountId: { ...byId('acc-1'), cachedResultName: 'A {{ $json.x }}' } }),
		returns: [{ name: 'Call' }],
	},
	{
		name: 'is an error in a locator',
		...rejected({ accountId: byId("{{ $('Accounts').item.json.id }}") }, /in 'Account' is not/),
	},
	{
		name: 'is an error next to fields with expressions',
		...rejected({ name: '={{ "a" }}', description: 'On {{ $now }}' }, /in 'Description' is not/),
	},
	{
		name: 'is what an expression returns, or data',
		given,
		parameters: task({ name: '={{ $json.template }}' }),
		items: [{ template: 'Call {{ $json.name }}' }],
		returns: [{ name: 'Call {{ $json.name }}' }],
	},
	{
		name: 'is none where it is a trait variable of Vitally',
		given,
		parameters: {
			resource: 'note',
			operation: 'create',
			noteFor: 'account',
			accountId: byId('acc-1'),
			note: 'Plan: {{account.traits.plan}}{{account.traits.DateTime}}',
			noteDate: '2026-01-01',
		},
		then: ({ state }) =>
			expect([...state.notes.all()].at(-1)?.note).toMatch(/^<p>Plan: [^{]*<\/p>$/),
	},
]);

describe('an expression in a fixed field of a tool', () => {
	const sandbox = sandboxOfSuite();

	it('is the same error', async () => {
		const parameters = task({ name: 'Call {{ $json.name }}' });
		await expect(throughTool(sandbox(), { parameters, items: [{}] })).rejects.toThrow(
			"The expression in 'Name' is not evaluated",
		);
		expect(sandbox().requests).toEqual([]);
	});
});
