import {
	NodeHelpers,
	type INode,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyCollection,
	type INodeTypeDescription,
} from 'n8n-workflow';

type Values = Record<string, unknown>;

/**
 * Returns the parameters that the node does not have, and the choices that it does not offer. The run of a workflow does
 * not look at the parameters of a trigger whose items are pinned.
 *
 * @param parameters all parameters that the node has, defaults included
 */
export function parameterProblems(
	node: INode,
	type: INodeTypeDescription,
	parameters: INodeParameters,
): string[] {
	const shown = type.properties.filter((property) =>
		NodeHelpers.displayParameter(parameters, property, node, type),
	);

	return [
		...pathsIn(node.parameters, parameters).map((path) => `There is no parameter ${path}`),
		...unknownChoicesOf(shown, node.parameters),
	];
}

/** The paths of the values in `given` that `known` does not have. */
function pathsIn(given: object, known: unknown, above = ''): string[] {
	return Object.entries(given).flatMap(([key, value]: [string, unknown]) => {
		const path = above + key;
		const its = (known as Values | undefined)?.[key];
		if (typeof value === 'object' && value !== null) return pathsIn(value, its, `${path}.`);

		return its === undefined ? [path] : [];
	});
}

/** Several properties may share a name, each shown for others' values: one of them has to offer it. */
function unknownChoicesOf(properties: INodeProperties[], given: Values): string[] {
	return Object.keys(given).flatMap((name) => {
		const found = properties.filter((property) => property.name === name);
		const problems = found.map((property) => unknownChoices(property, given));

		return problems.some((none) => none.length === 0) ? [] : (problems[0] ?? []);
	});
}

/** Lists that a service returns are not known here. */
function unknownChoices(property: INodeProperties, given: Values): string[] {
	const { name, type, options = [], typeOptions } = property;
	const value = given[name];
	if (value === undefined || typeOptions?.loadOptionsMethod) return [];

	if (type === 'collection') {
		return unknownChoicesOf(options as INodeProperties[], value as Values);
	}

	if (type === 'fixedCollection') {
		return (options as INodePropertyCollection[]).flatMap(({ name: key, values }) =>
			[(value as Values)[key] ?? []]
				.flat()
				.flatMap((entry) => unknownChoicesOf(values, entry as Values)),
		);
	}

	if (type !== 'options' && type !== 'multiOptions') return [];

	const known = options.flatMap((option) => ('value' in option ? [option.value] : []));

	return [value]
		.flat()
		.filter((chosen) => !String(chosen).startsWith('=') && !known.includes(chosen as string))
		.map((chosen) => `${name} does not offer ${String(chosen)}`);
}
