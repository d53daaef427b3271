import type { IDataObject } from 'n8n-workflow';

import type { ItemParameters } from '../fields/itemParameters';
import { textProperty } from '../fields/properties';
import { readSearchText } from '../fields/readers';
import type { ServiceFilter } from '../operations/filters/fieldFilter';
import type { RecordType } from '../records/recordType';
import { omitUndefined } from '../values/json/json';

/** Reads the option 'Source': the integration whose external ID selects a note or task. */
export function readSource(item: ItemParameters): string | undefined {
	return readSearchText(item, { parameter: 'options.source', label: 'Source' });
}

/** Returns the query that selects a note or task by its source, empty where the option is not set. */
export function sourceQuery(item: ItemParameters): IDataObject {
	return omitUndefined({ source: readSource(item) });
}

export function sourceFilter({ plural }: RecordType, example: string): ServiceFilter {
	return {
		property: textProperty('Source', 'source', {
			placeholder: `e.g. ${example}`,
			description: `Only return ${plural} from this integration (not case-sensitive)`,
		}),
		read: readSearchText,
	};
}
