import type { RecordType } from '../../records/recordType';
import { returnsRecords, withOutput } from '../output/output';
import type { Resource } from './operationDefinition';

export function defineResource(
	type: RecordType,
	facts: Omit<Resource, 'name' | 'label' | 'scopes' | 'defaultOperation'> &
		Partial<Pick<Resource, 'label' | 'defaultOperation'>>,
): Resource {
	const { name, label, path, scopes } = type;
	const { simpleFields, details, operations } = facts;

	return {
		name,
		label,
		scopes,
		defaultOperation: 'get',
		collection: path.slice(path.lastIndexOf('/') + 1),
		...facts,
		operations: operations
			.map((definition) =>
				simpleFields && returnsRecords(type, definition)
					? withOutput(type, definition, { simpleFields, details })
					: definition,
			)
			.sort((a, b) => a.name.localeCompare(b.name)),
	};
}
