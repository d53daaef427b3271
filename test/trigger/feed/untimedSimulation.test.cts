import fc from 'fast-check';
import { openScan } from '../../../nodes/Vitally/trigger/feed/openScan';
import { Figures } from '../figures.cts';
import { untimedCommandSequences, UNTIMED_TRIGGERS } from './untimedCommandSequence.cts';
import { runUntimedSequence } from './untimedSimulation.cts';

const RUNS = 200;

/**
 * 800 random command sequences in all: creations, edits with and without a visible change, bursts
 * larger than the page cap, changes between pages, polls that stop early, faults, restarts with
 * older states, on lists of up to 120 records and more and with pages of 3 to 100.
 */
describe('no visible change lost, none twice, on lists without timestamps', () => {
	const figures = Figures.ofSuite('On lists without timestamps');

	it.each(UNTIMED_TRIGGERS)('%s', (triggerOn) => {
		fc.assert(
			fc.property(untimedCommandSequences(triggerOn), (sequence) =>
				figures.history(triggerOn, () => runUntimedSequence(openScan, sequence)),
			),
			{ numRuns: RUNS },
		);
	});
});
