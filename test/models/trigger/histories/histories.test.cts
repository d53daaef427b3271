import fc from 'fast-check';

import { atMost, moreThan } from '../../../fixtures/bounds.cts';
import { runsAll, runsOf, someOf } from '../../histories.cts';
import { FAULT_HISTORIES } from './faultHistories.cts';
import { runHistory, type History, type Outcome } from './historyRun.cts';
import { LARGE_HISTORIES } from './largeHistories.cts';
import { N8N_HISTORIES } from './n8nHistories.cts';
import type { NamedHistory } from './namedHistory.cts';
import { OutcomeTable } from './outcomeTable.cts';
import { randomHistories } from './randomHistories.cts';
import {
	ACCOUNT_CREATED,
	ACCOUNT_UPDATED,
	ENTERED_SEGMENT,
	HEALTH_DROPPED,
	MEETING_CREATED,
	type WatchedEvent,
} from './watchedEvents.cts';

interface RandomRow {
	title: string;
	event: WatchedEvent;
	scheduler: History['scheduler'];
}

const EVENTS = [HEALTH_DROPPED, ACCOUNT_UPDATED, ENTERED_SEGMENT, ACCOUNT_CREATED, MEETING_CREATED];

const RANDOM = EVENTS.flatMap((event) =>
	(['default', 'durable'] as const).map(
		(scheduler): RandomRow => ({
			title: `${event.name}, ${scheduler} scheduler`,
			event,
			scheduler,
		}),
	),
);

describe('a history of the trigger', () => {
	const outcomes = new OutcomeTable();

	afterAll(() => {
		if (runsAll) process.stdout.write(`\n${outcomes.markdown}\n\n`);
	});

	it.each([...LARGE_HISTORIES, ...FAULT_HISTORIES, ...N8N_HISTORIES])(
		'has each event once: $name',
		async (history) => {
			const outcome = await runHistory(history);

			outcomes.add(history.name, outcome);
			expectEachEventOnce(history, outcome);
			expectBounds(history, outcome);

			expect({ dueEvents: outcome.due }).toEqual({ dueEvents: moreThan(0) });
		},
	);

	it.each(someOf(4, RANDOM))(
		'has each event once, whatever happens: $title',
		async ({ title, event, scheduler }) => {
			await fc.assert(
				fc.asyncProperty(randomHistories(event, scheduler), async (history) => {
					const outcome = await runHistory(history);

					outcomes.add(`Random: ${title}`, outcome);
					expectEachEventOnce(history, outcome);
				}),
				{ numRuns: runsOf(10) },
			);
		},
	);
});

/** What every history promises. */
function expectEachEventOnce({ event }: History, outcome: Outcome): void {
	const { lost, twice, untrue, errors } = outcome;

	expect({ lost, twice, untrue, errors }).toEqual({ lost: [], twice: [], untrue: [], errors: [] });
	expect({ stateBytes: outcome.largestState }).toEqual({ stateBytes: atMost(event.maxStateBytes) });
}

function expectBounds(history: NamedHistory, outcome: Outcome): void {
	const {
		maxStateBytes = Infinity,
		withinPolls = Infinity,
		pollsOfFullReading = Infinity,
	} = history;

	expect({
		stateBytes: outcome.largestState,
		pollsToAnEvent: outcome.slowestPolls,
		pollsOfFullReading: Math.max(0, ...outcome.pollsOfFullReadings),
	}).toEqual({
		stateBytes: atMost(maxStateBytes),
		pollsToAnEvent: atMost(withinPolls),
		pollsOfFullReading: atMost(pollsOfFullReading),
	});
}
