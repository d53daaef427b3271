import { resourcesOf } from '../engine/declaredRequests.cts';
import { builtNodes, fieldsOfOperation } from './nodeDescriptions.cts';

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
	it.each(OPERATIONS)(
		'$title has all of its fields in their order, and no others',
		({ description, selected, fields }) => {
			const shown = fieldsOfOperation(description, selected);

			expect(shown.map(({ name }) => name)).toEqual(fields.map(({ name }) => name));
			expect(shown).toEqual(JSON.parse(JSON.stringify(fields)));
		},
	);

	// Where an expression returns the operation, n8n keeps the fields of the last collection of a name.
	it.each(builtNodes)(
		'$description.name has in the last collection of a name the fields of all',
		({ description: { properties } }) => {
			const collections = properties.filter(({ type }) => type === 'collection');
			const fieldsOf = (name: string) =>
				collections
					.filter((collection) => collection.name === name)
					.map(({ options = [] }) => new Set(options.map((field) => field.name)));
			const names = new Set(collections.map(({ name }) => name));

			for (const name of names) {
				const all = new Set(fieldsOf(name).flatMap((fields) => [...fields]));

				expect([...(fieldsOf(name).at(-1) ?? [])].sort()).toEqual([...all].sort());
			}
		},
	);

	it("have the default of most operations, not Sync's, in the last field of a name", () => {
		const { properties = [] } = OPERATIONS.at(0)?.description ?? {};

		expect(properties.findLast(({ name }) => name === 'traitsMode')?.default).toBe('fields');
	});
});

describe('the order of the fields of a write', () => {
	it('has traits below all other fields of the record', () => {
		const above = OPERATIONS.filter(({ fields }) => {
			const names = fields.map(({ name }) => name);
			const added = names.findIndex((name) => /^(additional|update)Fields$/.test(name));

			return names.includes('traitsMode') && added > names.indexOf('traitsMode');
		});

		expect(above.map(({ title }) => title)).toEqual([]);
	});
});
