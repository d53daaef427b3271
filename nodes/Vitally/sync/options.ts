import type { INodeProperties } from 'n8n-workflow';

import { VitallyError } from '../errors/vitallyError';
import type { ItemParameters } from '../fields/itemParameters';
import {
	NOT_IN_TOOLS,
	textProperty,
	choiceProperty,
	type Choice,
	switchProperty,
	numberProperty,
} from '../fields/properties';
import { readChoice, readNumber, refTo, requiredId, wholeNumber } from '../fields/readers';
import { dryRunField, readDryRunField } from '../fields/writeOptions';
import { normalizeEmail } from '../records/recordList';
import { isVitallyId, type RecordType } from '../records/recordType';
import { pathSegment } from '../transport/pathSegment';
import { readEmail } from '../values/email';
import { isEmpty } from '../values/emptyValues';
import { formatCount } from './formatCount';
import { showText } from './showText';

export type MatchBy = 'externalId' | 'id' | 'email';

/** The advice for an empty table of which n8n made one empty item. */
const EMPTY_ITEM_ADVICE =
	"Turn off 'Always Output Data' in the settings of the node before: with it, a node that finds nothing passes on one empty item.";

/** What the column contains by which rows name their records. */
const CONTENTS: Record<MatchBy, string> = {
	externalId: 'your ID',
	id: 'the Vitally ID',
	email: 'the email address',
};

const COLUMNS: Record<MatchBy, INodeProperties> = {
	externalId: textProperty('External ID Column', 'externalId', {
		...column('externalId'),
		placeholder: 'e.g. {{ $json.customer_id }}',
	}),
	id: textProperty('Vitally ID Column', 'vitallyId', {
		...column('id'),
		placeholder: 'e.g. {{ $json.vitally_id }}',
	}),
	email: textProperty('Email Column', 'matchEmail', {
		...column('email'),
		placeholder: 'e.g. {{ $json.email }}',
	}),
};

const matchBy = choiceProperty<MatchBy>('Match By', 'matchBy', {
	noDataExpression: true,
	options: [
		{ name: 'External ID', value: 'externalId' },
		{ name: 'Vitally ID', value: 'id' },
	],
	default: 'externalId',
	description:
		"How each row identifies its record. Only 'External ID' creates records that Vitally doesn't have.",
});

export const createMissing = switchProperty('Create Missing Records', 'createMissing', {
	default: true,
	description: 'Whether to create a record for each External ID that Vitally does not have',
	displayOptions: { show: { matchBy: ['externalId'] } },
});

/** The fields for the column by which rows name their records, and for what happens to records that do not exist. */
export function matchFields(type: RecordType): INodeProperties[] {
	const field = matchByField(type);

	return [field, ...field.options.map(({ value }) => COLUMNS[value]), createMissing];
}

function matchByField({ hasEmail }: RecordType): Choice<MatchBy> {
	if (!hasEmail) return matchBy;

	return { ...matchBy, options: [{ name: 'Email Address', value: 'email' }, ...matchBy.options] };
}

/**
 * The ID or email address by which a row names its record.
 *
 * @returns the key as `keyOf` of the record, and how the row writes it
 * @throws VitallyError for what is empty, or no such ID or address
 */
export function readMatch(
	item: ItemParameters,
	matchBy: MatchBy,
): { key: string; spelling: string } {
	const { name, displayName } = COLUMNS[matchBy];
	const text = requiredId(item, name, displayName);

	if (matchBy === 'email') {
		const spelling = readEmail(text, displayName);

		return { key: normalizeEmail(spelling), spelling };
	}

	// Blanks and capitals are part of an external ID.
	const id = matchBy === 'id' ? text.trim() : text;

	// Throws for what cannot be an ID.
	pathSegment(id, displayName);

	const key = matchBy === 'id' && isVitallyId(id) ? id.toLowerCase() : id;

	return { key, spelling: id };
}

/** Whether a row has no value where it names its record. */
export function isMatchEmpty(item: ItemParameters, matchBy: MatchBy): boolean {
	try {
		return isEmpty(item.param(COLUMNS[matchBy].name));
	} catch {
		// The expression fails.
		return false;
	}
}

/**
 * The error of a table of which no row names a record, as with the column names of another table.
 *
 * @param item any of its rows
 */
export function emptyMatchError(
	item: ItemParameters,
	matchBy: MatchBy,
	rowCount: number,
): VitallyError {
	const { displayName } = COLUMNS[matchBy];
	const columns = Object.keys(item.input?.json ?? {}).map(showText);
	const advice = `Drag the one with ${CONTENTS[matchBy]} onto '${displayName}'.`;

	return new VitallyError(
		`'${displayName}' is empty in all ${formatCount(rowCount)} rows`,
		columns.length > 0 ? `Columns: ${columns.join(', ')}. ${advice}` : EMPTY_ITEM_ADVICE,
		{ field: displayName },
	);
}

/** The error of a row that names no record because it has no columns; `undefined` for a row that has some. */
export function emptyItemError(item: ItemParameters, matchBy: MatchBy): VitallyError | undefined {
	if (Object.keys(item.input?.json ?? {}).length > 0) return undefined;

	const { displayName } = COLUMNS[matchBy];

	return new VitallyError(
		`'${displayName}' is empty, because the input item has no fields`,
		EMPTY_ITEM_ADVICE,
		{ field: displayName },
	);
}

export const maxChanges = numberProperty('Max Changes', 'maxChanges', {
	typeOptions: { minValue: 0 },
	default: 500,
	description:
		'Maximum number of records to create or update. If more would change, nothing is written and the node fails.',
});

const maxChangesPercent = numberProperty('Max Changes Percent', 'maxChangesPercent', {
	typeOptions: { minValue: 0, maxValue: 100 },
	default: 5,
	description: "Like 'Max Changes', as a percentage of the input rows",
});

const notInTable = choiceProperty('Not in the Table', 'notInTable', {
	options: [
		{ name: 'Ignore', value: 'ignore', description: 'Read only the records in your table' },
		{
			name: 'Output',
			value: 'output',
			description: 'Return them after the rows, and count them in the summary',
		},
	],
	default: 'ignore',
	description:
		"What to do with records in Vitally that aren't in your table. Sync never changes them. To find them, the whole list is read: one request for 100 records. If the node runs more than once in an execution, it fails: connect all rows at once.",
});

export const syncOptions = [maxChanges, maxChangesPercent, notInTable];

export const syncOutputField = choiceProperty('Output', 'syncOutput', {
	options: [
		{
			name: 'Changed Records',
			value: 'changed',
			description:
				'One item for each row that was created, updated, missing or failed, with the old and new values',
		},
		{
			name: 'Each Row',
			value: 'each',
			description: 'One item for each row, unchanged ones included',
		},
		{
			name: 'Summary',
			value: 'summary',
			description: 'One item with the numbers of records, and the rows that failed',
		},
	],
	default: 'changed',
	description: 'What to return',
	displayOptions: NOT_IN_TOOLS,
});

/** What the first row decides for the whole table. */
export interface TableOptions {
	isDryRun: boolean;
	matchBy: MatchBy;
	output: 'summary' | 'changed' | 'each';
	/** `Infinity` for no limit, as for `maxChangesPercent`. */
	maxChanges: number;
	maxChangesPercent: number;
	/** Whether to find the records that no row names. */
	findsNotInTable: boolean;
}

/** The parameters that decide for the whole table. */
const PARAMETERS = ['dryRun', 'matchBy', 'syncOutput', 'options'];

const LABELS: Record<keyof TableOptions, string> = {
	isDryRun: dryRunField.displayName,
	matchBy: matchBy.displayName,
	output: syncOutputField.displayName,
	maxChanges: maxChanges.displayName,
	maxChangesPercent: maxChangesPercent.displayName,
	findsNotInTable: notInTable.displayName,
};

/**
 * The options of a table, from one of its rows.
 *
 * @param type of the records of a Sync; `undefined` for Sync: Apply Changes and Sync: Undo, which have fewer options
 * @param first options of the first row
 * @throws VitallyError for an invalid value, and where rows differ
 */
export function readTableOptions(
	item: Pick<ItemParameters, 'param' | 'isExpression'>,
	type: RecordType | undefined,
	first?: TableOptions,
): TableOptions {
	// Only an expression can return something else for another row.
	if (first && !PARAMETERS.some((name) => item.isExpression?.(name))) return first;

	const options: TableOptions = {
		isDryRun: readDryRunField(item),
		matchBy: type ? readChoice(item, matchByField(type)) : 'externalId',
		output: type ? readChoice(item, syncOutputField) : 'each',
		maxChanges: readMaxChanges(item),
		// The rows of Sync: Apply Changes and Sync: Undo are not the whole table.
		maxChangesPercent: type ? readMaxChangesPercent(item) : Infinity,
		findsNotInTable: type !== undefined && readChoice(item, notInTable, 'options') === 'output',
	};
	if (first) assertSameOptions(options, first);

	return options;
}

function readMaxChanges(item: Pick<ItemParameters, 'param'>): number {
	return readNumber(item, refTo(maxChanges, 'options'), {
		fallback: Infinity,
		...wholeNumber(0),
	});
}

function readMaxChangesPercent(item: Pick<ItemParameters, 'param'>): number {
	return readNumber(item, refTo(maxChangesPercent, 'options'), {
		fallback: Infinity,
		isAllowed: (number) => number >= 0 && number <= 100,
		wanted: 'a number from 0 to 100',
	});
}

/** @throws VitallyError where the options of a row differ from those of the first one */
function assertSameOptions(options: TableOptions, first: TableOptions): void {
	for (const name of Object.keys(LABELS) as Array<keyof TableOptions>) {
		if (options[name] === first[name]) continue;

		throw new VitallyError(
			`'${LABELS[name]}' is not the same for all items`,
			'Let the expression return the same value for each item, because it applies to the whole table. Nothing was written.',
		);
	}
}

function column(matchBy: MatchBy): Partial<INodeProperties> {
	const hint = `Drag the column with ${CONTENTS[matchBy]} here`;

	return { required: true, hint, displayOptions: { show: { matchBy: [matchBy] } } };
}
