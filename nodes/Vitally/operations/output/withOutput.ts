import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { mapRecords } from '../../execution/concurrency';
import type { ItemContext } from '../../execution/operation';
import { recordNamesOf } from '../../execution/recordNames';
import { traitsModeField } from '../../fields/traits/traitFields';
import { appLink } from '../../records/recordLinks';
import type { RecordType } from '../../records/recordType';
import { TraitColumns } from '../../values/traits/traitName';
import type {
	ListDefinition,
	OperationDefinition,
	OutputShape,
} from '../definition/operationDefinition';
import { sortColumns } from './columnOrder';
import { outputFields, readOutput } from './outputFields';
import { readAll } from './readAll';
import { RecordShapes } from './recordShapes';
import { selectFields, selectsCsm } from './selectFields';
import { simplifyRecord, type SimplifiedView } from './simplifyRecord';

/** Adds the choice of how much of each record an operation returns. */
export function withOutput(
	type: RecordType,
	definition: OperationDefinition | ListDefinition,
	shape: OutputShape,
): OperationDefinition {
	const { simpleFields = shape.simpleFields, adds = {} } = definition;
	const isWhole = definition.returnsRecord === 'whole';
	const readDetails = shape.details?.read;
	const isLinked = type.appPath !== undefined;
	const columns = columnsOf(simpleFields, Object.keys(adds), isLinked ? ['url'] : []);

	const selector = (item: ItemContext, fields: string[]) => async (records: IDataObject[]) => {
		const names = await recordNamesOf(item);
		const needsCsm = selectsCsm(fields);
		const needsLink = fields.includes('url');

		return await mapRecords(records, async (record) => {
			const details = needsCsm ? await readDetails?.(item, record) : undefined;
			const link = needsLink ? appLink(item, type, record) : undefined;

			const others = { ...details, ...link, ...addedFields(record, adds) };

			return selectFields(record, fields, others, names);
		});
	};

	const simplifier = (item: ItemContext) => {
		// All pages of a list share these.
		const traitColumns = new TraitColumns();
		const shapes = new RecordShapes();

		const simplify = (record: IDataObject, view: SimplifiedView, details?: IDataObject) => {
			const known: IDataObject = { ...details, ...addedFields(record, adds) };
			if (isLinked) known.url = appLink(item, type, record).url ?? null;

			return simplifyRecord(record, view, known);
		};

		return async (records: IDataObject[]) => {
			const names = await recordNamesOf(item);
			const view = { columns, isWhole, names, traitColumns, shapes };

			return await mapRecords(records, (record) => {
				const details = readDetails?.(item, record);
				if (!(details instanceof Promise)) return simplify(record, view, details);

				return details.then((read) => simplify(record, view, read));
			});
		};
	};

	return {
		...definition,
		simpleFields,
		fields: insertOutputFields(definition.fields, shape),
		run: async (item) => {
			// An invalid choice is an error before anything is written.
			const output = readOutput(item);
			if (output.mode === 'raw') return await readAll(item, definition);

			const show = output.mode === 'selected' ? selector(item, output.fields) : simplifier(item);

			return await readAll(item, definition, show);
		},
	};
}

/** Returns the columns of a simplified record. What an operation adds comes directly after the first field. */
function columnsOf(simpleFields: readonly string[], added: string[], link: string[]): string[] {
	const [first, ...others] = simpleFields;

	return sortColumns([first, ...added, ...others, ...link]);
}

/** Inserts the choice above the options and rare traits, or at the end where there are none. */
function insertOutputFields(
	fields: readonly INodeProperties[],
	{ hasRareTraits }: OutputShape,
): INodeProperties[] {
	const below = hasRareTraits ? [traitsModeField.name, 'options'] : ['options'];
	const firstBelow = fields.findIndex(({ name }) => below.includes(name));
	const index = firstBelow === -1 ? fields.length : firstBelow;

	return [...fields.slice(0, index), ...outputFields, ...fields.slice(index)];
}

/** Returns the values that an operation added to a record, and null for one that it left out, if null is allowed. */
function addedFields(
	record: IDataObject,
	adds: NonNullable<OperationDefinition['adds']>,
): IDataObject {
	const added: IDataObject = {};

	for (const [name, type] of Object.entries(adds)) {
		if (name in record || type.endsWith('?')) added[name] = record[name] ?? null;
	}

	return added;
}
