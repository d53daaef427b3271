import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { readArchived } from '../operations/filters/recordFilters';
import type { ItemParameters } from '../fields/itemParameters';
import { textProperty } from '../fields/properties';
import { readSearchText } from '../fields/readers';
import { readRecord } from '../operations/get';
import { locationOf, type Locate } from '../records/locate';
import type { RecordType } from '../records/recordType';
import { omitUndefined } from '../values/json';

/** The option 'Source': the integration whose external ID selects a note or task. */
export function readSource(item: ItemParameters): string | undefined {
	return readSearchText(item, { parameter: 'options.source', label: 'Source' });
}

/** A record by its Vitally ID, the only ID that deletions accept. */
export function locateToDelete(type: RecordType, locate: Locate): Locate {
	return async (item) => {
		const location = await locate(item);
		const id = location.id ?? String((await readRecord(item, location)).id);
		const { externalId, wasRead = externalId !== undefined } = location;
		return { ...locationOf(type, id), query: sourceQuery(item), externalId, wasRead };
	};
}

export function sourceQuery(item: ItemParameters): IDataObject {
	return omitUndefined({ source: readSource(item) });
}

export const sourceFilter = ({ plural }: RecordType, example: string): INodeProperties =>
	textProperty('Source', 'source', {
		placeholder: `e.g. ${example}`,
		description: `Only return ${plural} from this integration (not case-sensitive)`,
	});

/** The filters that the lists of notes and tasks accept as parameters. */
export function archivedAndSourceQuery(item: ItemParameters): IDataObject {
	return omitUndefined({
		archived: readArchived(item),
		source: readSearchText(item, { parameter: 'filters.source', label: 'Source' }),
	});
}
