import type { ItemContext } from '../../execution/operation';
import type { RecordType } from '../../records/recordType';
import { readAll } from '../output/readAll';
import { withOutput } from '../output/withOutput';
import type { ListDefinition, OperationDefinition, Resource } from './operationDefinition';

/** What a resource is defined by; the rest is derived. */
interface ResourceFacts
	extends Omit<Resource, 'name' | 'label' | 'scopes' | 'defaultOperation' | 'operations'>,
		Partial<Pick<Resource, 'label' | 'defaultOperation'>> {
	operations: Array<OperationDefinition | ListDefinition>;
}

export function defineResource(type: RecordType, facts: ResourceFacts): Resource {
	const { name, label, path, scopes } = type;
	const { simpleFields, hasRareTraits, details } = facts;
	const operations = facts.operations.map((definition) =>
		simpleFields && definition.returnsRecord
			? withOutput(type, definition, { simpleFields, hasRareTraits, details })
			: { ...definition, run: async (item: ItemContext) => await readAll(item, definition) },
	);

	return {
		name,
		label,
		scopes,
		defaultOperation: 'get',
		collection: path.slice(path.lastIndexOf('/') + 1),
		...facts,
		// This is the order of the editor's selector.
		operations: operations.sort((a, b) => a.name.localeCompare(b.name)),
	};
}
