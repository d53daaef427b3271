import { resourcesOf } from '../engine/declared.cts';
import { builtNodes, operationsOf } from './built.cts';

/** Comes in one answer (docs/internal/beyond.md, 9). */
const WITHOUT_PAGES = 'customField';

const LISTS = resourcesOf.vitally.flatMap(({ name, operations }) =>
	operations
		.filter(({ value }) => value === 'getAll' && name !== WITHOUT_PAGES)
		.map((row) => ({ resource: name, row })),
);

const descriptionOf = (resource: string) =>
	builtNodes
		.filter(({ description }) => description.name === 'vitally')
		.flatMap(({ description }) => operationsOf(description))
		.find((one) => one.resource === resource && one.option.value === 'getAll')?.option.description;

describe('Get Many describes what it may cost and return', () => {
	it('is offered for many resources', () => expect(LISTS.length).toBeGreaterThan(10));

	it.each(LISTS.map(({ resource, row }) => [resource, row] as const))('%s', (resource, row) => {
		const { options = [] } = row.fields.find(({ name }) => name === 'filters') ?? {};
		const isFilteredHere = JSON.stringify(options).includes('Applied in n8n');
		const cost = 'One request for each 100 records that are read';
		const end = isFilteredHere ? '; filters applied in n8n may read them all.' : '.';
		expect(descriptionOf(resource)).toBe(`${row.description}. ${cost}${end}`);
	});
});
