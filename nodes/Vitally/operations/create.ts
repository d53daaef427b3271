import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { ItemContext } from '../execution/operation';
import { additionalCollection } from '../fields/collections';
import { createRecord } from '../records/createIdempotently';
import { recordSourceOf, readsByExternalId, type RecordSource } from '../records/recordSource';
import type { RecordType } from '../records/recordType';
import type { ServiceRequest } from '../transport/client';
import {
	bodyProperties,
	createOptions,
	mapperColumns,
	newRecordBody,
	readBody,
	type BodyDefinition,
} from './body/bodyDefinition';
import type { OperationDefinition, OperationInfo } from './definition/types';

interface Create extends BodyDefinition, OperationInfo, Pick<OperationDefinition, 'adds'> {
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
	explain?: (item: ItemContext) => ServiceRequest['explain'];
	/** The records at a path, where they are not at that of the type. */
	source?: (path: string) => RecordSource;
}

/** Creates one record. */
export function create(type: RecordType, row: Create): OperationDefinition {
	return {
		name: 'Create',
		value: 'create',
		action: `Create ${type.noun}`,
		description: row.description,
		docsNote: row.docsNote,
		endpoints: [`POST ${type.path}`],
		reads: row.reads ?? (type.externalIdLookup && readsByExternalId(type)),
		adds: row.adds,
		columns: mapperColumns(row),
		fields: [
			...(row.above ?? []),
			...bodyProperties(row, additionalCollection, row.below),
			createOptions(row, row.options),
		],
		run: async (item) => {
			const path = (await row.path?.(item)) ?? type.path;
			const body = newRecordBody(item, await readBody(item, row, 'additionalFields'));
			row.assertNew?.(body);
			row.prepare?.(item, body);
			const request = { method: 'POST' as const, path, body, explain: row.explain?.(item) };
			const source = row.source?.(path) ?? (type.externalIdLookup && recordSourceOf(type));
			return [await createRecord(item, request, source)];
		},
	};
}
