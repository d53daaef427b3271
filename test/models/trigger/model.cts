import assert from 'node:assert/strict';

import { needsFullScan } from '../../../nodes/Vitally/trigger/scan/config';
import type { FeedConfig, FeedEvent, PageRequest } from '../../../nodes/Vitally/trigger/scan/types';
import { timeMs, type ListService, type Row } from './listService.cts';

/** What a stored state represents: everything the feed has emitted up to it. */
export class ModelState {
	json: string | null = null;
	stream = '';
	/** Keys of the events emitted in the life of this state. */
	emitted = new Set<string>();
	/** The newest timestamp of the list, but for those ahead of the clock, when the feed began to start. */
	since = -1;
	/** The newest timestamp when the feed had started: what became visible late up to here may be left out. */
	until = -1;
	/** Keys of what the list showed when the feed started: never news. */
	old = new Set<string>();
	/** Keys of what came while the feed started, or was set back before its snapshot was complete: may be emitted or not. */
	excused = new Set<string>();
	isSnapshotComplete = false;
	/** The versions that the feed has read for certain, by record, if there is a condition or a segment. */
	known = new Map<string, Row>();
	/** The version of the last event, by record. */
	last = new Map<string, Row>();
	/** Watched value by record, in the last event. */
	scores = new Map<string, string>();
	watch = '';
	/** What the records were like while the feed started, or when other fields came to be watched. */
	initial = new Set<Row>();
	/** What the records were like when other fields came to be watched. */
	atSwitch = new Set<Row>();
	/** The first version with a score that the feed has read for certain, by response. */
	answered = new Map<string, Row>();
	/** Surveys that the feed has read for certain when they were dismissed. */
	dismissed = new Set<string>();
}

/** Keeps what was emitted, and checks the promises of the feed. */
export class Model {
	readonly state: ModelState;

	constructor(
		before: ModelState,
		private readonly config: FeedConfig,
		private readonly service: ListService,
	) {
		this.state = {
			...before,
			emitted: new Set(before.emitted),
			scores: new Map(before.scores),
			known: new Map(before.known),
			last: new Map(before.last),
			answered: new Map(before.answered),
			dismissed: new Set(before.dismissed),
		};
	}

	/**
	 * Notes that a feed starts.
	 *
	 * @param visible the list before the start
	 */
	begin(visible: Row[], events: FeedEvent[]): void {
		const isFirst = this.state.json === null;
		const newest = isFirst ? (this.config.newestOnFirstRun ?? 0) : 0;

		assert.ok(
			events.length <= newest,
			'a start emitted more than the newest records that were asked for',
		);
		Object.assign(this.state, new ModelState(), {
			stream: streamOf(this.config),
			watch: JSON.stringify(this.config.watch),
			since: this.newest(visible),
			old: new Set(visible.filter(this.isRecord).map((row) => this.keyOf(row))),
			initial: new Set(visible),
		});
	}

	/**
	 * What came while the feed started may count as old or as news. A start of more than one page is no
	 * instant: only what was in the list all the time is certainly old.
	 *
	 * @param shown what the list showed after each page
	 */
	endStart(shown: Row[][], start: { isWhole: boolean; isOnePage: boolean }): void {
		const { state, service } = this;
		const visible = shown.at(-1) ?? [];
		const keys = shown.map((rows) => new Set(rows.map((row) => this.keyOf(row))));
		const existing = service.ids.flatMap((id) => service.history(id));
		const uncertain = start.isOnePage ? visible : existing;

		state.excused = new Set(uncertain.filter(this.isRecord).map((row) => this.keyOf(row)));
		const isStanding = (key: string) => keys.every((then) => then.has(key));
		if (!start.isOnePage) state.old = new Set([...state.old].filter(isStanding));

		state.until = Math.max(state.since, ...shown.map((rows) => this.newest(rows)));
		if (!start.isOnePage) state.since = -1;

		state.initial = new Set([...state.initial, ...uncertain]);
		state.isSnapshotComplete = start.isWhole;
		if (!start.isWhole) return;

		for (const row of visible.filter(this.isRecord)) state.known.set(row.id, row);
		this.noteAnswers(visible);
	}

	/**
	 * Notes the fields that are watched, if they are others than before.
	 *
	 * @param visible the list before the poll
	 */
	noteSwitch(visible: Row[]): void {
		const watch = JSON.stringify(this.config.watch);
		if (watch === this.state.watch) return;

		Object.assign(this.state, { watch, scores: new Map(), atSwitch: new Set(visible) });
	}

	/**
	 * Enters the events of a poll.
	 *
	 * @param poll whether it starts the feed, and whether its clock is behind, to which what became visible late
	 * was ahead at the start
	 */
	enter(events: FeedEvent[], poll: { isStart: boolean; isSlow: boolean }): void {
		const { isStart, isSlow } = poll;
		const { triggerOn, feed } = this.config;
		const { emitted, since, scores } = this.state;
		let last = -1;

		for (const event of events) {
			const row = event.record as Row;
			const key = this.keyOf(row);
			const at = timeMs(row[feed.sortBy ?? 'updatedAt']);

			assert.ok(this.isRecord(row), `a dismissed survey was emitted: ${key}`);
			const isFirst =
				this.state.dismissed.has(row.id) && this.firstOf(row).updatedAt === row.updatedAt;

			assert.ok(
				!isFirst || !triggerOn.endsWith('Updated'),
				`a first score was emitted as an update: ${key}`,
			);
			assert.ok(!emitted.has(key), `an event was emitted twice: ${key}`);
			// What moved into a list may have become visible after the start with an earlier timestamp.
			assert.ok(
				isStart || isSlow || at > since || needsFullScan(this.config),
				`an event from before the start was emitted: ${key}`,
			);
			const isBack = isSlow && triggerOn === 'accountCreated' && this.wasHidden(row);
			const isKnown = this.state.old.has(key) && !(feed.needsScore && this.wasInFuture(row));

			assert.ok(
				isStart || isBack || !isKnown,
				`an event from before the start was emitted: ${key}`,
			);
			assert.ok(at >= last, 'events were not emitted oldest first');
			last = at;
			emitted.add(key);

			if (this.isWatching && !isStart) this.checkDifference(event, row, scores.get(row.id));

			scores.set(row.id, this.valueOf(row));
			if (this.isCrossing && !isStart) this.checkCrossing(event, row, poll);

			this.state.last.set(row.id, row);
		}
	}

	/** Excuses transitions that were set back: they count for certain only once the snapshot is complete. */
	excuse(request: PageRequest, { isSnapshotComplete }: { isSnapshotComplete: boolean }): void {
		if (this.state.isSnapshotComplete || !this.isTransition) return;

		this.state.isSnapshotComplete = isSnapshotComplete;
		const excused = this.service
			.list(request, this.config.scope?.id)
			.filter((row) => timeMs(this.transitionOf(row) ?? '') <= this.state.until)
			.map((row) => this.transitionKey(row));

		this.state.excused = new Set([...this.state.excused, ...excused]);
	}

	/** Asserts that whatever was in the list when the poll began and is unchanged at its end was emitted. */
	checkNothingLost(visible: Row[], request: PageRequest): void {
		const { triggerOn, scope } = this.config;
		const standing = new Set(this.service.list(request, scope?.id));

		for (const row of visible.filter((candidate) => standing.has(candidate))) {
			if (!this.isRecord(row)) continue;

			const began = triggerOn.endsWith('Created') ? this.firstOf(row).updatedAt : undefined;
			// A record that was created ahead of the clock has had an earlier time since, maybe that of the start.
			const shown = timeMs(row[request.sortBy ?? 'updatedAt']);
			const at = began === undefined ? shown : Math.min(timeMs(began), shown);
			if (at <= this.state.until) continue;

			// The first score and what followed it are one creation.
			const isCreation = triggerOn.endsWith('Updated') && this.wasDismissed(row);
			if (isCreation && (this.state.answered.get(row.id) ?? row) === row) continue;

			if (this.isCrossing) {
				this.checkCrossingEmitted(row);
			} else if (this.isWatching) {
				this.checkValueEmitted(row);
			} else if (!this.mayBeMissing(row)) {
				assert.ok(
					this.state.emitted.has(this.keyOf(row)),
					`an event was not emitted: ${this.keyOf(row)}`,
				);
			}
		}

		// What came into a list while the start read the others is older than the start, which knows nothing of it.
		const isLater = (row: Row) => timeMs(row[request.sortBy ?? 'updatedAt']) > this.state.until;

		this.noteAnswers(visible.filter((row) => standing.has(row) && isLater(row)));
	}

	/** Whether a record that is in the list needs no event. */
	private mayBeMissing(row: Row): boolean {
		const { triggerOn } = this.config;
		if (this.isTransition && this.transitionOf(row) === null) return true;
		if (triggerOn.endsWith('Updated') && row.createdAt === row.updatedAt) return true;

		const key = this.keyOf(row);
		if (this.state.excused.has(key) || this.state.old.has(key)) return true;

		return triggerOn === 'accountCreated' && this.wasHidden(row);
	}

	private noteAnswers(visible: Row[]): void {
		const { answered, dismissed } = this.state;

		for (const row of visible) {
			if (!this.isRecord(row)) dismissed.add(row.id);
			else if (!answered.has(row.id)) answered.set(row.id, row);
		}
	}

	/** A survey that was dismissed is no response. */
	private readonly isRecord = ({ score }: Row) => !this.config.feed.needsScore || score !== null;

	private wasDismissed({ id }: Row): boolean {
		return !this.service.history(id).every(this.isRecord);
	}

	/** The first version that counts. */
	private firstOf(row: Row): Row {
		return this.service.history(row.id).find(this.isRecord) ?? row;
	}

	private checkValueEmitted(row: Row): void {
		const emitted = this.state.scores.get(row.id);
		const history = this.service.history(row.id);
		const { until, atSwitch, initial: atStart } = this.state;
		const initial = history.filter(
			(version, index) =>
				index === 0 ||
				timeMs(version.updatedAt) <= until ||
				atSwitch.has(version) ||
				atStart.has(version),
		);
		const known =
			emitted === undefined
				? initial.map((version) => this.valueOf(version))
				: [emitted, ...this.remembered(row)];
		// A switch promises only what came to show after it.
		if (emitted === undefined && this.state.atSwitch.has(row)) return;

		assert.ok(known.includes(this.valueOf(row)), `an event was not emitted: ${this.keyOf(row)}`);
	}

	/** The values that the start may remember: after a version ahead of the clock, the next ones may be as old. */
	private remembered({ id }: Row): string[] {
		const history = this.service.history(id);
		const isBack = (row: Row, index: number) =>
			history.slice(0, index).some(({ updatedAt }) => updatedAt > row.updatedAt);

		return history
			.filter((row, index) => isBack(row, index) && timeMs(row.updatedAt) <= this.state.until)
			.map((row) => this.valueOf(row));
	}

	/** An event is of a version that meets the condition, after one that did not. */
	private checkCrossing(event: FeedEvent, row: Row, { isSlow }: { isSlow: boolean }): void {
		const { last } = this.state;
		const history = this.service.history(row.id);
		const earlier = history.slice(0, this.placeOf(row));

		assert.ok(
			this.meets(row),
			`a record was emitted that does not meet the condition: ${this.keyOf(row)}`,
		);
		const before = last.get(row.id);
		const between = before ? earlier.slice(this.placeOf(before) + 1) : earlier;
		const isCrossed = between.some((version) => !this.meets(version));
		const isNew = !before && earlier.length === 0;
		const isUnknown = event.previousUnknown === true && !before;

		assert.ok(
			isCrossed || isNew || isUnknown,
			`a record was emitted that met the condition before: ${this.keyOf(row)}`,
		);
		// The start has no time with an empty list, or one that is ahead of a slow clock.
		const hasTime = this.state.since > 0 && !isSlow;
		const wasInNone = this.isOfSegment && hasTime && this.isLater(row);

		assert.ok(
			!wasInNone || !event.previousUnknown,
			`previousUnknown was emitted of a record that was in no segment before: ${this.keyOf(row)}`,
		);

		if (event.previous && 'score' in event.previous) {
			const { score } = event.previous;

			const hadScore = between.some((version) => version.score === score && !this.meets(version));

			assert.ok(hadScore, `a score before was emitted that it did not have: ${this.keyOf(row)}`);
		}
	}

	private checkCrossingEmitted(row: Row): void {
		const { known, last } = this.state;
		const before = known.get(row.id);

		known.set(row.id, row);
		const isNewlyEntered =
			this.config.feed.segments === 'entered' && this.isLater(row) && this.meets(row);
		const isDue = before ? !this.meets(before) && this.meets(row) : isNewlyEntered;
		const emitted = last.get(row.id);
		const isEmitted = emitted && (!before || this.placeOf(emitted) > this.placeOf(before));

		assert.ok(!isDue || isEmitted, `an event was not emitted: ${this.keyOf(row)}`);
	}

	/** A record that was created after the start for certain, so that it was in no segment before. */
	private isLater(row: Row): boolean {
		const { id, createdAt } = row;
		const { until, initial } = this.state;
		// The time of what was created ahead of the clock does not show whether it is new.
		const versions = this.service.history(id);
		// Nor does it where all that was there at the start was ahead: then there is no time of the start.
		const wasInitial = versions.some((version) => initial.has(version));

		return timeMs(createdAt) > until && !this.wasInFuture(row) && !wasInitial;
	}

	/** Whether it was created ahead of the clock. */
	private wasInFuture({ id }: Row): boolean {
		const versions = this.service.history(id);

		return versions.some((version) => version.updatedAt < version.createdAt);
	}

	private placeOf({ id, updatedAt }: Row): number {
		return this.service.history(id).findIndex((version) => version.updatedAt === updatedAt);
	}

	private meets({ score }: Row): boolean {
		const { segments } = this.config.feed;
		if (segments) return segments === 'entered' ? score === 1 : score !== 5;

		return score !== null && score < 1;
	}

	private get isOfSegment(): boolean {
		return this.config.feed.segments !== undefined;
	}

	private get isCrossing(): boolean {
		return this.isOfSegment || Boolean(this.config.conditions?.length);
	}

	private checkDifference(event: FeedEvent, row: Row, before: string | undefined): void {
		if (event.previousUnknown) {
			assert.equal(
				before,
				undefined,
				`previousUnknown was emitted although the value before was known: ${this.keyOf(row)}`,
			);

			return;
		}

		assert.ok(
			event.changedKeys?.length,
			`an event without a change was emitted: ${this.keyOf(row)}`,
		);

		for (const key of event.changedKeys) {
			const previous = event.previous?.[key];

			assert.notDeepEqual(
				previous,
				row[key],
				`an event without a change was emitted: ${this.keyOf(row)}`,
			);
			const earlier = this.service.history(row.id).slice(0, this.placeOf(row));
			const hadIt = earlier.some((version) => version[key] === previous);

			assert.ok(hadIt, `a value before was emitted that the record never had: ${this.keyOf(row)}`);
		}

		if (before === undefined) return;

		const were = (this.config.watch ?? []).map((key) => event.previous?.[key] ?? row[key]);
		const known = [before, ...this.remembered(row)];

		assert.ok(
			known.includes(JSON.stringify(were)),
			`another value before was emitted: ${this.keyOf(row)}`,
		);
	}

	/** An account that was churned when its creation was due is not in the list, and returns as an old one. */
	private wasHidden({ id }: Row): boolean {
		return this.service.history(id).some(({ churnedAt }) => churnedAt !== null);
	}

	/** The newest timestamp that is not ahead of the clock. */
	private newest(visible: Row[]): number {
		const { sortBy = 'updatedAt' } = this.config.feed;
		const times = visible.map((row) => timeMs(row[sortBy]));

		return Math.max(-1, ...times.filter((at) => at <= this.service.now));
	}

	private get isTransition(): boolean {
		return /(Churned|Archived|Completed)$/.test(this.config.triggerOn);
	}

	private get isWatching(): boolean {
		return this.config.triggerOn.endsWith('Updated') && Boolean(this.config.watch?.length);
	}

	private valueOf(row: Row): string {
		return JSON.stringify((this.config.watch ?? []).map((key) => row[key]));
	}

	private transitionKey(row: Row): string {
		return `${row.id}|${this.transitionOf(row)}`;
	}

	private transitionOf({ churnedAt, archivedAt, completedAt }: Row): string | null {
		const { transitionField } = this.config.feed;
		if (transitionField === 'completedAt') return completedAt;

		return transitionField === 'churnedAt' ? churnedAt : archivedAt;
	}

	private keyOf(row: Row): string {
		const { triggerOn } = this.config;
		if (triggerOn.endsWith('Created')) return row.id;

		const isUpdate = this.config.feed.changeKind === 'updated';

		return isUpdate ? `${row.id}|${row.updatedAt}` : this.transitionKey(row);
	}
}

/** Distinguishes lists, as the feed must. */
export function streamOf({ triggerOn, scope, includeChurned, feed }: FeedConfig): string {
	const hidesChurned = feed.collection === 'accounts' && feed.changeKind !== 'transitioned';
	const asksForChurned = includeChurned && hidesChurned;

	return `${triggerOn} ${scope?.id} ${Boolean(asksForChurned)}`;
}
