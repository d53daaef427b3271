import assert from 'node:assert/strict';
import type { openScan } from '../../../nodes/Vitally/trigger/feed/openScan';
import type { FeedEvent } from '../../../nodes/Vitally/trigger/feed/detectors/detector';
import type { UntimedCommandSequence, UntimedStep } from './untimedCommandSequence.cts';
import { UntimedService, type UntimedRow } from './untimedService.cts';

/** What a stored state stands for: the contents that the feed has emitted or started with, by id. */
interface ModelState {
	json: string;
	contents: Map<string, string>;
	scores: Map<string, number>;
}

/** Unchanged records that end a poll, see `StoredRows`. */
const STABLE_RUN = 50;

/** Runs a sequence against the feed and throws on the first broken promise. */
export function runUntimedSequence(
	open: typeof openScan,
	sequence: UntimedCommandSequence,
): number {
	return new UntimedSimulation(open, sequence).run();
}

class UntimedSimulation {
	private readonly service: UntimedService;
	private readonly stored: ModelState[] = [];
	private requests = 0;
	private events = 0;

	constructor(
		private readonly open: typeof openScan,
		private readonly sequence: UntimedCommandSequence,
	) {
		this.service = new UntimedService(sequence.pageSize);
	}

	run(): number {
		const { existing, steps } = this.sequence;
		for (let count = 0; count < existing; count++) this.service.create();
		const archived = this.sequence.config.triggerOn === 'projectArchived' ? existing * 0.8 : 0;
		for (let record = 0; record < archived; record++) {
			this.service.do({ does: 'archive', record, times: 1 });
		}
		this.start();
		for (const step of steps) this.step(step);
		this.comeToRest();
		return this.events;
	}

	/** What is there when the feed starts is no news; all of it is read. */
	private start(): void {
		const config = { ...this.sequence.config, maxPages: 1000 };
		const list = this.list();
		const { events, state } = this.read(null, config) ?? {};
		assert.ok(state && events);
		assert.ok(events.length <= (config.newestOnFirstRun ?? 0), 'history at the start');
		const contents = new Map(list.map((row) => [row.id, this.contentOf(row)]));
		const scores = new Map(list.map((row) => [row.id, row.score]));
		this.stored.push({ json: JSON.stringify(state), contents, scores });
	}

	private step(step: UntimedStep): void {
		if (step.restart !== null) {
			this.stored.splice(Math.max(1, this.stored.length - step.restart));
		}
		for (const command of step.commands) this.service.do(command);
		this.poll(step);
	}

	private comeToRest(): void {
		for (let polls = 0; !this.poll(); polls++) {
			assert.ok(polls < 200, 'the feed does not come to rest');
		}
		this.checkNothingLost();
		const before = this.stored.at(-1)?.json;
		this.requests = 0;
		assert.ok(this.poll(), 'complete, then incomplete with nothing new');
		assert.equal(this.stored.at(-1)?.json, before, 'the state of an idle poll');
		const { pageSize } = this.sequence;
		assert.ok(this.requests <= Math.ceil(STABLE_RUN / pageSize), 'requests of an idle poll');
	}

	/** @returns true when the poll left nothing unread */
	private poll(step?: UntimedStep): boolean {
		const before = this.stored.at(-1) as ModelState;
		const done = this.read(JSON.parse(before.json), this.sequence.config, step);
		if (!done) return false;
		assert.deepEqual(
			done.notices,
			done.notices.filter((notice) => notice.includes('readable')),
		);
		const contents = new Map(before.contents);
		const scores = new Map(before.scores);
		const sortBy = this.sortBy;
		let last = 0;
		for (const event of done.events) {
			const row = event.record as unknown as UntimedRow;
			assert.notEqual(contents.get(row.id), this.contentOf(row), `emitted twice: ${event.key}`);
			const position = this.service.positionOf(row.id, { sortBy });
			// A record that moved on while the poll read is elsewhere now.
			assert.ok(step || position > last, 'not oldest first');
			last = position;
			contents.set(row.id, this.contentOf(row));
			if (event.changedKeys) this.checkDifference(event, scores.get(row.id), row.score);
			scores.set(row.id, row.score);
		}
		this.stored.push({ json: JSON.stringify(done.state), contents, scores });
		return done.isComplete;
	}

	private read(stored: unknown, config: UntimedCommandSequence['config'], step?: UntimedStep) {
		let scan = this.open(stored, config);
		let pages = 0;
		while (scan.request && pages !== step?.stopsAfter) {
			this.requests++;
			assert.ok(pages < 2000, 'the poll does not end');
			if (pages === step?.faultAt) return null;
			const { results, next } = this.service.page(scan.request);
			scan = scan.page(results, next);
			for (const command of step?.between[pages++] ?? []) this.service.do(command);
			if (!step) pages++;
		}
		const result = scan.finish();
		this.events += result.events.length;
		return result;
	}

	private checkDifference(event: FeedEvent, before: number | undefined, after: number): void {
		if (event.previousUnknown) assert.equal(before, undefined, 'the value before was known');
		else assert.deepEqual([event.previous, before === after], [{ score: before }, false]);
	}

	private checkNothingLost(): void {
		const contents = this.stored.at(-1)?.contents;
		const isCreation = this.sortBy === 'createdAt';
		for (const row of this.list()) {
			if (isCreation && this.service.wasHidden(row.id)) continue;
			assert.equal(contents?.get(row.id), this.contentOf(row), `lost: ${row.id}`);
		}
	}

	private list(): UntimedRow[] {
		const archived = this.sequence.config.triggerOn === 'projectArchived';
		return this.service.list({ sortBy: this.sortBy, archived });
	}

	private get sortBy() {
		return this.sequence.config.triggerOn.endsWith('Created') ? 'createdAt' : 'updatedAt';
	}

	/** What makes a version of a record news. */
	private contentOf({ id, name, score, archivedAt }: UntimedRow): string {
		const { triggerOn, watch } = this.sequence.config;
		if (triggerOn.endsWith('Created')) return id;
		if (triggerOn.endsWith('Archived')) return String(archivedAt);
		return watch?.length ? String(score) : JSON.stringify([name, score]);
	}
}
