import type { RecordType } from '../../records/recordType';
import { withOutput } from '../output/withOutput';
import type { Resource } from './operationDefinition';

export function defineResource(
	type: RecordType,
	facts: Omit<Resource, 'name' | 'label' | 'scopes' | 'defaultOperation'> &
		Partial<Pick<Resource, 'label' | 'defaultOperation'>>,
): Resource {
	const { name, label, path, scopes } = type;
	const { simpleFields, hasRareTraits, details } = facts;
	const operations = facts.operations.map((definition) =>
		simpleFields && definition.returnsRecord
			? withOutput(type, definition, { simpleFields, hasRareTraits, details })
			: definition,
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
