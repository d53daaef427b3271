import type { INodeProperties } from 'n8n-workflow';

/** Creates a collection of fields, sorted by name as n8n requires. */
type Collection = (fields: INodeProperties[]) => INodeProperties;

export const updateCollection = collection('Update Fields', 'updateFields', 'Add Field');
export const filterCollection = collection('Filters', 'filters', 'Add Filter');
export const optionsField = collection('Options', 'options', 'Add Option');

const additionalFields = collection('Additional Fields', 'additionalFields', 'Add Field');

/** The additional fields of an operation; hidden where the mapper is chosen, which offers the same fields. */
export const additionalCollection: Collection = (fields) => ({
	...additionalFields(fields),
	displayOptions: { hide: { traitsMode: ['mapper'] } },
});

function collection(displayName: string, name: string, placeholder: string): Collection {
	return (fields) => ({
		displayName,
		name,
		type: 'collection',
		placeholder,
		default: {},
		options: [...fields].sort((a, b) => a.displayName.localeCompare(b.displayName)),
	});
}
