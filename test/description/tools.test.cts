import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { moreThan } from '../fixtures/bounds.cts';
import { differencesOfSets, SAME_SET } from '../fixtures/differences.cts';
import { builtNodes } from './nodeDescriptions.cts';

type Entry = INodeProperties | INodePropertyOptions;

/** Whether n8n's editor leaves it out of a tool (n8n 2.41). */
const isHidden = ({ displayOptions }: Entry) =>
	JSON.stringify(displayOptions?.show?.['@tool']) === '[false]';

/** Returns the names of hidden fields and options, and of operations as `resource operation`. */
const hiddenIn = (className: string): string[] =>
	builtNodes
		.filter((node) => node.className === className)
		.flatMap(({ description: { properties } }) => properties)
		.flatMap((property) => {
			const options = ((property.options ?? []) as Entry[]).filter(isHidden);
			const resource = String(property.displayOptions?.show?.resource?.[0]);
			const names = options.map((option) =>
				property.name === 'operation' && 'value' in option
					? `${resource} ${option.value}`
					: option.name,
			);

			return isHidden(property) ? [property.name, ...names] : names;
		});

it('the nodes that act are tools, the triggers are not', () => {
	const tools = builtNodes.filter(({ description }) => description.usableAsTool);

	expect(tools.map(({ className }) => className)).toEqual(['Vitally', 'VitallyAnalytics']);
});

it('no parameter of a node has one of the names that n8n keeps for the tool itself', () => {
	// n8n 2.41 keeps these names for the tool itself.
	const kept = ['description', 'toolName', 'toolDescription'];
	const names = builtNodes.flatMap(({ description }) =>
		description.properties.map(({ name }) => name),
	);

	expect({ parameters: names.length }).toEqual({ parameters: moreThan(100) });
	expect(names.filter((name) => kept.includes(name))).toEqual([]);
});

describe('an AI tool, which runs a single item', () => {
	it('hides Sync, Sync: Apply Changes, Sync: Undo and Sync Output of the Vitally node', () => {
		const operations = ['account', 'customObjectInstance', 'organization', 'user'].flatMap(
			(name) => [`${name} sync`, `${name} applyChanges`, `${name} undoSync`],
		);

		expect(differencesOfSets(hiddenIn('Vitally'), [...operations, 'syncOutput'])).toEqual(SAME_SET);
	});

	it('hides Batch of the Vitally Analytics node', () => {
		expect([...new Set(hiddenIn('VitallyAnalytics'))]).toEqual(['batch']);
	});
});

describe("hints for n8n's builder of workflows", () => {
	it.each(builtNodes)(
		'stand also under the property that n8n before 2.21 reads: $className',
		({ description }) => {
			const { builderHint } = description;

			const { searchHint, message } = { message: undefined, ...builderHint };

			expect(searchHint).toMatch(/\w/);
			expect({ message }).toEqual({ message: searchHint });
		},
	);

	const options = builtNodes
		.flatMap(({ description }) => description.properties)
		.filter(({ name }) => name === 'operation')
		.flatMap((property) => property.options as INodePropertyOptions[])
		.filter(({ builderHint }) => builderHint);

	it.each(options)('stand in an operation also under that property: $action', ({ builderHint }) => {
		const { propertyHint, message } = { message: undefined, ...builderHint };

		expect({ message }).toEqual({ message: propertyHint });
	});
});

describe('the texts of an operation', () => {
	const account = builtNodes
		.flatMap(({ description: { properties } }) => properties)
		.find(
			({ name, displayOptions }) =>
				name === 'operation' && displayOptions?.show?.resource?.[0] === 'account',
		);
	const operation = (name: string) =>
		(account?.options as INodePropertyOptions[]).find(({ value }) => value === name);

	it('say how many requests a list sends', () => {
		expect(operation('getAll')?.description).toMatch(/accounts\. One request for each 100 records/);
	});

	it('say nothing of requests where there is one', () => {
		expect(operation('get')?.description).toBe('Retrieve an account by its ID or External ID');
	});

	it('tell a builder that Sync needs no loop', () => {
		expect(operation('sync')?.builderHint?.propertyHint).toContain('without a loop');
	});

	it('have no hint where none is needed', () => {
		expect(operation('get')?.builderHint).toBeUndefined();
	});
});
