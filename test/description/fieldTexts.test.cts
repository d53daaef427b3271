import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

import { moreThan } from '../fixtures/bounds.cts';
import { builtCredentials, builtNodes } from './nodeDescriptions.cts';

const PANELS = [
	...builtNodes.map(({ className, description: { properties } }) => ({ className, properties })),
	...builtCredentials.map(({ className, type: { properties } }) => ({ className, properties })),
];

/** Fields, with those in collections and in the rows of forms. */
function allFields(fields: INodeProperties[]): INodeProperties[] {
	return fields.flatMap((field) => [field, ...allFields(fieldsIn(field))]);
}

function fieldsIn({ type, options = [] }: INodeProperties): INodeProperties[] {
	if (type === 'collection') return options as INodeProperties[];
	if (type !== 'fixedCollection') return [];

	return (options as INodePropertyCollection[]).flatMap(({ values }) => values);
}

/** What a field shows while it is empty, and each way to pick a record in it. */
function placeholdersOf({ displayName, type, placeholder, modes = [] }: INodeProperties) {
	return [{ displayName, type, placeholder }, ...modes]
		.filter((shown) => shown.placeholder !== undefined)
		.map((shown) => [displayName, shown.type, String(shown.placeholder)]);
}

const PLACEHOLDER_BEGINS: Record<string, RegExp> = {
	// The text of a button.
	collection: /^Add [A-Z]/,
	fixedCollection: /^Add [A-Z]/,
	list: /^Select an? .+\.\.\.$/,
};

const UNIT = /\b(?:bytes|days|hours|milliseconds|minutes|percent(?:age)?|seconds)\b/i;

describe('the fields of a panel', () => {
	it.each(PANELS)('have examples that begin with "e.g.": $className', ({ properties }) => {
		const others = allFields(properties)
			.flatMap(placeholdersOf)
			.filter(([, type, text]) => !(PLACEHOLDER_BEGINS[type] ?? /^e\.g\. \S/).test(text));

		expect(others).toEqual([]);
	});

	it.each(PANELS)('name the unit of a number in the label: $className', ({ properties }) => {
		const withUnit = allFields(properties).filter(({ type, hint, description }) => {
			return type === 'number' && UNIT.test(`${hint} ${description}`);
		});
		const unnamed = withUnit.filter(({ displayName }) => !UNIT.test(displayName));

		expect(unnamed.map(({ displayName }) => displayName)).toEqual([]);
	});
});

/** Texts that no rule asks for. */
describe('the text of a single field', () => {
	const vitally = PANELS.filter(({ className }) => /^Vitally(Api)?$/.test(className));
	const fields = allFields(vitally.flatMap(({ properties }) => properties));
	const fieldCalled = (label: string) => fields.find(({ displayName }) => displayName === label);

	it.each([
		{ label: 'Max Wait (Seconds)', has: { name: 'maxWait' } },
		{ label: 'Dry Run', has: { hint: 'On: shows what would change. Off: writes.' } },
		{ label: 'Field Label', has: { placeholder: 'e.g. Renewal Risk' } },
	])('helps a reader of $label', ({ label, has }) => {
		expect(fieldCalled(label)).toMatchObject(has);
	});
});

it('each event of the trigger says when it happens', () => {
	const events = builtNodes
		.filter(({ className }) => className === 'VitallyTrigger')
		.flatMap(({ description: { properties } }) => properties[0].options as INodePropertyOptions[]);

	expect({ events: events.length }).toEqual({ events: moreThan(30) });

	const others = events.filter(({ description = '' }) => !description.startsWith('When '));

	expect(others.map(({ name }) => name)).toEqual([]);
});
