import type { IDataObject } from 'n8n-workflow';

import type { ItemContext } from '../execution/operation';
import { optionsField } from '../fields/collections';
import { article } from '../fields/locators';
import { locateForRead, type Locate, type RecordLocation } from '../records/locate';
import { requiredLocator, type RecordType } from '../records/recordType';
import { recordFrom } from '../transport/responses';
import type { OperationDefinition, OperationInfo } from './definition/operationDefinition';

interface Get extends OperationInfo {
	/** By default, either ID in the path. */
	locate?: Locate;
	/** Fields of a simplified record where they are not those of the resource. */
	simpleFields?: readonly string[];
}

export function get(type: RecordType, definition: Get = {}): OperationDefinition {
	const ids = type.externalIds ? 'ID or external ID' : 'ID';
	const { locate = locateForRead(type), simpleFields, above = [], options } = definition;

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
		fields: [...above, requiredLocator(type), ...(options ? [optionsField(options)] : [])],
		run: async (item) => [await readRecord(item, await locate(item))],
	};
}

/** @throws VitallyError for another record than the one that the item names */
export async function readRecord(item: ItemContext, located: RecordLocation): Promise<IDataObject> {
	const { path, query, explain } = located;

	return recordFrom(await item.send({ method: 'GET', path, query, explain, target: located }));
}
