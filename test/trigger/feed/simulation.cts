import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { openScan } from '../../../nodes/Vitally/trigger/feed/openScan';
import type { PageRequest } from '../../../nodes/Vitally/trigger/feed/config';
import type { IncrementalState } from '../../../nodes/Vitally/trigger/feed/state';
import { execute } from './commands.cts';
import type { CommandSequence, Step } from './commandSequence.cts';
import { INITIAL, Model, streamOf, type ModelState } from './model.cts';
import { CursorRejected, ListService } from './listService.cts';

type OpenScan = typeof openScan;

/** Runs a sequence against the feed and throws on the first broken promise. */
export function runSequence(open: OpenScan, sequence: CommandSequence): void {
	new Simulation(open, sequence).run();
}

class Simulation {
	private readonly service: ListService;
	private config: CommandSequence['config'];
	private state = INITIAL;
	private readonly stored: ModelState[] = [];
	private requests = 0;
	private isStarting = true;

	constructor(
		private readonly open: OpenScan,
		private readonly sequence: CommandSequence,
	) {
		this.config = sequence.config;
		this.service = new ListService(sequence.pageSize);
		if (sequence.hasNoise) {
			this.service.noise = [{ id: 'x', updatedAt: null, createdAt: 'soon' }, null, { id: 'y' }];
		}
	}

	run(): void {
		for (const command of this.sequence.existing) execute(this.service, this.config, command);
		for (const step of this.sequence.steps) this.step(step);
		this.comeToRest();
	}

	private step(step: Step): void {
		if (step.restart !== null) this.state = this.stored.at(-step.restart) ?? INITIAL;
		if (step.change) this.config = changed(this.config, step.change);
		for (const command of step.commands) execute(this.service, this.config, command);
		this.service.oldCursor = step.oldCursor;
		this.poll(step);
	}

	/** Nothing happens any more: all must be emitted in a bounded number of polls, then one request is enough. */
	private comeToRest(): void {
		this.service.oldCursor = { is: 'good' };
		let polls = 0;
		do {
			this.service.now += this.config.lookbackMs + 2000;
			assert.ok(++polls < 120, 'the feed does not come to rest');
			// A list without one record with a timestamp has no start yet.
			if (this.sequence.hasNoise && this.isStarting && polls > 9) return;
		} while (!this.poll());
		this.service.now += this.config.lookbackMs + 2000;
		assert.ok(this.poll(), 'complete, then incomplete with nothing new');
		if (this.sequence.clock === null) return;
		this.service.now += this.config.lookbackMs + 2000;
		this.requests = 0;
		this.poll();
		assert.equal(this.requests, 1, 'requests of an idle poll');
	}

	/** @returns true when the poll left nothing unread */
	private poll(step?: Step): boolean {
		const { service, config } = this;
		service.pollNumber++;
		const before = freeze(
			this.state.json === null ? null : (JSON.parse(this.state.json) as object),
		);
		let scan = this.open(before, config);
		const first = scan.request;
		assert.ok(first, 'a poll without a request');
		const isStart = this.state.json === null || this.state.stream !== streamOf(config);
		this.isStarting = isStart;
		const visible = service.list(first, config.scope?.id);
		let pages = 0;
		while (scan.request) {
			if (pages === step?.stopsAfter) break;
			this.requests++;
			assert.ok(pages < 400, 'the poll does not end');
			if (pages === step?.faultAt) return false;
			const answer = this.ask(scan.request);
			if (answer) {
				scan = scan.page(answer.results, answer.next, this.servedAt());
				for (const command of step?.between[pages++] ?? [])
					execute(this.service, this.config, command);
			} else {
				assert.ok(scan.cursorRejected(), 'a fresh cursor was rejected');
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
		const model = new Model(this.state, config, service);
		if (isStart) model.begin(visible, events);
		model.noteSwitch(visible);
		model.enter(events, isStart);
		const wasSnapshotRead = !isStart && !(before as IncrementalState | null)?.snapshot;
		model.excuse(first, wasSnapshotRead && isComplete && pages === 1);
		if (isComplete && !isStart) model.checkNothingLost(visible, first);
		this.state = { ...model.state, json: JSON.stringify(state) };
		this.stored.push(this.state);
		return isComplete && !isStart;
	}

	private ask(request: PageRequest) {
		try {
			return this.service.page(request, this.config.scope);
		} catch (error) {
			if (error instanceof CursorRejected) return null;
			throw error;
		}
	}

	private servedAt(): number | undefined {
		const { clock } = this.sequence;
		if (clock === null) return undefined;
		return Math.floor((this.service.now + clock) / 1000) * 1000;
	}
}

function changed(
	config: CommandSequence['config'],
	change: Step['change'],
): CommandSequence['config'] {
	if (change === 'includeChurned') return { ...config, includeChurned: !config.includeChurned };
	if (change === 'scope') {
		return { ...config, scope: config.scope ? undefined : { of: 'account', id: 'a1' } };
	}
	const watch = config.watch?.length
		? config.watch.length === 1
			? ['color', 'score']
			: ['score']
		: [];
	return { ...config, watch };
}

function freeze<T>(value: T): T {
	if (typeof value === 'object' && value !== null)
		Object.values(Object.freeze(value)).forEach(freeze);
	return value;
}
