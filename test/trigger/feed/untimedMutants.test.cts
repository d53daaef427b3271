import fc from 'fast-check';
import { mutantOf, type Bug } from './mutant.cts';
import { untimedCommandSequences, type UntimedTrigger } from './untimedCommandSequence.cts';
import { runUntimedSequence } from './untimedSimulation.cts';

/** `seed` is one that shows the bug early. */
const RUNS = 1000;

/** The usual bugs of comparing with a snapshot, each built into the feed: the simulation must catch them all. */
const BUGS: Array<Bug & { is: string; on?: UntimedTrigger; seed?: number }> = [
	{
		is: 'reading ends at the first unchanged record',
		file: 'snapshotDiff/storedRows',
		text: 'const STABLE_RUN = 50;',
		instead: 'const STABLE_RUN = 1;',
	},
	{
		is: 'unchanged records count in any order',
		file: 'snapshotDiff/storedRows',
		text: 'rank > this.lastRank ? this.stableRun + 1 : 1',
		instead: 'this.stableRun + 1',
		seed: 3,
	},
	{
		is: 'what a poll emitted that stopped early counts as unchanged',
		file: 'snapshotDiff/storedRows',
		text: 'rank >= this.emitted && !this.isFresh(row)',
		instead: '!this.isFresh(row)',
	},
	{
		is: 'a poll that stopped early counts as complete',
		file: 'snapshotDiff/snapshotScan',
		text: 'const isComplete = this.isRead || isLost || !state;',
		instead: 'const isComplete = true;',
	},
	{
		is: 'a poll that stopped early forgets what the one before emitted',
		file: 'snapshotDiff/snapshotScan',
		text: 'const emitted = rows.length + stored.emittedUnread;',
		instead: 'const emitted = rows.length;',
	},
	{
		is: 'what was read is not remembered',
		file: 'snapshotDiff/snapshotScan',
		text: 'rows: remembered.slice(0, limit),',
		instead: 'rows: state?.rows ?? remembered,',
	},
	{
		is: 'what was not read is forgotten',
		file: 'snapshotDiff/snapshotScan',
		text: '[...rows.map(rowOf), ...stored.unread]',
		instead: 'rows.map(rowOf)',
	},
	{
		is: 'pages that were read already count: a small page cap never gets on',
		file: 'snapshotDiff/snapshotScan',
		text: 'if (!rows.length || rows.some((row) => this.stored.isFresh(row))) this.fullPages++;',
		instead: 'this.fullPages++;',
	},
	{
		is: 'newest first',
		file: 'snapshotDiff/snapshotScan',
		text: '[...rows.entries()].reverse()',
		instead: '[...rows.entries()]',
	},
	{
		is: 'volatile fields count as changes',
		file: 'snapshotDiff/fingerprint',
		text: "['durationInDays']",
		instead: '[]',
	},
	{
		is: 'the fingerprint leaves out the contents',
		file: 'snapshotDiff/fingerprint',
		text: "isCreation ? '' : contentFingerprint(record)",
		instead: "''",
	},
	{
		is: 'edits of created records count as creations',
		file: 'snapshotDiff/fingerprint',
		text: "isCreation ? '' : contentFingerprint(record)",
		instead: 'contentFingerprint(record)',
		on: 'conversationCreated',
	},
	{
		is: 'records archived before the start are emitted when they are edited',
		file: 'snapshotDiff/snapshotScan',
		text: 'if (!isDue) detector.snapshot?.observeInitial(row);',
		instead: '',
		on: 'projectArchived',
	},
	{
		is: 'the values before are not looked at',
		file: 'snapshotDiff/snapshotScan',
		text: 'if (!isDue) detector.snapshot?.observeInitial(row);',
		instead: '',
		on: 'projectUpdated',
	},
];

describe('the simulation of lists without timestamps catches', () => {
	it.each(BUGS)('$is', ({ on = 'conversationUpdated', seed = 1, ...bug }) => {
		const open = mutantOf(bug);
		const property = fc.property(untimedCommandSequences(on), (sequence) => {
			runUntimedSequence(open, sequence);
		});
		const outcome = fc.check(property, { numRuns: RUNS, seed, endOnFailure: true });
		expect(outcome.failed).toBe(true);
	});
});
