import type { INodeProperties } from 'n8n-workflow';

import type { Resource } from './operationDefinition';

/** The values of operations, by the name of their resource. */
type OperationsByResource = Map<string, Set<string>>;

/** A field, and the operations that have exactly this field. */
interface SharedField {
	/** The property; that of a collection is without its fields. */
	field: INodeProperties;
	operations: OperationsByResource;
	/** The fields directly above it, in any of the operations. */
	above: Set<SharedField>;
	/** The fields of a collection. */
	inner: SharedFields;
}

/** Fields by their JSON; several where operations have the field at different places. */
type SharedFields = Map<string, SharedField[]>;

/**
 * The fields of all operations, each described once for each place that it has among the others. A collection is described
 * once too, with display options by `/operation` for its fields: of several collections with one name, n8n keeps only the
 * fields of the last one where an expression returns the operation, and without 'Dry Run' a dry run would write.
 */
export function sharedFields(resources: readonly Resource[]): INodeProperties[] {
	const all: OperationsByResource = new Map();
	const shared: SharedFields = new Map();

	for (const { name: resource, operations } of resources) {
		all.set(resource, new Set(operations.map(({ value }) => value)));
		for (const { value, fields } of operations) addFields(shared, fields, resource, value);
	}

	return sortFields(shared).flatMap((field) => describeField(field, { all, path: '' }));
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
		const sharedField = findSharedField(shared, field, previous);
		const operations = sharedField.operations.get(resource) ?? new Set();

		sharedField.operations.set(resource, operations.add(operation));

		if (previous) sharedField.above.add(previous);

		if (isCollection) {
			addFields(sharedField.inner, options as INodeProperties[], resource, operation);
		}

		previous = sharedField;
	}
}

/** Finds the field that can be below the previous one, or adds it where other operations have it above. */
function findSharedField(
	shared: SharedFields,
	field: INodeProperties,
	previous: SharedField | undefined,
): SharedField {
	const key = JSON.stringify(field);
	const withSameJson = shared.get(key) ?? [];
	const above = previous && fieldsAbove(previous);
	const found = withSameJson.find((sharedField) => !above?.has(sharedField));
	if (found) return found;

	const added: SharedField = {
		field,
		operations: new Map(),
		above: new Set(),
		inner: new Map(),
	};

	shared.set(key, [...withSameJson, added]);

	return added;
}

/** Returns the fields above a field, in any of the operations. */
function fieldsAbove({ above }: SharedField): Set<SharedField> {
	const all = new Set(above);

	// A set also iterates over what is added to it meanwhile.
	for (const field of all) field.above.forEach((upper) => all.add(upper));

	return all;
}

/**
 * Sorts each field below those that an operation has above it. Where an expression returns the operation, n8n uses
 * the default of the last field of a name: that of most operations.
 */
function sortFields(shared: SharedFields): SharedField[] {
	const sorted: SharedField[] = [];
	const visited = new Set<SharedField>();

	const visit = (sharedField: SharedField) => {
		if (visited.has(sharedField)) return;

		visited.add(sharedField);
		sharedField.above.forEach(visit);
		sorted.push(sharedField);
	};

	const rarestFirst = [...shared.values()]
		.flat()
		.sort((a, b) => countOperations(a) - countOperations(b));

	rarestFirst.forEach(visit);

	return sorted;
}

function countOperations({ operations }: SharedField): number {
	let count = 0;

	for (const values of operations.values()) count += values.size;

	return count;
}

interface Surroundings {
	/** The operations of all resources. */
	all: OperationsByResource;
	/** What leads from a field to the parameters at the top: `/` from one in a collection. */
	path: '' | '/';
}

/**
 * A field as n8n reads it: once for each group of operations that display options can express. Each of several
 * collections has the fields of all.
 */
function describeField(
	{ field, operations, inner }: SharedField,
	{ all, path }: Surroundings,
): INodeProperties[] {
	const options = [...inner.values()]
		.flat()
		.flatMap((innerField) => describeField(innerField, { all, path: '/' }))
		.sort((a, b) => a.displayName.localeCompare(b.displayName));
	// Only a collection has fields of its own; the options of a drop-down are part of the field.
	const described = options.length > 0 ? { ...field, options } : field;

	return groupOperations(operations, all).map(({ resources, names }) => {
		const show = {
			[`${path}resource`]: resources,
			[`${path}operation`]: [...names],
			...field.displayOptions?.show,
		};

		return { ...described, displayOptions: { ...field.displayOptions, show } };
	});
}

/** Operations that display options can express: all operations of the resources that have one of the names. */
interface OperationGroup {
	resources: string[];
	names: Set<string>;
}

/** Splits operations into groups that n8n's display options can express. */
function groupOperations(
	selected: OperationsByResource,
	all: OperationsByResource,
): OperationGroup[] {
	const groups: OperationGroup[] = [];

	for (const [resource, operations] of selected) {
		const joined = groups.find((group) => {
			const resources = [...group.resources, resource];
			const names = [...group.names, ...operations];

			return showsOnlySelected({ resources, names }, selected, all);
		});

		if (joined) {
			joined.resources.push(resource);
			for (const operation of operations) joined.names.add(operation);
		} else {
			groups.push({ resources: [resource], names: new Set(operations) });
		}
	}

	return groups;
}

/** Whether display options with these resources and names show a field in no operation that lacks it. */
function showsOnlySelected(
	{ resources, names }: { resources: string[]; names: string[] },
	selected: OperationsByResource,
	all: OperationsByResource,
): boolean {
	return resources.every((resource) =>
		names.every(
			(operation) => !has(all, resource, operation) || has(selected, resource, operation),
		),
	);
}

function has(operations: OperationsByResource, resource: string, operation: string): boolean {
	return operations.get(resource)?.has(operation) ?? false;
}
