import type { INodeProperties, INodePropertyCollection } from 'n8n-workflow';

type Entry = INodeProperties | INodePropertyCollection;

/** Creates a collection of fields, sorted by name as n8n requires. */
type Collection = (fields: Entry[]) => INodeProperties;

export const additionalCollection = collection(
	'Additional Fields',
	'additionalFields',
	'Add Field',
);
export const updateCollection = collection('Update Fields', 'updateFields', 'Add Field');
export const filterCollection = collection('Filters', 'filters', 'Add Filter');
export const optionCollection = collection('Options', 'options', 'Add Option');

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
