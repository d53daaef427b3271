import type { IDataObject } from 'n8n-workflow';

import type { ItemContext } from '../execution/operation';
import { additionalCollection } from '../fields/collections';
import { creationRequest } from '../records/creation/createIdempotently';
import { createRecord, type CreationOptions } from '../records/creation/createRecord';
import { recordListOf, type RecordList } from '../records/recordList';
import type { RecordType } from '../records/recordType';
import {
	bodyProperties,
	createOptions,
	mapperColumns,
	newRecordBody,
	readBody,
	type BodyDefinition,
} from './body/bodyDefinition';
import type { OperationDefinition, WriteInfo } from './definition/operationDefinition';

interface Create extends BodyDefinition, WriteInfo, Pick<CreationOptions, 'ifTaken'> {
	description: string;
	/** Returns the list of an item where it is not that of the type. */
	listOf?: (item: ItemContext) => Promise<RecordList>;
	/**
	 * Checks, converts and completes the body before it is sent.
	 *
	 * @throws VitallyError for a body that cannot be sent
	 */
	prepare?: (item: ItemContext, body: IDataObject) => Promise<void> | void;
}

export function create(type: RecordType, definition: Create): OperationDefinition {
	const { above = [], below, options, ifTaken } = definition;

	return {
		name: 'Create',
		value: 'create',
		action: `Create ${type.noun}`,
		description: definition.description,
		docsNote: definition.docsNote,
		endpoints: [`POST ${type.path}`],
		returnsRecord: 'partial',
		adds: definition.adds,
		simpleFields: definition.simpleFields,
		columns: mapperColumns(definition),
		fields: [
			...above,
			...bodyProperties(definition, additionalCollection, below),
			createOptions(definition, options),
		],
		run: async (item) => {
			const body = newRecordBody(item, await readBody(item, definition, 'additionalFields'));

			definition.assertNew?.(body);
			await definition.prepare?.(item, body);

			const list = (await definition.listOf?.(item)) ?? recordListOf(type);
			const request = creationRequest(list, body);

			return [await createRecord(item, { type, list, request }, { ifTaken })];
		},
	};
}
