import { deepCopy, type INodeProperties, type INodePropertyOptions } from 'n8n-workflow';

import type { Show } from './show';

/**
 * Makes one field of collections of the same name, as far as the conditions of n8n can say where it
 * shows: by a list of resources and a list of operations.
 *
 * n8n's engine walks all properties for every item and resolves the value that is stored under the
 * name of each, shown or hidden: seven fields named `options` cost seven times their expressions. So
 * each operation describes its own collection, and here their entries come together, each of them
 * shown where its collection was.
 */
export function mergeCollections(properties: INodeProperties[]): INodeProperties[] {
	const operations = properties.filter(({ name }) => name === 'operation').flatMap(placesOf);
	const collections = properties.filter(({ type }) => type === 'collection');
	const names = [...new Set(collections.map(({ name }) => name))];
	const groups = names.flatMap((name) =>
		grouped(
			collections.filter((collection) => collection.name === name),
			operations,
		),
	);
	// A merged one stands where the last of its group stood, behind the fields of all operations.
	return properties.flatMap((property) => {
		const group = groups.find((members) => members.includes(property));
		if (!group) return [property];
		return property === group.at(-1) ? [merged(group)] : [];
	});
}

/** All of them in one group if that is exact, else one after the other to the first group it fits. */
function grouped(collections: INodeProperties[], operations: string[]): INodeProperties[][] {
	if (isExact(collections, operations)) return [collections];
	const groups: INodeProperties[][] = [];
	for (const collection of collections) {
		const group = groups.find((members) => isExact([...members, collection], operations));
		if (group) group.push(collection);
		else groups.push([collection]);
	}
	return groups;
}

/** Whether the union of their conditions shows collections nowhere but where one of them showed. */
function isExact(collections: INodeProperties[], operations: string[]): boolean {
	const own = new Set(collections.flatMap(placesOf));
	const all = placesOf(merged(collections));
	return all.every((place) => own.has(place) || !operations.includes(place));
}

/** Every pair of a resource and an operation for which a property shows. */
function placesOf({ name, options, displayOptions }: INodeProperties): string[] {
	const { resource = [], operation = [] } = displayOptions?.show ?? {};
	const operations =
		name === 'operation'
			? (options as INodePropertyOptions[]).map(({ value }) => value)
			: operation;
	return resource.flatMap((one) => operations.map((other) => `${String(one)} ${String(other)}`));
}

function merged(collections: INodeProperties[]): INodeProperties {
	const entries: INodeProperties[] = [];
	for (const { options = [], displayOptions } of collections) {
		for (const entry of options as INodeProperties[]) {
			const show = { ...fromRoot(displayOptions?.show ?? {}), ...entry.displayOptions?.show };
			addEntry(entries, { ...deepCopy(entry), displayOptions: { show } });
		}
	}
	const shows = collections.map(({ displayOptions }) => displayOptions?.show ?? {});
	if (collections.length === 1) return collections[0];
	return {
		...collections[0],
		options: entries.sort((a, b) => a.displayName.localeCompare(b.displayName)),
		displayOptions: { show: shows.reduce(union) },
	};
}

/** Adds an entry, or widens the one that differs from it only in where it shows. */
function addEntry(entries: INodeProperties[], entry: INodeProperties): void {
	const twin = entries.find((other) => identity(other) === identity(entry));
	if (!twin) {
		entries.push(entry);
		return;
	}
	twin.displayOptions = {
		show: union(twin.displayOptions?.show ?? {}, entry.displayOptions?.show ?? {}),
	};
}

function identity({ displayOptions, ...definition }: INodeProperties): string {
	return JSON.stringify([definition, Object.keys(displayOptions?.show ?? {}).sort()]);
}

/** A condition of a field at the top, as one of its entries has to write it. */
function fromRoot(show: Show): Show {
	return Object.fromEntries(Object.entries(show).map(([key, values]) => [`/${key}`, values]));
}

function union(one: Show, other: Show): Show {
	const keys = [...new Set([...Object.keys(one), ...Object.keys(other)])];
	return Object.fromEntries(
		keys.map((key) => [key, [...new Set([...(one[key] ?? []), ...(other[key] ?? [])])]]),
	);
}
