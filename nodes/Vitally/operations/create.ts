import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { additionalCollection } from '../fields/collections';
import { dryRunOption } from '../fields/dryRun';
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
	type BodySpec,
} from './bodySpec';
import type { OperationRow, RowTexts } from './resource';
import { createRecord } from '../records/createIdempotently';
import { readsByExternalId, type RecordSource, recordSourceOf } from '../records/recordSource';
import type { RecordType } from '../records/recordType';

interface Create extends BodySpec, RowTexts {
	/** Path of the list where it is not that of the type. */
	path?: (item: ItemContext) => Promise<string>;
	/** Fields above all others. */
	above?: INodeProperties[];
	/** Fields below the required ones. */
	below?: INodeProperties[];
	/** What a status means, where the general text would say too little. */
	explain?: (item: ItemContext, body: IDataObject) => ServiceRequest['explain'];
	/** The records at a path, where they are not at that of the type. */
	source?: (path: string) => RecordSource;
}

/** Makes one record. */
export function create(type: RecordType, row: Create): OperationRow {
	return {
		name: 'Create',
		value: 'create',
		action: `Create ${type.noun}`,
		description: row.description,
		remark: row.remark,
		endpoints: [`POST ${type.path}`],
		reads: row.reads ?? (type.externalIdLookup && readsByExternalId(type)),
		columns: mapperColumns(row.optional ?? []),
		fields: [
			...(row.above ?? []),
			...bodyProperties(row, additionalCollection, row.below),
			optionsField([dryRunOption, emptyValuesOption, ...bodyOptions(row)]),
		],
		run: async (item) => {
			const path = (await row.path?.(item)) ?? type.path;
			const body = newRecordBody(item, await readBody(item, row, 'additionalFields'));
			row.assertNew?.(body);
			const request = { method: 'POST' as const, path, body, explain: row.explain?.(item, body) };
			const source = row.source?.(path) ?? (type.externalIdLookup && recordSourceOf(type));
			return [await createRecord(item, request, source)];
		},
	};
}
