import fc from 'fast-check';
import { openScan } from '../../../nodes/Vitally/trigger/feed/openScan';
import { SEGMENT_TRIGGERS, TRIGGERS, commandSequences } from './commandSequence.cts';
import { mutantOf, ROOM_FOR_TWO } from './mutant.cts';
import { runSequence } from './simulation.cts';

/** `HISTORIES=10 npx jest test/trigger` runs ten times as many. */
const RUNS = 250 * Number(process.env.HISTORIES ?? 1);

/**
 * Thousands of random command sequences in all: creates, edits, ties, edits between pages, bursts larger than the
 * page cap, polls that stop early, faults at any request, cursors rejected or shifted, restarts with
 * older states, late visibility up to the lookback, clocks hours off, changed configurations.
 */
describe('no change lost, none twice', () => {
	it.each(TRIGGERS)('%s', (triggerOn) => {
		fc.assert(
			fc.property(commandSequences(triggerOn, false), (sequence) =>
				runSequence(openScan, sequence),
			),
			{ numRuns: RUNS },
		);
	});

	it.each(SEGMENT_TRIGGERS)('%s', (triggerOn) => {
		fc.assert(
			fc.property(commandSequences(triggerOn, false), (sequence) =>
				runSequence(openScan, sequence),
			),
			{ numRuns: RUNS },
		);
	});

	it.each(SEGMENT_TRIGGERS)('%s, without room for the names of all segments', (triggerOn) => {
		const open = mutantOf(ROOM_FOR_TWO);
		fc.assert(
			fc.property(commandSequences(triggerOn, false), (sequence) => runSequence(open, sequence)),
			{ numRuns: RUNS },
		);
	});

	it.each(['accountUpdated', 'npsResponseUpdated'] as const)('%s with a condition', (triggerOn) => {
		fc.assert(
			fc.property(commandSequences(triggerOn, 'condition'), (sequence) =>
				runSequence(openScan, sequence),
			),
			{ numRuns: RUNS },
		);
	});

	it('accountUpdated with watched fields', () => {
		fc.assert(
			fc.property(commandSequences('accountUpdated', true), (sequence) =>
				runSequence(openScan, sequence),
			),
			{ numRuns: RUNS },
		);
	});
});
