import type { LeftOut } from '../../fields/traits/traitMapping';
import type { RecordType } from '../../records/recordType';
import { labelOfChange } from '../changes';
import { formatCount } from '../formatCount';
import { RESULTS, type Result, type TableOperationName } from '../plan';
import { describeColumnsLeftOut } from './describeColumnsLeftOut';
import { SPACES_REASON } from './outputRow';
import type { NamedRow, Tally } from './tally';

/** Fields that a line names. */
const MAX_FIELDS = 5;

/** Numbers of rows that a line names. */
export const MAX_ROW_NUMBERS = 20;

/** Failed and missing rows that a line names. */
const MAX_NAMED = 3;

const RESULT_LABELS = Object.entries(RESULTS) as Array<[Result, string]>;

/** The results that the line names even if there are none. */
const ALWAYS_NAMED: Record<TableOperationName, readonly Result[]> = {
	Sync: ['created', 'updated', 'unchanged'],
	'Sync: Apply Changes': ['created', 'applied', 'unchanged'],
	'Sync: Undo': ['restored'],
};

/** What the lines say in addition to what became of the rows. */
export interface HintFacts {
	requests: number;
	/** The number of records that no row names; `undefined` where they were not looked for. */
	notInTable?: number;
	/** Why it is unknown which records no row names, where they were looked for. */
	whyOthersUnknown?: string;
	/** Numbers of the rows whose external ID begins or ends with a space. */
	rowsWithSpaces: number[];
	/** The sentence about the limit that a dry run exceeds. */
	exceededLimit?: string;
	/** The number of rows that had no turn when the execution was stopped. */
	rowsNotReached: number;
}

interface HintContext {
	operation: TableOperationName;
	isDryRun: boolean;
	type: RecordType;
	labels: ReadonlyMap<string, string>;
	columnsLeftOut: ReadonlyMap<string, LeftOut>;
}

/** Returns the lines above the output. */
export function hintsOf(tally: Tally, facts: HintFacts, context: HintContext): string[] {
	const { failed, missing, withNamesake, storedOtherwise } = tally;
	const { whyOthersUnknown, rowsWithSpaces, exceededLimit, rowsNotReached } = facts;
	const { columnsLeftOut } = context;
	const hints = [`${countsLine(tally, facts, context)}.${leftInPlaceSentence(tally)}`];

	if (failed.length > 0) hints.push(`${failuresLine(tally)}.`);
	if (missing.length > 0) hints.push(`${missingLine(tally)}.`);
	if (withNamesake.length > 0) hints.push(`${namesakesLine(tally, context)}.`);
	if (storedOtherwise.size > 0) hints.push(`${storedOtherwiseLine(tally, context)}.`);

	if (columnsLeftOut.size > 0) {
		hints.push(describeColumnsLeftOut(columnsLeftOut, { showsAdvice: true }));
	}

	if (rowsWithSpaces.length > 0) {
		hints.push(`${SPACES_REASON}. ${listRows(rowsWithSpaces)}.`);
	}

	if (whyOthersUnknown !== undefined) {
		const { plural } = context.type;

		hints.push(`Which ${plural} are not in the table is unknown: ${whyOthersUnknown}.`);
	}

	if (exceededLimit !== undefined) hints.push(`${exceededLimit}.`);
	if (rowsNotReached > 0) hints.push(`${notReachedReason(facts)}.`);

	return hints;
}

/** Names rows by their numbers: `Rows: 3, 7`. */
export function listRows(numbers: readonly number[]): string {
	return `Rows: ${numbers.slice(0, MAX_ROW_NUMBERS).join(', ')}`;
}

export function notReachedReason({ rowsNotReached }: Pick<HintFacts, 'rowsNotReached'>): string {
	const rows = rowsNotReached === 1 ? '1 row was' : `${formatCount(rowsNotReached)} rows were`;

	return `${rows} not reached before the execution was stopped`;
}

function countsLine(
	{ results }: Tally,
	{ requests, notInTable = 0 }: HintFacts,
	{ operation, isDryRun }: HintContext,
): string {
	const isUndo = operation === 'Sync: Undo';
	const parts: string[] = [];

	for (const [result, label] of RESULT_LABELS) {
		const count = results.countOf(result);
		if (count === 0 && !ALWAYS_NAMED[operation].includes(result)) continue;

		const isExplained = isUndo && result === 'skipped';
		const reason = isExplained ? `: the Sync had not written ${count === 1 ? 'it' : 'them'}` : '';

		parts.push(`${formatCount(count)} ${label}${reason}`);
	}

	if (isDryRun) parts[0] = `Dry run: ${parts[0].replace(' ', ' would be ')}`;
	if (notInTable > 0) parts.push(`${formatCount(notInTable)} not in the table`);

	const namesRequests = !isDryRun && !isUndo;
	if (namesRequests) parts.push(`with ${requests} ${requests === 1 ? 'request' : 'requests'}`);

	return parts.join(', ');
}

/** Returns a sentence with a blank before it, or '' where an undo left no record in place. */
function leftInPlaceSentence({ results }: Tally): string {
	const count = results.countOf('leftInPlace');
	if (count === 0) return '';
	if (count === 1) return ' 1 was created by the Sync and is still there: Undo deletes nothing.';

	return ` ${formatCount(count)} were created by the Sync and are still there: Undo deletes nothing.`;
}

/** Returns the line with the first failures, each with its row and reason. */
function failuresLine({ failed }: Tally): string {
	const rows = failed.map(({ row, reason }) => ({ row, text: String(reason) }));

	return `${formatCount(rows.length)} failed: ${firstRows(rows)}`;
}

function missingLine({ missing }: Tally): string {
	return `${formatCount(missing.length)} not in Vitally: ${firstRows(missing)}`;
}

function namesakesLine({ withNamesake }: Tally, { type, isDryRun }: HintContext): string {
	const { length } = withNamesake;
	const written = length === 1 ? 'was' : 'were';
	const verb = isDryRun ? 'would be' : written;

	return `${formatCount(length)} ${verb} created with the name of an ${type.noun} that exists: ${firstRows(withNamesake)}`;
}

/** Returns the line about values that Vitally changed when it stored them: the next Sync would write them again. */
function storedOtherwiseLine({ storedOtherwise }: Tally, { labels }: HintContext): string {
	const fields = [...storedOtherwise].slice(0, MAX_FIELDS).map(([field, count]) => {
		const records = count === 1 ? '1 record' : `${formatCount(count)} records`;

		return `'${labelOfChange(field, labels)}' in ${records}`;
	});

	return `Vitally stored another value for ${fields.join(', ')}`;
}

function firstRows(rows: readonly NamedRow[]): string {
	const sorted = [...rows].sort((a, b) => a.row - b.row);
	const named = sorted.slice(0, MAX_NAMED).map(({ row, text }) => `row ${row} (${text})`);
	const others = rows.length - named.length;
	if (others > 0) named.push(`and ${formatCount(others)} more`);

	return named.join(', ');
}
