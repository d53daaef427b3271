import type { INodeProperties } from 'n8n-workflow';

import type { Resource } from './operationDefinition';

/** Names of operations, by the name of their resource. */
type OperationsByResource = Map<string, Set<string>>;

/** A field, and the operations that have exactly this field. */
interface SharedField {
	/** A collection is without its fields. */
	field: INodeProperties;
	operations: OperationsByResource;
	/** The fields directly above it, in any of the operations. */
	above: Set<SharedField>;
	inner: SharedFields;
}

/** By the JSON of the field. */
type SharedFields = Map<string, SharedField>;

/**
 * The fields of all operations, each described once. A collection is described once too, with display
 * options by `/operation` for its fields: of several collections with one name, n8n keeps only the fields of
 * the last one where an expression returns the operation, and without 'Dry Run' a dry run would write.
 */
export function sharedFields(resources: readonly Resource[]): INodeProperties[] {
	const all: OperationsByResource = new Map();
	const shared: SharedFields = new Map();

	for (const { name: resource, operations } of resources) {
		all.set(resource, new Set(operations.map(({ value }) => value)));
		for (const { value, fields } of operations) addFields(shared, fields, resource, value);
	}

	return inOrder(shared).flatMap((one) => describeField(one, all));
}

function addFields(
	shared: SharedFields,
	fields: INodeProperties[],
	resource: string,
	operation: string,
): void {
	let previous: SharedField | undefined;

	for (const declared of fields) {
		const { options, ...rest } = declared;
		const isCollection = rest.type === 'collection';
		const field = isCollection ? rest : declared;
		const key = JSON.stringify(field);
		const one = shared.get(key) ?? {
			field,
			operations: new Map<string, Set<string>>(),
			above: new Set(),
			inner: new Map<string, SharedField>(),
		};

		shared.set(key, one);
		const operations = one.operations.get(resource) ?? new Set();

		one.operations.set(resource, operations.add(operation));
		if (previous) one.above.add(previous);
		if (isCollection) addFields(one.inner, options as INodeProperties[], resource, operation);

		previous = one;
	}
}

/**
 * Sorts each field below those that an operation has above it. Where an expression returns the operation, n8n uses
 * the default of the last field of a name: that of most operations.
 */
function inOrder(shared: SharedFields): SharedField[] {
	const ordered: SharedField[] = [];
	const visited = new Set<SharedField>();

	const visit = (one: SharedField) => {
		if (visited.has(one)) return;

		visited.add(one);
		one.above.forEach(visit);
		ordered.push(one);
	};

	const size = ({ operations }: SharedField) =>
		[...operations.values()].reduce((sum, { size: count }) => sum + count, 0);

	[...shared.values()].sort((a, b) => size(a) - size(b)).forEach(visit);

	return ordered;
}

/**
 * A field as n8n reads it: once for each group of operations that display options can express. Each of several
 * collections has the fields of all.
 */
function describeField(
	{ field, operations, inner }: SharedField,
	all: OperationsByResource,
	path = '',
): INodeProperties[] {
	const options = [...inner.values()]
		.flatMap((one) => describeField(one, all, '/'))
		.sort((a, b) => a.displayName.localeCompare(b.displayName));

	return groupsOf(operations, all).map(({ resources, names }) => {
		const show = {
			[`${path}resource`]: resources,
			[`${path}operation`]: [...names],
			...field.displayOptions?.show,
		};

		return {
			...field,
			...(options.length > 0 && { options }),
			displayOptions: { ...field.displayOptions, show },
		};
	});
}

function has(operations: OperationsByResource, resource: string, operation: string): boolean {
	return operations.get(resource)?.has(operation) ?? false;
}

/**
 * Splits operations into groups that n8n's display options can express: in each group, all operations of
 * its resources that have one of its names.
 */
function groupsOf(
	selected: OperationsByResource,
	all: OperationsByResource,
): Array<{ resources: string[]; names: Set<string> }> {
	const groups: ReturnType<typeof groupsOf> = [];

	for (const [resource, operations] of selected) {
		const joined = groups.find((group) =>
			[...group.resources, resource].every((one) =>
				[...group.names, ...operations].every(
					(operation) => !has(all, one, operation) || has(selected, one, operation),
				),
			),
		);
		if (joined) {
			joined.resources.push(resource);
			for (const operation of operations) joined.names.add(operation);
		} else groups.push({ resources: [resource], names: new Set(operations) });
	}

	return groups;
}
