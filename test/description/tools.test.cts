import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

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

it('no parameter at the top has a name for which the editor offers no value of a model', () => {
	// n8n 2.41 keeps these names for the tool itself.
	const kept = ['description', 'toolName', 'toolDescription'];
	const names = builtNodes.flatMap(({ description }) =>
		description.properties.map(({ name }) => name),
	);

	expect(names.length).toBeGreaterThan(100);
	expect(names.filter((name) => kept.includes(name))).toEqual([]);
});

describe('what an AI tool does not show, because it is for several items at once', () => {
	it('is Sync, its output, and what applies or undoes it in the Vitally node', () => {
		expect(hiddenIn('Vitally')).toEqual([
			...['account', 'customObjectInstance', 'organization', 'user'].flatMap((name) => [
				`${name} sync`,
				`${name} applyChanges`,
				`${name} undoSync`,
			]),
			'syncOutput',
		]);
	});

	it('is Batch in the Vitally Analytics node', () => {
		expect([...new Set(hiddenIn('VitallyAnalytics'))]).toEqual(['batch']);
	});
});

describe("hints for n8n's builder of workflows", () => {
	it.each(builtNodes)(
		'has them also by their name before n8n 2.21: $className',
		({ description }) => {
			const { builderHint } = description;

			expect(builderHint?.searchHint).toBeTruthy();
			expect(builderHint).toMatchObject({ message: builderHint?.searchHint });
		},
	);

	const options = builtNodes
		.flatMap(({ description }) => description.properties)
		.filter(({ name }) => name === 'operation')
		.flatMap((property) => property.options as INodePropertyOptions[])
		.filter(({ builderHint }) => builderHint);

	it.each(options)('has the one of an operation also by that name: $action', ({ builderHint }) => {
		expect(builderHint).toMatchObject({ message: builderHint?.propertyHint });
	});
});

it('an operation says what it costs, and when to choose it', () => {
	const account = builtNodes
		.flatMap(({ description: { properties } }) => properties)
		.find(
			({ name, displayOptions }) =>
				name === 'operation' && displayOptions?.show?.resource?.[0] === 'account',
		);
	const operation = (name: string) =>
		(account?.options as INodePropertyOptions[]).find(({ value }) => value === name);

	expect(operation('getAll')?.description).toMatch(/accounts\. One request for each 100 records/);
	expect(operation('sync')?.builderHint?.propertyHint).toContain('without a loop');
	expect(operation('get')?.description).toBe('Retrieve an account by its ID or External ID');
	expect(operation('get')?.builderHint).toBeUndefined();
});
