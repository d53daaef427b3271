import {
	NodeHelpers,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyCollection,
} from 'n8n-workflow';

import { labelOf } from './fieldLabels';

/** The parameters of a node as the workflow has them, and the fields that the editor shows for them. */
export interface StoredParameters {
	fields: readonly INodeProperties[];
	stored: Readonly<Record<string, unknown>>;
}

/** What a parameter is called in the editor. */
export function labelOfParameter({ fields, stored }: StoredParameters, name: string): string {
	return findShownField(fields, name, stored)?.displayName ?? labelOf(name);
}

/** The fields directly in a field; the rows of a form have its label. */
export function fieldsBelow({
	type,
	displayName,
	options = [],
}: INodeProperties): INodeProperties[] {
	if (type === 'collection') return options as INodeProperties[];
	if (type !== 'fixedCollection') return [];

	return (options as INodePropertyCollection[]).map(({ name, values }) => ({
		displayName,
		name,
		type: 'collection',
		default: {},
		options: values,
	}));
}

/**
 * Finds a field by its name. Of several with one name, the editor shows that which fits the values next to it.
 *
 * @param values of the fields next to it, by name
 */
export function findShownField(
	fields: readonly INodeProperties[],
	name: string,
	values: Readonly<Record<string, unknown>>,
): INodeProperties | undefined {
	const named = fields.filter((field) => field.name === name);
	const isShown = (field: INodeProperties) =>
		NodeHelpers.displayParameter(values as INodeParameters, field, null, null);

	return named.length > 1 ? named.find(isShown) : named[0];
}
