import fc from 'fast-check';
import { commandSequences, type Trigger } from './commandSequence.cts';
import { runSequence } from './simulation.cts';
import { mutantOf, ROOM_FOR_TWO, type Bug } from './mutant.cts';

/** The rarest of them take several thousand sequences; `seed` is one that shows the bug early. */
const RUNS = 3000;

interface CaughtBug extends Bug {
	is: string;
	on?: Trigger;
	watch?: boolean | 'condition';
	/** Where there is room for the names of two segments. */
	isCrowded?: boolean;
	seed?: number;
}

/** The usual bugs of polling triggers, each built into the feed: the simulation must catch them all. */
const BUGS: CaughtBug[] = [
	{
		is: 'reading ends at the start of a slice instead of below it (> for >=)',
		file: 'incremental/sliceReader',
		text: 'this.reached < this.slice.start)',
		instead: 'this.reached <= this.slice.start)',
		seed: 10,
	},
	{
		is: 'a record right at the start of a slice is skipped',
		file: 'incremental/sliceReader',
		text: 'if (timeMs < this.slice.start ||',
		instead: 'if (timeMs <= this.slice.start ||',
	},
	{
		is: 'the watermark comes from the last page',
		file: 'incremental/sliceReader',
		text: 'this.newest = newestUpTo(this.presentMs, records, this.newest);',
		instead: 'this.newest = newestUpTo(this.presentMs, records, -Infinity);',
	},
	{
		is: 'ids without timestamps: a later edit is swallowed',
		file: 'incremental/sliceReader',
		text: 'return seen !== version && (timeMs >= seenMs || this.wasAhead(id, seenMs, presentMs));',
		instead: 'return false;',
	},
	{
		is: 'nothing is seen: ties and the lookback window come again',
		file: 'incremental/sliceReader',
		text: 'for (const record of fresh) this.seen.set(record.id, record.version);',
		instead: '',
	},
	{
		is: 'no lookback: what becomes visible late is skipped',
		file: 'incremental/watermark',
		text: 'watermark - lookbackMs,',
		instead: 'watermark,',
	},
	{
		is: 'the low watermark is above the watermark: ties of the newest record are skipped',
		file: 'incremental/watermark',
		text: 'watermark - lookbackMs,',
		instead: 'watermark - lookbackMs + 1,',
	},
	{
		is: 'the lookback ends as soon as the clock moved at all',
		file: 'incremental/watermark',
		text: 'elapsed >= lookbackMs + tolerance',
		instead: 'elapsed > 0',
		seed: 28,
	},
	{
		is: 'stable up to the newest watermark instead of the old one',
		file: 'incremental/watermark',
		text: '? earlier.watermark + 1',
		instead: '? watermark + 1',
	},
	{
		is: 'the clock of the service taken for a timestamp',
		file: 'incremental/watermark',
		text: 'const watermark = Math.max(state.watermark, reader.newest)',
		instead: 'const watermark = reading?.timeMs ?? Math.max(state.watermark, reader.newest)',
	},
	{
		is: 'a poll that stops early forgets what it did not read',
		file: 'incremental/incrementalScan',
		text: '(this.head.hasStarted ? this.head.remaining() : undefined)',
		instead: 'undefined',
	},
	{
		is: 'a backlog that is not finished is forgotten',
		file: 'incremental/incrementalScan',
		text: 'this.backlog?.remaining() ?? (this.head.hasStarted',
		instead: '(this.head.hasStarted',
	},
	{
		is: 'the backlog begins below the ties of the last record read',
		file: 'incremental/sliceReader',
		text: 'end: end === Infinity ? null : end,',
		instead: 'end: end === Infinity ? null : end - 1,',
	},
	{
		is: 'the backlog ends at the new low watermark instead of the old one',
		file: 'incremental/incrementalScan',
		text: '...(backlog && { backlog }),',
		instead:
			'...(backlog && { backlog: { ...backlog, start: Math.max(backlog.start, position.head.start) } }),',
	},
	{
		is: 'a remembered cursor is trusted blindly',
		file: 'incremental/sliceReader',
		text: 'if (this.isResuming && !this.continues(records[0]))',
		instead: 'if (this.isResuming && !records.length)',
		seed: 6,
	},
	{
		is: 'a rejected cursor ends the backlog',
		file: 'incremental/sliceReader',
		text: 'restart(): void {',
		instead: 'restart(): void {\n\t\tthis.isDone = true;',
	},
	{
		is: 'backlog and head both emit what lies in both',
		file: 'incremental/incrementalScan',
		text: 'if (reader === this.backlog) for (const record of fresh) this.head.addSeen(record, present);',
		instead: '',
	},
	{
		is: 'pages that were read already count: a small page cap never gets on',
		file: 'incremental/incrementalScan',
		text: 'if (fresh.length) this.fullPages++;',
		instead: 'this.fullPages++;',
	},
	{
		is: 'newest first',
		file: 'record',
		text: 'a.timeMs - b.timeMs',
		instead: 'b.timeMs - a.timeMs',
	},
	{
		is: 'the start emits the ties of the newest record',
		file: 'incremental/baseline',
		text: 'watermark === 0 ? 0 : watermark + 1,',
		instead: 'watermark,',
	},
	{
		is: 'an empty list is no start',
		file: 'incremental/baseline',
		text: '(this.results === 0 || this.records.size > 0)',
		instead: 'this.records.size > 0',
		seed: 5,
	},
	{
		is: 'another configuration goes on in the old list',
		file: 'openScan',
		text: 'state.stream !== streamId(config)',
		instead: 'false',
	},
	{
		is: 'created events sorted by updatedAt',
		file: 'config',
		text: 'const { sortBy, query } = feedOf(config);',
		instead: "const { sortBy, query } = { ...feedOf(config), sortBy: 'updatedAt' as const };",
		on: 'accountCreated',
	},
	{
		is: 'an edit of an archived record emits its archiving again',
		file: 'detectors/transitions',
		text: 'if (this.seen.get(id) === transitionedAt) return null;',
		instead: '',
		on: 'projectArchived',
	},
	{
		is: 'archived a second time counts as seen',
		file: 'detectors/transitions',
		text: 'if (this.seen.get(id) === transitionedAt) return null;',
		instead: 'if (this.seen.has(id)) return null;',
		on: 'projectArchived',
	},
	{
		is: 'records archived before the start are emitted when they are edited',
		file: 'detectors/transitions',
		text: 'newsMs > this.since ||',
		instead: 'newsMs > 0 ||',
		on: 'projectArchived',
		seed: 4,
	},
	{
		is: 'backdated churns count as old for ever',
		file: 'detectors/transitions',
		text: "if (this.status === 'reconciling') this.status = 'complete';",
		instead: '',
		on: 'accountChurned',
	},
	{
		is: 'churns edited while the snapshot is read count as news',
		file: 'detectors/transitions',
		text: "this.status = 'reconciling';",
		instead: "this.status = 'complete';",
		on: 'accountChurned',
		seed: 18,
	},
	{
		is: 'the values before are those of the first sight',
		file: 'detectors/fieldChanges',
		text: 'this.values.keep(version.id, after);',
		instead: 'if (before === undefined) this.values.keep(version.id, after);',
		watch: true,
	},
	{
		is: 'a change without values before is dropped',
		file: 'detectors/fieldChanges',
		text: 'return isUntouched(version) ? null : this.unknown(version);',
		instead: 'return null;',
		watch: true,
	},
	{
		is: 'the snapshot overwrites what was emitted',
		file: 'detectors/fieldChanges',
		text: 'if (this.values.get(id) === undefined) this.values.keep(',
		instead: 'this.values.keep(',
		watch: true,
		seed: 22,
	},
	{
		is: 'values of other fields are kept',
		file: 'watchChange',
		text: 'delete position.watchedValues;',
		instead: '',
		watch: true,
		seed: 24,
	},
	{
		is: 'a record ahead of the clock moves the watermark',
		file: 'incremental/sliceReader',
		text: '(timeMs <= presentMs ? Math.max(newest, timeMs) : newest)',
		instead: 'Math.max(newest, timeMs)',
	},
	{
		is: 'after a timestamp ahead of the clock, earlier ones count as old',
		file: 'incremental/sliceReader',
		text: ' || this.wasAhead(id, seenMs, presentMs)',
		instead: '',
	},
	{
		is: 'what was ahead of the clock is forgotten when the clock has reached it',
		file: 'incremental/sliceReader',
		text: '(isStored ? this.watermark : presentMs)',
		instead: 'presentMs',
		seed: 25,
	},
	{
		is: 'a version ahead of the clock is emitted after the one that took its place',
		file: 'incremental/incrementalScan',
		text: 'if (earlier && earlier.timeMs > record.timeMs) this.unread.delete(earlier);',
		instead: '',
		watch: true,
		seed: 15,
	},
	{
		is: 'what is ahead of the clock at the start is news',
		file: 'incremental/baseline',
		text: 'seen: Object.fromEntries(ahead.map(({ id, version }) => [id, version])),',
		instead: 'seen: {},',
	},
	{
		is: 'the start ends at a record that is ahead of the clock',
		file: 'incremental/baseline',
		text: 'newestUpTo(this.presentMs ?? Infinity,',
		instead: 'newestUpTo(Infinity,',
	},
	{
		is: 'without the clock of the service, a burst is read for ever',
		file: 'incremental/watermark',
		text: 'const elapsed = earlier && reading ?',
		instead: "const elapsed = earlier && reading?.clock === 'service' ?",
	},
	{
		is: 'timestamps are compared as they are written',
		file: 'record',
		text: 'const version = canonicalTimestamp(record[field]);',
		instead: 'const version = String(record[field]);',
	},
	{
		is: 'dates of transitions are compared as they are written',
		file: 'detectors/transitions',
		text: 'const transitionedAt = canonicalTimestamp(record[this.field]);',
		instead: 'const transitionedAt = record[this.field] as string | undefined;',
		on: 'projectArchived',
	},
	{
		is: 'an answer without timestamps begins the feed anew, without them',
		file: 'incremental/incrementalScan',
		text: 'if (!isFirstPage || this.hasSeenTimestamps) throw',
		instead: 'if (!isFirstPage) throw',
	},
	{
		is: 'a later page without timestamps is left out',
		file: 'incremental/incrementalScan',
		text: 'if (showsNoTimestamps(results, request.sortBy)) {',
		instead: 'if (isFirstPage && showsNoTimestamps(results, request.sortBy)) {',
		seed: 3,
	},
	{
		is: 'the members of the list are not known at the start',
		file: 'incremental/memberBaseline',
		text: 'if (this.knowsAll) snapshot?.reconciled?.();',
		instead: '',
		on: 'accountChurned',
	},
	{
		is: 'the members of the list are not known at the start of archived events',
		file: 'incremental/memberBaseline',
		text: 'if (this.knowsAll) snapshot?.reconciled?.();',
		instead: '',
		on: 'projectArchived',
	},
	{
		is: 'a start that was cut short counts as whole',
		file: 'incremental/memberBaseline',
		text: 'if (list.isDone && !snapshot?.isFull) snapshot?.snapshotRead?.();',
		instead: 'snapshot?.snapshotRead?.();\n\t\tsnapshot?.reconciled?.();',
		on: 'accountChurned',
		seed: 5,
	},
	{
		is: 'members that moved to the front while the list was read are not known',
		file: 'incremental/memberBaseline',
		text: 'this.knowsAll = isInstant || isUnmoved;',
		instead: 'this.knowsAll = reader.isDone;',
		on: 'accountChurned',
		seed: 4,
	},
	{
		is: 'what a start did not get to is never read',
		file: 'incremental/memberBaseline',
		text: '...(remaining && { snapshot: remaining }),',
		instead: '',
		on: 'accountChurned',
	},
	{
		is: 'completed a second time counts as seen',
		file: 'detectors/transitions',
		text: 'if (this.seen.get(id) === transitionedAt) return null;',
		instead: 'if (this.seen.has(id)) return null;',
		on: 'taskCompleted',
		seed: 2,
	},
	{
		is: 'a record in two lists comes twice',
		file: 'combined/emittedEvents',
		text: 'if (this.times.has(event.key) || this.wasSeen(event)) return false;',
		instead: '',
		on: 'npsResponseUpdated',
	},
	{
		is: 'what one list gave is forgotten before the other list is read that far',
		file: 'combined/emittedEvents',
		text: 'return timeMs >= head.start || isUnread === true;',
		instead: 'return timeMs > head.start + 1000;',
		on: 'npsResponseUpdated',
	},
	{
		is: 'an old record that comes into another list is news',
		file: 'combined/combinedScan',
		text: 'this.stored && !this.results[index].isComplete ? list : raisedTo(start, list)',
		instead: 'list',
		on: 'npsResponseCreated',
	},
	{
		is: 'a list that was not read to its end goes on where another one does',
		file: 'combined/combinedScan',
		text: 'this.stored && !this.results[index].isComplete ? list : raisedTo(start, list)',
		instead: 'raisedTo(start, list)',
		on: 'npsResponseUpdated',
	},
	{
		is: 'two lists, one position',
		file: 'combined/combinedScan',
		text: 'this.stored?.lists[index] ?? null;',
		instead: 'this.stored?.lists[0] ?? null;',
		on: 'npsResponseUpdated',
	},
	{
		is: 'a condition fires while it is met',
		file: 'detectors/condition',
		text: 'return isChanged && !meets(condition, before) && meets(condition, after);',
		instead: 'return meets(condition, after);',
		watch: 'condition',
	},
	{
		is: 'a condition that was met once never fires again',
		file: 'detectors/conditions',
		text: 'this.values.keep(id, JSON.stringify(after));',
		instead: 'if (this.values.get(id) === undefined) this.values.keep(id, JSON.stringify(after));',
		watch: 'condition',
	},
	{
		is: 'what stood when the feed began meets a condition anew',
		file: 'detectors/conditions',
		text: '(isUntouched(version) || this.values.isOld(version))',
		instead: 'isUntouched(version)',
		watch: 'condition',
	},
	{
		is: 'a member of a segment enters it with every edit',
		file: 'detectors/segments',
		text: 'const added = without(before, after);',
		instead: 'const added = after;',
		on: 'accountEnteredSegment',
	},
	{
		is: 'a new record enters no segment',
		file: 'detectors/segments',
		text: 'this.values.isNew(version) ? [] : undefined',
		instead: 'undefined',
		on: 'accountEnteredSegment',
	},
	{
		is: 'who left a segment is not remembered to have left',
		file: 'detectors/segments',
		text: 'if (keys) this.values.keep(id, JSON.stringify(keys));',
		instead:
			'if (segments?.some((segment) => this.isChosen(segment))) this.values.keep(id, JSON.stringify(keys));',
		on: 'organizationExitedSegment',
	},
	{
		is: 'a segment that there is no room for is forgotten',
		file: 'detectors/rememberedSegments',
		text: 'return place ?? id;',
		instead: "return place ?? '';",
		on: 'accountEnteredSegment',
		isCrowded: true,
	},
	{
		is: 'segments make room that records are still in',
		file: 'detectors/rememberedSegments',
		text: '(used.has(place) ? segment : null)',
		instead: 'null',
		on: 'organizationExitedSegment',
		isCrowded: true,
	},
	{
		is: 'a segment gets the place of another',
		file: 'detectors/rememberedSegments',
		text: 'this.free.pop() ?? this.list.length',
		instead: '0',
		on: 'accountEnteredSegment',
		isCrowded: true,
	},
	{
		is: 'events are emitted but the state is that of before',
		file: 'incremental/incrementalScan',
		text: '...position,',
		instead: '...this.state,',
	},
];

describe('the simulation catches', () => {
	it.each(BUGS)('$is', ({ on = 'accountUpdated', watch = false, isCrowded, seed = 1, ...bug }) => {
		const open = isCrowded ? mutantOf(ROOM_FOR_TWO, bug) : mutantOf(bug);
		const property = fc.property(commandSequences(on, watch), (sequence) => {
			runSequence(open, sequence);
		});
		const outcome = fc.check(property, { numRuns: RUNS, seed, endOnFailure: true });
		expect(outcome.failed).toBe(true);
	});
});
