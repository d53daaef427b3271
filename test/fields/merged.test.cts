import type { INodeProperties } from 'n8n-workflow';

import { additionalCollection, optionCollection } from '../../nodes/Vitally/fields/collections';
import { mergeCollections } from '../../nodes/Vitally/fields/merged';

const selector = (resource: string, operations: string[]): INodeProperties => ({
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	options: operations.map((value) => ({ name: value, value })),
	default: operations[0],
	displayOptions: { show: { resource: [resource] } },
});
const text = (displayName: string, name: string): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	default: '',
});
const on = (resource: string, operation: string[]) => ({ resource: [resource], operation });
const entriesOf = ({ options = [] }: INodeProperties) => options as INodeProperties[];

describe('mergeCollections', () => {
	const selectors = [selector('a', ['create', 'get']), selector('b', ['create', 'update'])];

	it('makes one field where all operations have one, each entry shown where it was', () => {
		const [merged, ...others] = mergeCollections([
			...selectors,
			optionCollection(on('a', ['create', 'get']), [text('Only A', 'onlyA')]),
			optionCollection(on('b', ['create', 'update']), [text('Only B', 'onlyB')]),
		]).slice(selectors.length);
		expect(others).toEqual([]);
		expect(merged.displayOptions?.show).toEqual({
			resource: ['a', 'b'],
			operation: ['create', 'get', 'update'],
		});
		expect(entriesOf(merged)).toMatchObject([
			{
				name: 'onlyA',
				displayOptions: { show: { '/resource': ['a'], '/operation': ['create', 'get'] } },
			},
			{ name: 'onlyB', displayOptions: { show: { '/resource': ['b'] } } },
		]);
	});

	it('keeps fields apart whose union would show for an operation that has none', () => {
		const apart = [
			additionalCollection(on('a', ['create', 'get']), [text('One', 'one')]),
			additionalCollection(on('b', ['update']), [text('Two', 'two')]),
		];
		// Together they would show for b create, with nothing to add.
		expect(mergeCollections([...selectors, selector('c', ['create']), ...apart])).toEqual(
			expect.arrayContaining(apart),
		);
	});

	it('offers an entry once that several have, and keeps the conditions of its own', () => {
		const flag = { ...text('Flag', 'flag'), displayOptions: { show: { '/scope': ['all'] } } };
		const [merged] = mergeCollections([
			...selectors,
			optionCollection(on('a', ['create', 'get']), [flag, text('Wait', 'wait')]),
			optionCollection(on('b', ['create', 'update']), [text('Wait', 'wait')]),
		]).slice(selectors.length);
		expect(entriesOf(merged).map(({ name }) => name)).toEqual(['flag', 'wait']);
		expect(entriesOf(merged)[0].displayOptions?.show).toMatchObject({
			'/scope': ['all'],
			'/resource': ['a'],
		});
		expect(entriesOf(merged)[1].displayOptions?.show).toMatchObject({ '/resource': ['a', 'b'] });
	});

	it('leaves everything else as it is, in its order', () => {
		const properties = [...selectors, text('Name', 'name')];
		expect(mergeCollections(properties)).toEqual(properties);
	});
});
