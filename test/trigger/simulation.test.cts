import fc from 'fast-check';
import { startScan } from '../../nodes/Vitally/trigger/scan';
import { TRIGGERS, histories } from './history.cts';
import { play } from './simulation.cts';

const RUNS = 1000;

/**
 * 6,000 random histories in all: creates, edits, ties, edits between pages, bursts larger than the
 * page cap, polls that stop early, faults at any request, cursors refused or shifted, restarts with
 * older states, late visibility up to the overlap, clocks hours off, changed settings.
 */
describe('no change lost, none twice', () => {
	it.each(TRIGGERS)('%s', (triggerOn) => {
		fc.assert(
			fc.property(histories(triggerOn, false), (history) => play(startScan, history)),
			{ numRuns: RUNS },
		);
	});

	it('accountUpdated with watched fields', () => {
		fc.assert(
			fc.property(histories('accountUpdated', true), (history) => play(startScan, history)),
			{ numRuns: RUNS },
		);
	});
});
