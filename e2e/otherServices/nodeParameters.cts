import { NodeHelpers, type INode, type INodeTypeDescription } from 'n8n-workflow';

/**
 * What n8n's editor would complain of, and parameters that the node does not have. The run of a
 * workflow does not look at those of a trigger whose items are pinned.
 *
 * @returns nothing about values that are still to be picked: the note of an example asks for them
 */
export function parameterProblems(node: INode, type: INodeTypeDescription): string[] {
	const { properties } = type;
	const parameters =
		NodeHelpers.getNodeParameters(properties, node.parameters, true, false, node, type) ?? {};
	const issues = NodeHelpers.getNodeParametersIssues(properties, { ...node, parameters }, type);
	const found = Object.values(issues?.parameters ?? {}).flat();
	return [
		...found.filter((issue) => !issue.endsWith(' is required.')),
		...pathsIn(node.parameters, parameters).map((path) => `There is no parameter ${path}`),
	];
}

/** The paths of the values in `given` that `known` does not have. */
function pathsIn(given: object, known: unknown, above = ''): string[] {
	return Object.entries(given).flatMap(([key, value]: [string, unknown]) => {
		const path = above + key;
		const its = (known as Record<string, unknown> | undefined)?.[key];
		if (typeof value === 'object' && value !== null) return pathsIn(value, its, `${path}.`);
		return its === undefined ? [path] : [];
	});
}
