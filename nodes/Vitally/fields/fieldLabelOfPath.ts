import type { INodeProperties, INodePropertyCollection } from 'n8n-workflow';

import { labelOf } from './fieldLabels';

/**
 * What the user sees of a place in a request's body.
 *
 * @param fields of the operation; those that are sent have the service's names
 * @param path such as `['messages', '0', 'from', 'id']`
 * @returns labels of the editor, such as `'Messages' 1, 'From'`, or the key of a trait; `undefined` for a place that is
 * no field of the operation
 */
export function fieldLabelOfPath(
	fields: INodeProperties[],
	path: readonly string[],
): string | undefined {
	// A key of a trait may contain dots, which a path splits.
	if (path[0] === 'traits' && path.length > 1) return `the trait '${path.slice(1).join('.')}'`;

	// What a collection adds is sent beside the fields at the top.
	const collections = fields.filter(({ type }) => type === 'collection');

	return labelIn([...fields, ...collections.flatMap(fieldsIn)], path);
}

function labelIn(fields: INodeProperties[], path: readonly string[]): string | undefined {
	const [name, row = ''] = path;
	const field = findField(fields, name);
	if (!field) return undefined;

	// 'From: Role' and 'From: User or Teammate' are the parts of one object.
	const label = `'${field.displayName.split(': ')[0]}'`;
	const isRow = /^\d{1,9}$/.test(row);
	const shown = isRow ? `${label} ${Number(row) + 1}` : label;
	const below = path.slice(isRow ? 2 : 1);
	const inside = fieldsIn(field);
	if (below.length === 0 || inside.length === 0) return shown;

	return `${shown}, ${labelIn(inside, below) ?? below.join('.')}`;
}

/**
 * The field of a name. Of an object with an ID, the editor has the field for the ID; a field whose parameter has another
 * name has that of the service as its label.
 */
function findField(fields: INodeProperties[], name: string): INodeProperties | undefined {
	return (
		fields.find((field) => field.name === name) ??
		fields.find((field) => field.name === `${name}Id`) ??
		fields.find((field) => field.displayName === labelOf(name))
	);
}

function fieldsIn({ type, options = [] }: INodeProperties): INodeProperties[] {
	if (type === 'collection') return options as INodeProperties[];
	if (type !== 'fixedCollection') return [];

	return (options as INodePropertyCollection[]).flatMap(({ values }) => values);
}
