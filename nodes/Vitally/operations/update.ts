import type { IDataObject } from 'n8n-workflow';

import { updateCollection } from '../fields/collections';
import { article } from '../fields/locators';
import { locateByEitherId, type Locate } from '../records/locate';
import { lockRecord } from '../records/recordLocks';
import { requiredLocator, type RecordType } from '../records/recordType';
import { updateRecord } from '../records/updateRecord';
import {
	assertNotEmptyUpdate,
	bodyProperties,
	mapperColumns,
	readBody,
	updateOptions,
	type BodyDefinition,
} from './body/bodyDefinition';
import type { OperationDefinition, WriteInfo } from './definition/operationDefinition';

export interface Update extends Omit<BodyDefinition, 'required'>, WriteInfo {
	/** Finds the path of the record; by default, either ID is in it. */
	locate?: Locate;
	/** Whether the update may be sent twice; by default, it may. */
	isIdempotent?: (body: IDataObject) => boolean;
}

export function update(type: RecordType, definition: Update): OperationDefinition {
	const { locate = locateByEitherId, above = [], below = [] } = definition;

	return {
		name: 'Update',
		value: 'update',
		action: `Update ${type.noun}`,
		description:
			definition.description ?? `Update ${article(type.noun)} ${type.noun}'s fields and traits`,
		docsNote: definition.docsNote,
		endpoints: [`PUT ${type.path}/:id`],
		returnsRecord: 'partial',
		adds: definition.adds,
		columns: mapperColumns(definition),
		fields: [
			...above,
			requiredLocator(type),
			...bodyProperties(definition, updateCollection, below),
			updateOptions(definition, definition.options),
		],
		run: lockRecord(type, async (item, selection) => {
			const body = await readBody(item, definition, 'updateFields');

			assertNotEmptyUpdate(body);

			const located = await locate(item, type, selection);
			const idempotent = definition.isIdempotent?.(body);

			return [await updateRecord(item, located, body, { idempotent })];
		}),
	};
}
