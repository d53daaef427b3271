/** Names of operations, by the name of their resource. */
export type OperationsByResource = Map<string, Set<string>>;

/** Resources and operations that select a field together; without a list, all of them do. */
export interface OperationGroup {
	resource?: string[];
	operation?: string[];
}

/**
 * Splits operations into groups that n8n's display options can express: in each group, all operations of
 * its resources that have one of its names.
 *
 * @param selected operations
 * @param all operations of the node
 */
export function operationGroups(
	selected: OperationsByResource,
	all: OperationsByResource,
): OperationGroup[] {
	const isSelected = (resource: string, operation: string) =>
		selected.get(resource)?.has(operation) ?? false;
	const exists = (resource: string, operation: string) =>
		all.get(resource)?.has(operation) ?? false;

	const groups: Array<{ resources: string[]; operations: Set<string> }> = [];
	for (const [resource, operations] of selected) {
		const joined = groups.find((group) =>
			[...group.resources, resource].every((name) =>
				[...group.operations, ...operations].every(
					(operation) => !exists(name, operation) || isSelected(name, operation),
				),
			),
		);
		if (joined) {
			joined.resources.push(resource);
			for (const operation of operations) joined.operations.add(operation);
		} else groups.push({ resources: [resource], operations: new Set(operations) });
	}

	return groups.map(({ resources, operations }) => {
		const others = [...all.keys()].filter((name) => !resources.includes(name));
		const allOfThem = resources.flatMap((name) => [...(all.get(name) ?? [])]);
		if (allOfThem.every((operation) => operations.has(operation))) {
			return others.length === 0 ? {} : { resource: resources };
		}
		const operation = [...operations];
		const areUnique = !others.some((name) => operation.some((one) => exists(name, one)));
		return areUnique ? { operation } : { resource: resources, operation };
	});
}
