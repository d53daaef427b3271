import { table } from '../../../../scripts/generate/markdown.cts';
import type { Outcome } from './historyRun.cts';

const COLUMNS = [
	'History',
	'Due',
	'Came',
	'Lost',
	'Twice',
	'Untrue',
	'Errors',
	'Polls until it came',
	'Largest state (bytes)',
	'Polls of a full list reading',
];

/** What came of histories, a row for each name; the outcomes of one name are added up. */
export class OutcomeTable {
	private readonly outcomes = new Map<string, Outcome[]>();

	add(name: string, outcome: Outcome): void {
		this.outcomes.set(name, [...(this.outcomes.get(name) ?? []), outcome]);
	}

	get markdown(): string {
		return table(
			COLUMNS,
			[...this.outcomes].map(([name, outcomes]) => [name, ...cellsOf(outcomes)]),
		);
	}
}

function cellsOf(outcomes: Outcome[]): string[] {
	const sum = (countOf: (outcome: Outcome) => number) =>
		String(outcomes.reduce((total, outcome) => total + countOf(outcome), 0));
	const most = (valueOf: (outcome: Outcome) => number) =>
		String(Math.max(...outcomes.map(valueOf)));
	const fullReadings = outcomes.flatMap(({ pollsOfFullReadings }) => pollsOfFullReadings);

	return [
		sum(({ due }) => due),
		sum(({ came }) => came),
		sum(({ lost }) => lost.length),
		sum(({ twice }) => twice.length),
		sum(({ untrue }) => untrue.length),
		sum(({ errors }) => errors.length),
		most(({ slowestPolls }) => slowestPolls),
		most(({ largestState }) => largestState),
		fullReadings.length > 0 ? `${Math.min(...fullReadings)} to ${Math.max(...fullReadings)}` : '',
	];
}
