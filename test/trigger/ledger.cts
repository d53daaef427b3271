import assert from 'node:assert/strict';
import type { FeedEvent } from '../../nodes/Vitally/trigger/event';
import type { FeedSettings, PageRequest } from '../../nodes/Vitally/trigger/settings';
import { instant, type ListService, type Row } from './listService.cts';

/** What a stored state stands for: everything the feed has told up to it. */
export interface Told {
	json: string | null;
	list: string;
	/** Keys of the events emitted in the life of this state. */
	keys: Set<string>;
	/** The newest timestamp of the list when the feed started. */
	since: number;
	/** Keys of records that had churned or been archived when the feed started: never news. */
	old: Set<string>;
	/** Keys of backdated churns that came before the list was learned: may be told or not. */
	excused: Set<string>;
	isLearned: boolean;
	/** Watched value by record, as the last event told it. */
	scores: Map<string, string>;
	watch: string;
	/** What the records were like when other fields came to be watched. */
	atSwitch: Set<Row>;
}

export const BLANK: Told = {
	json: null,
	list: '',
	keys: new Set(),
	since: -1,
	old: new Set(),
	excused: new Set(),
	isLearned: false,
	scores: new Map(),
	watch: '',
	atSwitch: new Set(),
};

/** Keeps what was told, and holds the feed to its promises. */
export class Ledger {
	readonly told: Told;

	constructor(
		before: Told,
		private readonly settings: FeedSettings,
		private readonly service: ListService,
	) {
		this.told = { ...before, keys: new Set(before.keys), scores: new Map(before.scores) };
	}

	/** A feed starts, with this list before it. */
	begin(visible: Row[], events: FeedEvent[]): void {
		const isFirst = this.told.json === null;
		const newest = isFirst ? (this.settings.newestOnFirstRun ?? 0) : 0;
		assert.ok(events.length <= newest, 'history at the start');
		const sortBy = this.settings.triggerOn === 'accountCreated' ? 'createdAt' : 'updatedAt';
		Object.assign(this.told, BLANK, {
			list: listOf(this.settings),
			watch: JSON.stringify(this.settings.watch),
			since: visible.length ? instant(visible[0][sortBy]) : -1,
			old: new Set(visible.map((row) => this.momentKey(row))),
			keys: new Set(),
			scores: new Map(),
		});
	}

	/** Other fields may have come to be watched, with this list before the poll. */
	noteSwitch(visible: Row[]): void {
		const watch = JSON.stringify(this.settings.watch);
		if (watch === this.told.watch) return;
		Object.assign(this.told, { watch, scores: new Map(), atSwitch: new Set(visible) });
	}

	/** Enters the events of a poll. */
	enter(events: FeedEvent[], isStart: boolean): void {
		const { triggerOn } = this.settings;
		const { keys, since, scores } = this.told;
		let last = -1;
		for (const event of events) {
			const row = event.record as Row;
			const at = instant(triggerOn === 'accountCreated' ? row.createdAt : row.updatedAt);
			assert.equal(event.key, this.keyOf(row));
			assert.ok(!keys.has(event.key), `told twice: ${event.key}`);
			// What moved into a list may have become visible after the start with a stamp before it.
			assert.ok(isStart || at > since || this.hasMoment, `history: ${event.key}`);
			assert.ok(isStart || !this.told.old.has(event.key), `history: ${event.key}`);
			assert.ok(at >= last, 'not oldest first');
			last = at;
			keys.add(event.key);
			if (this.isWatching && !isStart) this.checkDifference(event, row, scores.get(row.id));
			scores.set(row.id, this.valueOf(row));
		}
	}

	/** Backdated churns count for certain only once the list is learned. */
	excuse(request: PageRequest, isLearned: boolean): void {
		if (this.told.isLearned || !this.settings.triggerOn.endsWith('Churned')) return;
		this.told.isLearned = isLearned;
		const excused = this.service
			.list(request, this.settings.scope?.id)
			.filter((row) => instant(row.churnedAt as string) <= this.told.since)
			.map((row) => this.momentKey(row));
		this.told.excused = new Set([...this.told.excused, ...excused]);
	}

	/** Whatever showed when the poll began and still stands at its end must have been told. */
	checkNothingLost(visible: Row[], request: PageRequest): void {
		const { triggerOn, scope } = this.settings;
		const standing = new Set(this.service.list(request, scope?.id));
		for (const row of visible.filter((candidate) => standing.has(candidate))) {
			const at = instant(row[request.sortBy]);
			if (at <= this.told.since) continue;
			if (this.isWatching) this.checkValueTold(row);
			else if (triggerOn.endsWith('Updated') && row.createdAt === row.updatedAt) continue;
			else if (this.told.excused.has(this.keyOf(row))) continue;
			else if (this.told.old.has(this.keyOf(row))) continue;
			else if (row.archivedAt && instant(row.archivedAt) <= this.told.since) continue;
			else if (triggerOn === 'accountCreated' && this.wasHidden(row)) continue;
			else assert.ok(this.told.keys.has(this.keyOf(row)), `lost: ${this.keyOf(row)}`);
		}
	}

	private checkValueTold(row: Row): void {
		const told = this.told.scores.get(row.id);
		const history = this.service.history(row.id);
		const initial = history.filter(
			(v, n) => n === 0 || instant(v.updatedAt) <= this.told.since || this.told.atSwitch.has(v),
		);
		const known = told === undefined ? initial.map((version) => this.valueOf(version)) : [told];
		// A switch promises only what came to show after it.
		if (told === undefined && this.told.atSwitch.has(row)) return;
		assert.ok(known.includes(this.valueOf(row)), `lost: ${this.keyOf(row)}`);
	}

	private checkDifference(event: FeedEvent, row: Row, before: string | undefined): void {
		if (event.previousUnknown) {
			assert.equal(before, undefined, `value before was known: ${event.key}`);
			return;
		}
		assert.ok(event.changedKeys?.length, `nothing changed: ${event.key}`);
		for (const key of event.changedKeys) {
			const previous = event.previous?.[key];
			assert.notDeepEqual(previous, row[key], `nothing changed: ${event.key}`);
			const earlier = this.service.history(row.id).filter((v) => v.updatedAt < row.updatedAt);
			assert.ok(
				earlier.some((version) => version[key] === previous),
				'never had that value',
			);
		}
		if (before === undefined) return;
		const were = (this.settings.watch ?? []).map((key) => event.previous?.[key] ?? row[key]);
		assert.equal(JSON.stringify(were), before, `not the value before: ${event.key}`);
	}

	/** An account that was churned when its creation was due is not in the list, and returns as an old one. */
	private wasHidden({ id }: Row): boolean {
		return this.service.history(id).some(({ churnedAt }) => churnedAt !== null);
	}

	private get hasMoment(): boolean {
		return /(Churned|Archived)$/.test(this.settings.triggerOn);
	}

	private get isWatching(): boolean {
		return this.settings.triggerOn.endsWith('Updated') && Boolean(this.settings.watch?.length);
	}

	private valueOf(row: Row): string {
		return JSON.stringify((this.settings.watch ?? []).map((key) => row[key]));
	}

	private momentKey(row: Row): string {
		return `${row.id}|${this.settings.triggerOn === 'accountChurned' ? row.churnedAt : row.archivedAt}`;
	}

	private keyOf(row: Row): string {
		const { triggerOn } = this.settings;
		if (triggerOn.endsWith('Created')) return row.id;
		return triggerOn.endsWith('Updated') ? `${row.id}|${row.updatedAt}` : this.momentKey(row);
	}
}

/** Tells one list from another, as the feed must. */
export function listOf({ triggerOn, scope, includeChurned }: FeedSettings): string {
	const asksForChurned = includeChurned && /^account(Created|Updated)$/.test(triggerOn);
	return `${triggerOn} ${scope?.id} ${Boolean(asksForChurned)}`;
}
