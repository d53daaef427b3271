import fc from 'fast-check';
import { histories, type TRIGGERS } from './history.cts';
import { play } from './simulation.cts';
import { withBug, type Bug } from './variant.cts';

/** The rarest of them takes about 1,300 histories. */
const RUNS = 3000;

/** The usual bugs of polling triggers, each built into the feed: the simulation must catch them all. */
const BUGS: Array<Bug & { is: string; on?: (typeof TRIGGERS)[number]; watch?: boolean }> = [
	{
		is: 'the walk ends at the floor instead of below it (> for >=)',
		file: 'walk',
		text: 'this.reached < this.stretch.from)',
		instead: 'this.reached <= this.stretch.from)',
	},
	{
		is: 'a record right at the floor is skipped',
		file: 'walk',
		text: 'if (at < this.stretch.from ||',
		instead: 'if (at <= this.stretch.from ||',
	},
	{
		is: 'the watermark comes from the last page',
		file: 'walk',
		text: 'records.reduce((newest, { at }) => Math.max(newest, at), this.newest)',
		instead: 'records[records.length - 1]?.at ?? this.newest',
	},
	{
		is: 'ids without timestamps: a later edit is swallowed',
		file: 'walk',
		text: 'known === undefined || (known !== stamp && at >= (instantOf(known) ?? -Infinity))',
		instead: 'known === undefined',
	},
	{
		is: 'no known records: ties and the overlap come again',
		file: 'walk',
		text: 'for (const dated of fresh) this.known.set(dated.id, dated.stamp);',
		instead: '',
	},
	{
		is: 'no overlap: what becomes visible late is skipped',
		file: 'head',
		text: 'watermark - overlapMs,',
		instead: 'watermark,',
	},
	{
		is: 'the floor is above the watermark: ties of the newest record are skipped',
		file: 'head',
		text: 'watermark - overlapMs,',
		instead: 'watermark - overlapMs + 1,',
	},
	{
		is: 'the overlap ends as soon as the clock moved at all',
		file: 'head',
		text: 'elapsed >= overlapMs + SERVED_AT_STEP_MS',
		instead: 'elapsed > 0',
	},
	{
		is: 'settled up to the newest watermark instead of the old one',
		file: 'head',
		text: '? state.mark.watermark + 1',
		instead: '? watermark + 1',
	},
	{
		is: 'the clock of the service taken for a timestamp',
		file: 'head',
		text: 'const watermark = Math.max(state.watermark, walk.newest)',
		instead: 'const watermark = servedAt ?? Math.max(state.watermark, walk.newest)',
	},
	{
		is: 'a poll that stops early forgets what it did not read',
		file: 'changeScan',
		text: '(this.head.started ? this.head.rest() : undefined)',
		instead: 'undefined',
	},
	{
		is: 'a gap that is not finished is forgotten',
		file: 'changeScan',
		text: 'this.gap?.rest() ?? (this.head.started',
		instead: '(this.head.started',
	},
	{
		is: 'the gap begins below the ties of the last record read',
		file: 'walk',
		text: 'to: to === Infinity ? null : to,',
		instead: 'to: to === Infinity ? null : to - 1,',
	},
	{
		is: 'the gap ends at the new floor instead of the old one',
		file: 'changeScan',
		text: '...(gap && { gap }),',
		instead: '...(gap && { gap: { ...gap, from: Math.max(gap.from, position.head.from) } }),',
	},
	{
		is: 'a remembered cursor is trusted blindly',
		file: 'walk',
		text: 'if (this.resuming && !this.continues(records[0]))',
		instead: 'if (this.resuming && !records.length)',
	},
	{
		is: 'a refused cursor ends the gap',
		file: 'walk',
		text: 'restart(): void {',
		instead: 'restart(): void {\n\t\tthis.done = true;',
	},
	{
		is: 'gap and head both tell what lies in both',
		file: 'changeScan',
		text: 'if (walk === this.gap) for (const record of fresh) this.head.note(record);',
		instead: '',
	},
	{
		is: 'pages over known ground count: a small page cap never gets on',
		file: 'changeScan',
		text: 'if (fresh.length) this.fullPages++;',
		instead: 'this.fullPages++;',
	},
	{
		is: 'newest first',
		file: 'record',
		text: 'a.at - b.at',
		instead: 'b.at - a.at',
	},
	{
		is: 'the start tells the ties of the newest record',
		file: 'baseline',
		text: ': newest + 1;',
		instead: ': newest;',
	},
	{
		is: 'an empty list is no start',
		file: 'baseline',
		text: 'const isEmpty = this.isRead && this.results === 0;',
		instead: 'const isEmpty = false;',
	},
	{
		is: 'other settings go on in the old list',
		file: 'scan',
		text: 'state.list !== listName(settings)',
		instead: 'false',
	},
	{
		is: 'created events sorted by updatedAt',
		file: 'feeds',
		text: "happening: 'created', sortBy: 'createdAt'",
		instead: "happening: 'created', sortBy: 'updatedAt'",
		on: 'accountCreated',
	},
	{
		is: 'an edit of an archived record tells its archiving again',
		file: 'moments',
		text: 'if (this.known.get(id) === moment) return null;',
		instead: '',
		on: 'projectArchived',
	},
	{
		is: 'archived a second time counts as known',
		file: 'moments',
		text: 'if (this.known.get(id) === moment) return null;',
		instead: 'if (this.known.has(id)) return null;',
		on: 'projectArchived',
	},
	{
		is: 'records archived before the start are told when they are edited',
		file: 'moments',
		text: '> this.since',
		instead: '> 0',
		on: 'projectArchived',
	},
	{
		is: 'backdated churns count as old for ever',
		file: 'moments',
		text: "if (this.learned === 'soon') this.learned = 'yes';",
		instead: '',
		on: 'accountChurned',
	},
	{
		is: 'churns edited while the list is learned count as news',
		file: 'moments',
		text: "this.learned = 'soon';",
		instead: "this.learned = 'yes';",
		on: 'accountChurned',
	},
	{
		is: 'the values before are those of the first sight',
		file: 'snapshots',
		text: 'this.keep(dated.id, after);',
		instead: 'if (before === undefined) this.keep(dated.id, after);',
		watch: true,
	},
	{
		is: 'a change without known values before is dropped',
		file: 'snapshots',
		text: 'return isUntouched(dated) ? null : this.unknown(dated);',
		instead: 'return null;',
		watch: true,
	},
	{
		is: 'learning overwrites what was told',
		file: 'snapshots',
		text: 'if (!this.values.has(dated.id)) this.keep(',
		instead: 'this.keep(',
		watch: true,
	},
	{
		is: 'snapshots of other fields are kept',
		file: 'scan',
		text: 'delete position.snapshots;',
		instead: '',
		watch: true,
	},
	{
		is: 'events are told but the state is that of before',
		file: 'changeScan',
		text: '...position,',
		instead: '...this.state,',
	},
];

describe('the simulation catches', () => {
	it.each(BUGS)('$is', ({ on = 'accountUpdated', watch = false, ...bug }) => {
		const start = withBug(bug);
		const property = fc.property(histories(on, watch), (history) => play(start, history));
		const outcome = fc.check(property, { numRuns: RUNS, seed: 1, endOnFailure: true });
		expect(outcome.failed).toBe(true);
	});
});
