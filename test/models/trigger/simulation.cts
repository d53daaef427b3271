import assert from 'node:assert/strict';

import type { createScan } from '../../../nodes/Vitally/trigger/scan/createScan';
import { ListScan } from '../../../nodes/Vitally/trigger/scan/listScan';
import type { ListState, PageRequest } from '../../../nodes/Vitally/trigger/scan/types';
import { OpenPoll } from '../../trigger/scan/openPoll.cts';
import { execute } from './commands.cts';
import type { Command, CommandSequence, Step } from './commandSequence.cts';
import { CursorRejected, ListService, timeMs, type Row } from './listService.cts';
import { Model, ModelState, streamOf } from './model.cts';

type OpenScan = typeof createScan;

/**
 * Runs a sequence against the feed, and throws on the first broken promise.
 *
 * @returns the number of its events
 */
export function runSequence(open: OpenScan, sequence: CommandSequence): number {
	return new Simulation(open, sequence).run();
}

class Simulation {
	private readonly service: ListService;
	private readonly lists: number;
	private config: CommandSequence['config'];
	private state = new ModelState();
	private readonly stored: ModelState[] = [];
	private requests = 0;
	private events = 0;

	constructor(
		private readonly open: OpenScan,
		private readonly sequence: CommandSequence,
	) {
		this.config = sequence.config;
		const { collection, lists } = sequence.config.feed;

		this.service = new ListService({
			pageSize: sequence.pageSize,
			hidesChurned: collection === 'accounts',
		});
		this.lists = lists?.length ?? 1;

		if (sequence.hasNoise) {
			this.service.noise = [{ id: 'x', updatedAt: null, createdAt: 'soon' }, { updatedAt: 'soon' }];
		}
	}

	run(): number {
		this.execute(this.sequence.existing);
		for (const step of this.sequence.steps) this.step(step);
		this.comeToRest();

		return this.events;
	}

	private step(step: Step): void {
		if (step.restart !== null) this.state = this.stored.at(-step.restart) ?? new ModelState();
		if (step.change) this.config = changed(this.config, step.change);

		this.execute(step.commands);
		this.service.oldCursor = step.oldCursor;
		this.poll(step);
	}

	/** Nothing happens any more: all must be emitted in a bounded number of polls, then one request is enough. */
	private comeToRest(): void {
		this.service.oldCursor = { is: 'good' };
		let polls = 0;

		do {
			this.service.now += this.settleMs;
			polls++;
			assert.ok(polls < 120, 'the feed does not come to rest');
		} while (!this.poll());

		this.service.now += this.settleMs;
		assert.ok(this.poll(), 'a poll left something unread although nothing was new');
		this.service.now += this.settleMs;
		this.requests = 0;
		this.poll();
		// To a slow clock, what is present is ahead of it, which costs requests only.
		if (this.sequence.clockOff < 0) return;

		const pages = 1 + Math.floor(this.unsettled / this.sequence.pageSize);
		const most = pages * (this.config.scope ? 1 : this.lists);

		assert.ok(this.requests <= most, 'an idle poll sent more requests than the lists have pages');
	}

	/** The milliseconds after which nothing can still become visible, and a poll knows it. */
	private get settleMs(): number {
		return this.config.lookbackMs + 60_000;
	}

	/** Records that are ahead of the clock, or were when the feed came to rest. */
	private get unsettled(): number {
		const rested = this.service.now - 3 * this.settleMs;
		const { sortBy = 'updatedAt', ...query } = asked(
			new OpenPoll(this.open(null, this.config)).request as PageRequest,
		);

		return this.service
			.list({ sortBy, ...query }, this.config.scope?.id)
			.filter((row) => timeMs(row[sortBy]) > rested).length;
	}

	private execute(commands: Command[]): void {
		const { config, service } = this;
		const { aheadBy } = this.sequence;

		for (const command of commands) execute(service, { config, aheadBy }, command);
	}

	/** @returns true when the poll left nothing unread */
	private poll(step?: Step): boolean {
		const { service, config } = this;

		service.pollNumber++;
		const before = this.state.json === null ? null : (JSON.parse(this.state.json) as ListState);
		const scan = this.open(before, config);
		const poll = new OpenPoll(scan);

		assert.ok(poll.request, 'a poll without a request');
		const first = asked(poll.request);
		const isStart = this.state.json === null || this.state.stream !== streamOf(config);
		const visible = service.list(first, config.scope?.id);
		const shown = [visible];
		let pages = 0;

		while (poll.request) {
			if (pages === step?.stopsAfter) break;

			this.requests++;
			assert.ok(pages < 400, 'the poll does not end');
			if (pages === step?.faultAt) return false;

			const answer = this.ask(poll.request);

			if (answer) {
				poll.accept(answer.results, answer.next, this.clockMs);
				this.execute(step?.between[pages] ?? []);
				pages++;
				shown.push(service.list(first, config.scope?.id));
			} else {
				assert.ok(poll.dropStoredCursor(), 'a fresh cursor was rejected');
			}
		}

		const { events, state } = poll.finish();
		const isComplete = scan instanceof ListScan && scan.isRead;

		this.events += events.length;

		if (state === null) {
			assert.equal(events.length, 0, 'events without a state');

			return false;
		}

		const model = new Model(this.state, config, service);

		if (isStart) {
			model.begin(visible, events);
			model.endStart(shown, this.startOf(visible, pages, step));
		}

		model.noteSwitch(visible);
		model.enter(events, { isStart, isSlow: this.sequence.clockOff < 0 });
		const wasSnapshotRead = !isStart && !before?.lists.some(({ snapshot }) => snapshot);

		model.excuse(first, { isSnapshotComplete: wasSnapshotRead && isComplete && pages === 1 });
		if (isComplete) model.checkNothingLost(visible, first);

		this.state = { ...model.state, json: JSON.stringify(state) };
		this.stored.push(this.state);

		return isComplete;
	}

	private ask(request: PageRequest) {
		try {
			return this.service.page(request, this.config.scope);
		} catch (error) {
			if (error instanceof CursorRejected) return null;

			throw error;
		}
	}

	/** A start that nothing cut short or came between knows all that was in the list. */
	private startOf(visible: Row[], pages: number, step?: Step) {
		const needed = Math.ceil(visible.length / this.sequence.pageSize);
		const isCut = needed > (this.config.maxPages ?? Infinity) || step?.stopsAfter != null;
		const isQuiet = !step?.between.flat().length;

		return { isWhole: isQuiet && !isCut, isOnePage: isQuiet || pages === 1 };
	}

	private get clockMs(): number {
		return Math.floor((this.service.now + this.sequence.clockOff) / 1000) * 1000;
	}
}

/** The request for the records of all lists together. */
function asked(request: PageRequest): PageRequest {
	return { ...request, target: undefined };
}

function changed(
	config: CommandSequence['config'],
	change: Step['change'],
): CommandSequence['config'] {
	if (change === 'includeChurned') return { ...config, includeChurned: !config.includeChurned };

	if (change === 'scope') {
		return { ...config, scope: config.scope ? undefined : { type: 'account', id: 'a1' } };
	}

	const others: Record<number, string[]> = { 1: ['color', 'score'], 2: ['score'] };

	return { ...config, watch: others[config.watch?.length ?? 0] ?? [] };
}
