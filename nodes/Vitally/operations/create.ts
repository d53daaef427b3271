import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { additionalCollection } from '../fields/collections';
import { dryRunOption } from '../run/dryRun';
import { emptyValuesOption } from '../fields/emptyValues';
import { optionsField } from '../fields/options';
import type { ItemContext } from '../run/operation';
import type { ServiceRequest } from '../transport/client';
import {
	bodyOptions,
	bodyProperties,
	mapperColumns,
	newRecordBody,
	readBody,
	type BodyDefinition,
} from './body/bodyDefinition';
import { createRecord } from './createOnce';
import { readsByExternalId, type ExternalIdLookUp } from './externalIds';
import type { RecordType } from './recordType';
import type { OperationDefinition, OperationTexts } from './definition/types';

interface Create extends BodyDefinition, OperationTexts, Pick<OperationDefinition, 'adds'> {
	/** Path of the list where it is not that of the type. */
	path?: (item: ItemContext) => Promise<string>;
	/** Fields above all others. */
	above?: INodeProperties[];
	/** Fields below the required ones. */
	below?: INodeProperties[];
	options?: INodeProperties[];
	/** Converts and completes the body before it is sent. */
	prepare?: (item: ItemContext, body: IDataObject) => void;
	/** Replaces the general error text of a status. */
	explain?: (item: ItemContext, body: IDataObject) => ServiceRequest['explain'];
	/** How a creation at a path whose answer got lost is looked for, where records carry an ID of the user's own. */
	lookUp?: (path: string) => ExternalIdLookUp;
}

/** Creates one record. */
export function create(type: RecordType, row: Create): OperationDefinition {
	return {
		name: 'Create',
		value: 'create',
		action: `Create ${type.noun}`,
		description: row.description,
		remark: row.remark,
		endpoints: [`POST ${type.path}`],
		reads: row.reads ?? (row.lookUp && readsByExternalId(type)),
		adds: row.adds,
		columns: mapperColumns(row.optional ?? []),
		fields: [
			...(row.above ?? []),
			...bodyProperties(row, additionalCollection, row.below),
			optionsField([dryRunOption, emptyValuesOption, ...bodyOptions(row), ...(row.options ?? [])]),
		],
		run: async (item) => {
			const path = (await row.path?.(item)) ?? type.path;
			const body = newRecordBody(item, await readBody(item, row, 'additionalFields'));
			row.assertNew?.(body);
			row.prepare?.(item, body);
			const request = { method: 'POST' as const, path, body, explain: row.explain?.(item, body) };
			return [await createRecord(item, request, row.lookUp?.(path))];
		},
	};
}
