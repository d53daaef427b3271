import { resourcesOf } from '../engine/declaredRequests.cts';
import {
	differences,
	differencesOfSets,
	NO_DIFFERENCES,
	SAME_SET,
} from '../fixtures/differences.cts';
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
	describe.each(OPERATIONS)('$title', ({ description, selected, fields }) => {
		const shown = fieldsOfOperation(description, selected);

		it('has all of its fields in their order, and no others', () => {
			const due = fields.map(({ name }) => name);

			expect(
				differences(
					shown.map(({ name }) => name),
					due,
				),
			).toEqual(NO_DIFFERENCES);
		});

		it('has its fields as it declares them', () => {
			for (const [index, field] of fields.entries()) {
				expect({ [field.name]: shown[index] }).toEqual({
					[field.name]: JSON.parse(JSON.stringify(field)),
				});
			}
		});
	});

	// Where an expression returns the operation, n8n keeps the fields of the last collection of a name.
	it.each(builtNodes)(
		'$description.name has, in the last of several collections with one name, the fields of all of them',
		({ description: { properties } }) => {
			const collections = properties.filter(({ type }) => type === 'collection');
			const fieldsOf = (name: string) =>
				collections
					.filter((collection) => collection.name === name)
					.map(({ options = [] }) => new Set(options.map((field) => field.name)));
			const names = new Set(collections.map(({ name }) => name));

			for (const name of names) {
				const all = new Set(fieldsOf(name).flatMap((fields) => [...fields]));

				expect({ [name]: differencesOfSets(fieldsOf(name).at(-1) ?? [], all) }).toEqual({
					[name]: SAME_SET,
				});
			}
		},
	);

	it('end with a field that has the default of most operations, and not that of Sync', () => {
		const { properties = [] } = OPERATIONS.at(0)?.description ?? {};

		expect(properties.findLast(({ name }) => name === 'traitsMode')?.default).toBe('fields');
	});
});

describe('an operation that writes traits', () => {
	it('shows them below all other fields of the record', () => {
		const above = OPERATIONS.filter(({ fields }) => {
			const names = fields.map(({ name }) => name);
			const added = names.findIndex((name) => /^(additional|update)Fields$/.test(name));

			return names.includes('traitsMode') && added > names.indexOf('traitsMode');
		});

		expect(above.map(({ title }) => title)).toEqual([]);
	});

	const writes = OPERATIONS.flatMap(({ title, selected, fields }) => {
		const names = fields.map(({ name }) => name);
		const traits = names.indexOf('traitsMode');
		const output = names.indexOf('output');
		if (traits === -1 || output === -1) return [];

		return { title, resource: selected.resource, traitsAre: traits < output ? 'above' : 'below' };
	});

	it.each([
		{ place: 'above', resources: ['account', 'customObjectInstance', 'organization', 'user'] },
		{ place: 'below', resources: ['conversation', 'meeting', 'note', 'project', 'task'] },
	])("has traits $place 'Output' in $resources", ({ place, resources }) => {
		const found = writes.filter(({ traitsAre }) => traitsAre === place);

		expect(differencesOfSets(new Set(found.map(({ resource }) => resource)), resources)).toEqual(
			SAME_SET,
		);
	});
});
