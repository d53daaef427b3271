import type { IDataObject } from 'n8n-workflow';

import { outputFields, outputOf } from '../fields/output';
import type { ItemContext } from '../run/operation';
import type { OperationRow } from './resource';
import { selected, simplified, wideFieldsLast } from './shownRecord';
import type { RecordType } from '../records/recordType';

/** What is special about the simplified records of a resource. */
export interface RecordShape {
	/** At most ten (n8n's UX rules). */
	simpleFields: readonly string[];
	/** What stands beside them and has to be looked up, such as the CSM by name. */
	details?: {
		/** Where: an endpoint. */
		reads: string;
		of: (item: ItemContext, record: IDataObject) => Promise<IDataObject>;
	};
}

/** Whether an operation returns records of its resource. */
export function returnsRecords(
	{ path }: RecordType,
	{ endpoints, returns }: OperationRow,
): boolean {
	const [first] = endpoints;
	const isOfRecord = [path, `${path}/:id`, `${path}/search`].includes(first.replace(/^\w+ /, ''));
	return isOfRecord && !first.startsWith('DELETE ') && returns === undefined;
}

/** An operation whose user says how much of each record comes out. */
export function withOutput(type: RecordType, row: OperationRow, shape: RecordShape): OperationRow {
	const { adds = {}, fields, reads, simpleFields = shape.simpleFields } = row;
	const options = fields.findIndex(({ name }) => name === 'options');
	// An answer to a write may show a part of the record, and what it does not show is not known.
	const isWhole = row.endpoints[0].startsWith('GET ');
	const added = Object.keys(adds);
	return {
		...row,
		simpleFields,
		reads: shape.details ? [...(reads ?? []), shape.details.reads] : reads,
		hasDetails: shape.details !== undefined,
		hasPage: type.appPath !== undefined,
		fields: [...fields.slice(0, options), ...outputFields, ...fields.slice(options)],
		run: async (item) => {
			const output = outputOf(item);
			const records = await row.run(item);
			if (output.mode === 'raw') return records;
			return await Promise.all(
				records.map(async (record) => {
					const own = Object.fromEntries(
						added.filter((name) => name in record).map((name) => [name, record[name]]),
					);
					if (output.mode === 'selected') return { ...selected(record, output.fields), ...own };
					return wideFieldsLast({
						...simplified(record, simpleFields, isWhole),
						...own,
						...(await shape.details?.of(item, record)),
						...pageOf(item, type, record),
					});
				}),
			);
		},
	};
}

/** The link to a record in Vitally, where its address is known (docs/public-facts.md, 1). */
export function pageOf(
	{ appUrl }: Pick<ItemContext, 'appUrl'>,
	{ appPath }: RecordType,
	{ id }: IDataObject,
): IDataObject {
	if (appUrl === undefined || appPath === undefined || typeof id !== 'string') return {};
	return { url: `${appUrl}${appPath}/${encodeURIComponent(id)}` };
}
