import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { readTraitDefinitions } from './traitDefinitions';

/** The editor's search over the traits of the resource that the node writes, by label and key. */
export async function searchTraits(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const remedy = "Choose 'By Key' and enter the key of the trait.";
	const definitions = await readTraitDefinitions(this, remedy);
	const wanted = filter.trim().toLowerCase();
	const results = definitions
		.map(({ label, path }) => ({ name: nameOf(label, String(path)), value: String(path) }))
		.filter(({ name }) => name.toLowerCase().includes(wanted));
	return { results };
}

function nameOf(label: unknown, key: string): string {
	return typeof label === 'string' && label !== '' && label !== key ? `${label} (${key})` : key;
}
