import fc from 'fast-check';

import { createScan } from '../../../nodes/Vitally/trigger/scan/createScan';
import { moreThan } from '../../fixtures/bounds.cts';
import { runsOf } from '../histories.cts';
import {
	commandSequences,
	SEGMENT_TRIGGERS,
	TRIGGERS,
	type Trigger,
	type Watch,
} from './commandSequence.cts';
import { runSequence } from './simulation.cts';

/**
 * Thousands of random command sequences in all: creates, edits, ties, edits between pages, bursts larger than the
 * page cap, polls that stop early, faults at any request, cursors rejected or shifted, restarts with
 * older states, late visibility up to the lookback, clocks hours off, changed configurations.
 */
describe('the feed loses no change, and emits none twice', () => {
	const check = (triggerOn: Trigger, watch: Watch) => {
		let events = 0;

		fc.assert(
			fc.property(commandSequences(triggerOn, watch), (sequence) => {
				events += runSequence(createScan, sequence);
			}),
			{ numRuns: runsOf(200) },
		);

		expect({ events }).toEqual({ events: moreThan(0) });
	};

	it.each([...TRIGGERS, ...SEGMENT_TRIGGERS])('emits each event once: %s', (triggerOn) =>
		check(triggerOn, 'anyChange'),
	);

	it.each(['accountUpdated', 'npsResponseUpdated'] as const)(
		'emits each event with a condition once: %s',
		(triggerOn) => check(triggerOn, 'condition'),
	);

	it('emits each event with watched fields once: accountUpdated', () =>
		check('accountUpdated', 'fields'));
});
