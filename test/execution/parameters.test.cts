import type { IDataObject } from 'n8n-workflow';

import {
	columnsInOtherFields,
	ResolvedParameters,
	resolvedValue,
} from '../../nodes/Vitally/execution/parameters/parameters';
import { runIn } from '../engine/node.cts';
import { errorOf } from '../errors/thrownError.cts';
import { addAllResources } from '../fixtures/allResources.cts';
import { byId } from '../fixtures/locators.cts';
import { linesOfRequests } from '../fixtures/requests.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';
import { writesOf } from '../nodes/account/syncCases.cts';

/** The parameters of an item, of which n8n resolves one. */
const parametersWith = (name: string, value: unknown, stored: Record<string, unknown> = {}) =>
	new ResolvedParameters((read) => (read === name ? value : undefined), stored, 'UTC');

describe('a parameter of an item', () => {
	it.each([
		{ what: 'its value', options: { limit: 5 }, value: 5 },
		{ what: 'null where its expression has no result', options: { limit: undefined }, value: null },
		{ what: 'null where its expression returns null', options: { limit: null }, value: null },
		{ what: 'an empty text where its expression returns one', options: { limit: '' }, value: '' },
		{ what: 'the default where it is not set', options: { other: 5 }, value: 'default' },
		{ what: 'the default where the group is not set', options: undefined, value: 'default' },
		{ what: 'the default where the group is null', options: null, value: 'default' },
		{ what: 'the default where the group is empty', options: '', value: 'default' },
	])('returns below a group $what', ({ options, value }) => {
		const parameters = parametersWith('options', options);

		expect(parameters.param('options.limit', 'default')).toEqual(value);
	});

	it('ends in an error below a group whose expression returns no object', () => {
		const parameters = parametersWith('options', 'many');

		expect(errorOf(() => parameters.param('options.limit'))).toEqual({
			class: 'VitallyError',
			message: 'The value "many" of \'Options\' is not a group of fields',
			description:
				'Add the fields in the editor, or let the expression return an object with their names.',
			facts: { field: 'Options' },
		});
	});

	it('counts as null at the top where its expression has no result', () => {
		expect(resolvedValue('Name', undefined)).toBeNull();
	});

	it('needs one resolution, however often it is read', () => {
		const resolve = jest.fn(() => ({ limit: 5 }));
		const parameters = new ResolvedParameters(resolve, {}, 'UTC');

		parameters.param('options.limit');
		parameters.param('options.other');
		parameters.param('options');

		expect(resolve.mock.calls).toEqual([['options']]);
	});

	it.each([
		{ stored: '={{ $json.a }}', isExpression: true, what: 'a text that begins with =' },
		{ stored: { a: ['={{ $json.a }}'] }, isExpression: true, what: 'one in a list of a group' },
		{
			stored: { a: 1, b: '={{ $json.a }}' },
			isExpression: true,
			what: 'a group whose last field is one',
		},
		{
			stored: { a: '={{ $json.a }}', b: 1 },
			isExpression: true,
			what: 'a group whose first field is one',
		},
		{
			stored: ['a', '={{ $json.a }}'],
			isExpression: true,
			what: 'a list of which one entry is one',
		},
		{ stored: { a: 'b', c: 'd = e' }, isExpression: false, what: 'a group of fixed texts' },
		{ stored: null, isExpression: false, what: 'null' },
		{ stored: 'a = b', isExpression: false, what: 'a text with = in the middle' },
		{ stored: { a: 1, b: null }, isExpression: false, what: 'a group without one' },
		{ stored: undefined, isExpression: false, what: 'a parameter that is not set' },
	])('tells whether it is an expression: $what', ({ stored, isExpression }) => {
		const parameters = parametersWith('field', undefined, { field: stored });

		expect({ isExpression: parameters.isExpression('field') }).toEqual({ isExpression });
	});
});

describe('the columns that other fields use', () => {
	const stored = {
		name: '={{ $json.title }}',
		options: { rows: ['={{ $json.owner }}'] },
		traits: '={{ $json.plan }}',
		text: '$json.none',
	};

	it.each([
		{ field: 'traits', columns: ['title', 'owner'] },
		{ field: 'name', columns: ['owner', 'plan'] },
	])('come from all expressions but its own, at every level: $field', ({ field, columns }) => {
		expect([...columnsInOtherFields(stored)(field)]).toEqual(columns);
	});
});

describe('an option whose expression has no result', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty' });

	it('keeps a user from being deleted now, whose date was to be in a column', async () => {
		addAllResources(sandbox());
		const { error } = await runIn(sandbox(), {
			parameters: {
				resource: 'user',
				operation: 'delete',
				confirmPermanentDelete: true,
				userId: byId('user-1'),
				options: { deleteOn: '={{ $json.leavesOn }}' },
			},
			items: [{ id: 1 } as IDataObject],
		});

		expect({ written: linesOfRequests({ requests: writesOf(sandbox()) }) }).toEqual({
			written: [],
		});
		expect(error?.message).toBe("'Delete On' is empty, so nothing was done [item 0]");
	});
});
