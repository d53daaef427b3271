import type { IDataObject } from 'n8n-workflow';

import type { ItemParameters } from '../fields/itemParameters';
import { textProperty } from '../fields/properties';
import { readSearchText } from '../fields/readers';
import type { ServiceFilter } from '../operations/filters/fieldFilter';
import type { RecordType } from '../records/recordType';
import { omitUndefined } from '../values/json';

/** The option 'Source': the integration whose external ID selects a note or task. */
export function readSource(item: ItemParameters): string | undefined {
	return readSearchText(item, { parameter: 'options.source', label: 'Source' });
}

export function sourceQuery(item: ItemParameters): IDataObject {
	return omitUndefined({ source: readSource(item) });
}

export const sourceFilter = ({ plural }: RecordType, example: string): ServiceFilter => ({
	property: textProperty('Source', 'source', {
		placeholder: `e.g. ${example}`,
		description: `Only return ${plural} from this integration (not case-sensitive)`,
	}),
	read: readSearchText,
});
