import type { Fact, Finding } from './fact.cts';

/** What was found about one fact. */
export interface Answer {
	fact: Fact;
	finding: Finding;
}

/** The head of a report. */
export interface Run {
	version: string;
	/** `us`, `eu` or `custom`. */
	dataCenter: string;
	writes: boolean;
	requests: number;
	seconds: number;
}

/** What does not follow from the facts. */
export interface Remarks {
	/** Answers that the contract of the sandbox does not allow. */
	contract: ReadonlySet<string>;
	/** Fields that the contract does not know. */
	news: ReadonlySet<string>;
	/** Records that could not be deleted. */
	left: readonly string[];
}

/** The report as Markdown, without a key, a name, a text or an ID of a record of others. */
export function reportOf(run: Run, answers: readonly Answer[], remarks: Remarks): string {
	const of = (...results: Array<Finding['result']>) =>
		answers.filter(({ finding }) => results.includes(finding.result));
	const date = new Date().toISOString().slice(0, 10);
	const differing = of('differs');

	return [
		'# What the service answers',
		'',
		`n8n-nodes-vitally ${run.version}, ${date}, data center ${run.dataCenter}, ${run.writes ? 'with a throw-away account' : 'read-only'}, ${run.requests} requests, ${run.seconds} seconds.`,
		...section(
			'Differences',
			[
				...differing.map(({ fact, finding }) => [
					fact.id,
					fact.statement,
					finding.seen,
					fact.ifItDiffers,
				]),
				...[...remarks.contract].map((text) => [
					'contract',
					'The answer has the form of the contract',
					text,
					'A field is empty or missing; sandbox/contract/.',
				]),
			],
			['Fact', 'Statement', 'Seen', 'If it differs'],
		),
		...section(
			'News',
			[...remarks.news].map((text) => [text]),
			['Fields that the contract does not know'],
		),
		...section('As expected, and what was seen', rowsOf(of('asExpected', 'seen')), COLUMNS),
		...section('Not seen in this workspace', rowsOf(of('notSeen')), COLUMNS),
		...section(
			'Not deleted',
			remarks.left.map((text) => [text]),
			['Record'],
		),
		...(run.writes
			? [
					'',
					'The traits `n8nVerify` and `n8nVerifyList` may stay among the trait definitions, and the tag of the run among the tags: nothing can delete them.',
				]
			: []),
		'',
	].join('\n');
}

const COLUMNS = ['Fact', 'Statement', 'Seen', 'docs/internal'];

function rowsOf(answers: readonly Answer[]): string[][] {
	return answers.map(({ fact, finding }) => [fact.id, fact.statement, finding.seen, fact.section]);
}

function section(title: string, rows: string[][], columns: string[]): string[] {
	const line = (cells: string[]) => `| ${cells.map(escapeCell).join(' | ')} |`;
	const table = [line(columns), line(columns.map(() => '---')), ...rows.map(line)];

	return ['', `## ${title}`, '', ...(rows.length > 0 ? table : ['None.'])];
}

function escapeCell(text: string): string {
	return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
