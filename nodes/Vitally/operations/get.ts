import type { IDataObject } from 'n8n-workflow';

import type { ItemContext } from '../execution/operation';
import { optionsField } from '../fields/collections';
import { article } from '../fields/locators';
import { locateForRead, readSelection, type Locate, type RecordLocation } from '../records/locate';
import { requiredLocator, type RecordType } from '../records/recordType';
import { recordFrom } from '../transport/responses';
import type { OperationDefinition, OperationInfo } from './definition/operationDefinition';

interface Get extends OperationInfo {
	/** Finds the path of the record; by default, either ID is in it. */
	locate?: Locate;
	/** The fields of a simplified record where they are not those of the resource. */
	simpleFields?: readonly string[];
}

export function get(type: RecordType, definition: Get = {}): OperationDefinition {
	const { locate = locateForRead, simpleFields, above = [], options } = definition;
	const ids = type.externalIds ? 'ID or External ID' : 'ID';
	const optionFields = options ? [optionsField(options)] : [];

	return {
		name: 'Get',
		value: 'get',
		action: `Get ${type.noun}`,
		description:
			definition.description ?? `Retrieve ${article(type.noun)} ${type.noun} by its ${ids}`,
		docsNote: definition.docsNote,
		endpoints: [`GET ${type.path}/:id`],
		returnsRecord: 'whole',
		simpleFields,
		fields: [...above, requiredLocator(type), ...optionFields],
		run: async (item) => {
			const located = await locate(item, type, readSelection(type, item));

			return [await readRecord(item, located)];
		},
	};
}

/**
 * Reads one record.
 *
 * @throws VitallyError when there is no such record, and for another one than the item names
 */
export async function readRecord(item: ItemContext, located: RecordLocation): Promise<IDataObject> {
	const { path, query, explain } = located;
	const response = await item.send({ method: 'GET', path, query, explain, target: located });

	return recordFrom(response);
}
