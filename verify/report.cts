import type { Fact, Finding } from './facts/fact.cts';

/** What was found about a fact. */
export interface Answer {
	fact: Fact;
	finding: Finding;
}

/** The head of a report. */
export interface RunSummary {
	version: string;
	/** `us`, `eu` or `custom`. */
	dataCenter: string;
	writes: boolean;
	requestCount: number;
	seconds: number;
}

/** What does not follow from the facts. */
export interface Remarks {
	/** Answers that the contract of the sandbox does not allow. */
	contractDifferences: ReadonlySet<string>;
	/** Fields that the contract does not have. */
	unknownFields: ReadonlySet<string>;
	/** Records that could not be deleted. */
	notDeleted: readonly string[];
}

interface Section {
	title: string;
	columns: string[];
	rows: string[][];
}

const FACT_COLUMNS = ['Fact', 'Statement', 'Seen', 'docs/internal'];

const TRACES_OF_WRITES =
	'The traits `n8nVerify` and `n8nVerifyList` may stay among the trait definitions, and the tag of the run among the tags: nothing can delete them.';

/** Writes the report as Markdown, without a key, and without a name, a text or an ID of others' records. */
export function writeReport(
	summary: RunSummary,
	answers: readonly Answer[],
	remarks: Remarks,
): string {
	const lines = ['# What the service answers', '', describeRun(summary)];

	for (const section of sectionsOf(answers, remarks)) lines.push(...linesOf(section));
	if (summary.writes) lines.push('', TRACES_OF_WRITES);

	return `${lines.join('\n')}\n`;
}

function describeRun({ version, dataCenter, writes, requestCount, seconds }: RunSummary): string {
	const date = new Date().toISOString().slice(0, 10);
	const mode = writes ? 'with a throw-away account' : 'read-only';

	return `n8n-nodes-vitally ${version}, ${date}, data center ${dataCenter}, ${mode}, ${requestCount} requests, ${seconds} seconds.`;
}

function sectionsOf(answers: readonly Answer[], remarks: Remarks): Section[] {
	const { contractDifferences, unknownFields, notDeleted } = remarks;

	const factRows = (...results: Array<Finding['result']>) =>
		answers
			.filter(({ finding }) => results.includes(finding.result))
			.map(({ fact, finding }) => [fact.id, fact.statement, finding.observation, fact.section]);

	return [
		{
			title: 'Differences',
			columns: ['Fact', 'Statement', 'Seen', 'If it differs'],
			rows: [...differingRows(answers), ...contractRows(contractDifferences)],
		},
		{
			title: 'News',
			columns: ['Fields that the contract does not know'],
			rows: [...unknownFields].map((field) => [field]),
		},
		{
			title: 'As expected, and what was seen',
			columns: FACT_COLUMNS,
			rows: factRows('asExpected', 'observed'),
		},
		{
			title: 'Not seen in this workspace',
			columns: FACT_COLUMNS,
			rows: factRows('notObservable'),
		},
		{
			title: 'Not deleted',
			columns: ['Record'],
			rows: notDeleted.map((record) => [record]),
		},
	];
}

function differingRows(answers: readonly Answer[]): string[][] {
	return answers
		.filter(({ finding }) => finding.result === 'differs')
		.map(({ fact, finding }) => [fact.id, fact.statement, finding.observation, fact.ifItDiffers]);
}

function contractRows(differences: ReadonlySet<string>): string[][] {
	return [...differences].map((difference) => [
		'contract',
		'The answer has the form of the contract',
		difference,
		'A field is empty or missing; sandbox/contract/.',
	]);
}

function linesOf({ title, columns, rows }: Section): string[] {
	const lines = ['', `## ${title}`, ''];
	if (rows.length === 0) return [...lines, 'None.'];

	const separators = columns.map(() => '---');

	return [...lines, ...[columns, separators, ...rows].map(tableLine)];
}

function tableLine(cells: string[]): string {
	const escaped = cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' '));

	return `| ${escaped.join(' | ')} |`;
}
