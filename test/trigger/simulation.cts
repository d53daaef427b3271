import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { startScan } from '../../nodes/Vitally/trigger/scan';
import type { PageRequest } from '../../nodes/Vitally/trigger/settings';
import type { FeedState } from '../../nodes/Vitally/trigger/state';
import { act } from './deeds.cts';
import type { History, Step } from './history.cts';
import { BLANK, Ledger, listOf, type Told } from './ledger.cts';
import { CursorRefused, ListService } from './listService.cts';

type StartScan = typeof startScan;

/** Plays a history against the feed and throws on the first broken promise. */
export function play(start: StartScan, history: History): void {
	new Simulation(start, history).run();
}

class Simulation {
	private readonly service: ListService;
	private settings: History['settings'];
	private told = BLANK;
	private readonly stored: Told[] = [];
	private requests = 0;
	private isStarting = true;

	constructor(
		private readonly start: StartScan,
		private readonly history: History,
	) {
		this.settings = history.settings;
		this.service = new ListService(history.pageSize);
		if (history.hasNoise) {
			this.service.noise = [{ id: 'x', updatedAt: null, createdAt: 'soon' }, null, { id: 'y' }];
		}
	}

	run(): void {
		for (const deed of this.history.existing) act(this.service, this.settings, deed);
		for (const step of this.history.steps) this.step(step);
		this.comeToRest();
	}

	private step(step: Step): void {
		if (step.restart !== null) this.told = this.stored.at(-step.restart) ?? BLANK;
		if (step.change) this.settings = changed(this.settings, step.change);
		for (const deed of step.deeds) act(this.service, this.settings, deed);
		this.service.oldCursor = step.oldCursor;
		this.poll(step);
	}

	/** Nothing happens any more: all must be told in a bounded number of polls, then one request is enough. */
	private comeToRest(): void {
		this.service.oldCursor = { is: 'good' };
		let polls = 0;
		do {
			this.service.now += this.settings.overlapMs + 2000;
			assert.ok(++polls < 120, 'the feed does not come to rest');
			// A list without one dated record has no start yet.
			if (this.history.hasNoise && this.isStarting && polls > 9) return;
		} while (!this.poll());
		this.service.now += this.settings.overlapMs + 2000;
		assert.ok(this.poll(), 'complete, then incomplete with nothing new');
		if (this.history.clock === null) return;
		this.service.now += this.settings.overlapMs + 2000;
		this.requests = 0;
		this.poll();
		assert.equal(this.requests, 1, 'requests of an idle poll');
	}

	/** @returns true when the poll left nothing unread */
	private poll(step?: Step): boolean {
		const { service, settings } = this;
		service.pollNumber++;
		const before = freeze(this.told.json === null ? null : (JSON.parse(this.told.json) as object));
		const scan = this.start(before, settings);
		const first = scan.request;
		assert.ok(first, 'a poll without a request');
		const isStart = this.told.json === null || this.told.list !== listOf(settings);
		this.isStarting = isStart;
		const visible = service.list(first, settings.scope?.id);
		let pages = 0;
		while (scan.request) {
			if (pages === step?.stopsAfter) break;
			this.requests++;
			assert.ok(pages < 400, 'the poll does not end');
			if (pages === step?.faultAt) return false;
			const answer = this.ask(scan.request);
			if (answer) {
				scan.page(answer.results, answer.next, this.servedAt());
				for (const deed of step?.between[pages++] ?? []) act(this.service, this.settings, deed);
			} else {
				assert.ok(scan.cursorRefused(), 'a fresh cursor was refused');
			}
		}
		const { events, state, isComplete } = scan.finish();
		if (state === null) {
			assert.equal(events.length, 0, 'events without a state');
			return false;
		}
		assert.ok(
			isDeepStrictEqual(JSON.parse(JSON.stringify(state)), state),
			'state is no plain JSON',
		);
		const ledger = new Ledger(this.told, settings, service);
		if (isStart) ledger.begin(visible, events);
		ledger.noteSwitch(visible);
		ledger.enter(events, isStart);
		const wasLearned = !isStart && !(before as FeedState | null)?.unlearned;
		ledger.excuse(first, wasLearned && isComplete && pages === 1);
		if (isComplete && !isStart) ledger.checkNothingLost(visible, first);
		this.told = { ...ledger.told, json: JSON.stringify(state) };
		this.stored.push(this.told);
		return isComplete && !isStart;
	}

	private ask(request: PageRequest) {
		try {
			return this.service.page(request, this.settings.scope);
		} catch (refusal) {
			if (refusal instanceof CursorRefused) return null;
			throw refusal;
		}
	}

	private servedAt(): number | undefined {
		const { clock } = this.history;
		if (clock === null) return undefined;
		return Math.floor((this.service.now + clock) / 1000) * 1000;
	}
}

function changed(settings: History['settings'], change: Step['change']): History['settings'] {
	if (change === 'includeChurned') return { ...settings, includeChurned: !settings.includeChurned };
	if (change === 'scope') {
		return { ...settings, scope: settings.scope ? undefined : { of: 'account', id: 'a1' } };
	}
	const watch = settings.watch?.length
		? settings.watch.length === 1
			? ['color', 'score']
			: ['score']
		: [];
	return { ...settings, watch };
}

function freeze<T>(value: T): T {
	if (typeof value === 'object' && value !== null)
		Object.values(Object.freeze(value)).forEach(freeze);
	return value;
}
