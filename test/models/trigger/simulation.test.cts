import fc from 'fast-check';

import { createScan } from '../../../nodes/Vitally/trigger/scan/createScan';
import { runsOf } from '../histories.cts';
import { SEGMENT_TRIGGERS, TRIGGERS, commandSequences, type Trigger } from './commandSequence.cts';
import { runSequence } from './simulation.cts';

/**
 * Thousands of random command sequences in all: creates, edits, ties, edits between pages, bursts larger than the
 * page cap, polls that stop early, faults at any request, cursors rejected or shifted, restarts with
 * older states, late visibility up to the lookback, clocks hours off, changed configurations.
 */
describe('no change lost, none twice', () => {
	const check = (triggerOn: Trigger, watch: boolean | 'condition' = false) => {
		let events = 0;

		fc.assert(
			fc.property(commandSequences(triggerOn, watch), (sequence) => {
				events += runSequence(createScan, sequence);
			}),
			{ numRuns: runsOf(200) },
		);

		expect(events).toBeGreaterThan(0);
	};

	it.each([...TRIGGERS, ...SEGMENT_TRIGGERS])('%s', (triggerOn) => check(triggerOn));

	it.each(['accountUpdated', 'npsResponseUpdated'] as const)('%s with a condition', (triggerOn) =>
		check(triggerOn, 'condition'),
	);

	it('accountUpdated with watched fields', () => check('accountUpdated', true));
});
