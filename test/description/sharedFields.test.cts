import { resourcesOf } from '../engine/declared.cts';
import { builtNodes, fieldsOfOperation } from './built.cts';

const OPERATIONS = builtNodes.flatMap(({ description }) =>
	(resourcesOf[description.name] ?? []).flatMap(({ name: resource, operations }) =>
		operations.map(({ value: operation, fields }) => ({
			title: `${description.name} ${resource} ${operation}`,
			description,
			selected: { resource, operation },
			fields,
		})),
	),
);

describe('the fields that operations share', () => {
	it.each(OPERATIONS.map((one) => [one.title, one] as const))(
		'%s has all of its fields in their order, and no others',
		(_title, { description, selected, fields }) => {
			const shown = fieldsOfOperation(description, selected);
			expect(shown.map(({ name }) => name)).toEqual(fields.map(({ name }) => name));
			expect(shown).toEqual(JSON.parse(JSON.stringify(fields)));
		},
	);

	// Of several, n8n keeps the fields of the last one where an expression returns the operation.
	it.each(builtNodes.map(({ description }) => [description.name, description] as const))(
		'%s has each collection once',
		(_name, { properties }) => {
			const names = properties.filter(({ type }) => type === 'collection').map(({ name }) => name);
			expect(names).toEqual([...new Set(names)]);
		},
	);
});
