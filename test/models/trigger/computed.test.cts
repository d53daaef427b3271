import fc from 'fast-check';
import { createScan } from '../../../nodes/Vitally/trigger/scan/createScan';
import type { FeedEvent } from '../../../nodes/Vitally/trigger/scan/types';
import { configOf } from '../../trigger/scan/poll.cts';
import { runsOf } from '../histories.cts';
import { Figures } from './figures.cts';
import { CursorRejected, ListService } from './listService.cts';

const MINUTE = 60_000;

/** The service computes scores anew without moving `updatedAt`, also in the middle of a round. */
type Action =
	| { does: 'create' | 'edit' | 'destroy'; record: number }
	| { does: 'score' | 'compute'; record: number; score: number }
	| { does: 'wait'; minutes: number }
	| { does: 'poll'; between: Action[]; stopsAfter?: number; failsAt?: number; rejects: boolean }
	| { does: 'restart'; back: number };

const record = fc.nat(12);
const score = fc.nat(2);
const change: fc.Arbitrary<Action> = fc.oneof(
	fc.record({ does: fc.constantFrom('create', 'edit', 'edit', 'destroy'), record }),
	fc.record({ does: fc.constantFrom('score', 'compute', 'compute'), record, score }),
);
const action: fc.Arbitrary<Action> = fc.oneof(
	{ weight: 5, arbitrary: change },
	{
		weight: 3,
		arbitrary: fc.record({
			does: fc.constant('poll' as const),
			between: fc.array(change, { maxLength: 4 }),
			stopsAfter: fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined, freq: 3 }),
			failsAt: fc.option(fc.nat(4), { nil: undefined, freq: 6 }),
			rejects: fc.boolean(),
		}),
	},
	{ weight: 2, arbitrary: fc.record({ does: fc.constant('wait' as const), minutes: fc.nat(20) }) },
	{ weight: 1, arbitrary: fc.record({ does: fc.constant('restart' as const), back: fc.nat(2) }) },
);

/** What a stored state stands for. */
interface Stored {
	json: string | null;
	/** Events since the last rest, by record. */
	events: Map<string, number>;
}

const config = configOf({
	triggerOn: 'accountHealthDropped',
	conditions: [{ field: 'score', is: 'dropsBelow' as const, value: '1' }],
	readsAll: true,
	lookbackMs: 5000,
});
const isBelow = (value: number | null) => value !== null && value < 1;

class History {
	private readonly service: ListService;
	private readonly stored: Stored[] = [{ json: null, events: new Map() }];
	/** Scores below the threshold at the last rest. */
	private atRest = new Map<string, boolean>();
	/** How often each record dropped since. */
	private drops = new Map<string, number>();
	total = 0;

	constructor(pageSize: number) {
		this.service = new ListService(pageSize);
	}

	run(phases: Action[][]): number {
		for (let index = 0; index < 6; index++) this.change({ does: 'create', record: index });
		this.rest();
		for (const phase of phases) {
			for (const one of phase) this.act(one);
			this.rest();
			this.check();
		}
		return this.total;
	}

	private get state(): Stored {
		return this.stored.at(-1) as Stored;
	}

	private act(one: Action): void {
		this.service.now += 1;
		if (one.does === 'wait') this.service.now += one.minutes * MINUTE;
		else if (one.does === 'poll') this.poll(one);
		else if (one.does === 'restart') this.stored.push(this.stored.at(-1 - one.back) ?? this.state);
		else this.change(one);
	}

	private change(one: Action): void {
		const { service } = this;
		const id = 'record' in one && service.ids[one.record % Math.max(1, service.ids.length)];
		service.now += 1;
		if (one.does === 'create' || !id) return service.create(0);
		const before = service.history(id).at(-1)?.score ?? null;
		if (one.does === 'destroy') service.destroy(id);
		else if (one.does === 'edit') service.edit(id, ({ color }) => ({ color: color + 1 }), 0);
		else if (one.does === 'score') service.edit(id, () => ({ score: one.score }), 0);
		else if (one.does === 'compute') service.compute(id, one.score);
		const after = service.history(id).at(-1)?.score ?? null;
		if (!isBelow(before) && isBelow(after)) this.drops.set(id, (this.drops.get(id) ?? 0) + 1);
	}

	/** @returns whether nothing is left to read */
	private poll(how: Partial<Extract<Action, { does: 'poll' }>> = {}): boolean {
		const { service } = this;
		const { between = [], stopsAfter = Infinity, failsAt } = how;
		service.pollNumber++;
		service.oldCursor = { is: how.rejects ? 'rejected' : 'good' };
		const json = this.state.json;
		const scan = createScan(json === null ? undefined : JSON.parse(json), config);
		for (let request = 0; scan.request && request < stopsAfter; request++) {
			if (request === failsAt) return false;
			try {
				const { results, next } = service.page(scan.request, undefined);
				scan.page(results, next, service.now);
			} catch (error) {
				if (!(error instanceof CursorRejected) || !scan.cursorRejected?.()) throw error;
			}
			for (const one of between.slice(request, request + 1)) this.change(one);
		}
		const { events, state, isComplete } = scan.finish();
		this.keep(events, JSON.stringify(state));
		return isComplete && !JSON.stringify(state).includes('cursor');
	}

	private keep(events: FeedEvent[], json: string): void {
		const all = new Map(this.state.events);
		for (const { record: row } of events) {
			all.set(String(row.id), (all.get(String(row.id)) ?? 0) + 1);
			expect(isBelow(row.score as number | null)).toBe(true);
		}
		this.total += events.length;
		this.stored.push({ json, events: all });
	}

	/** Whole rounds without a change. */
	private rest(): void {
		for (let round = 0; round < 2; round++) {
			this.service.now += 16 * MINUTE;
			for (let polls = 0; !this.poll(); polls++) expect(polls).toBeLessThan(50);
		}
	}

	private check(): void {
		const rows = this.service.list({ limit: 100, status: 'activeOrChurned' });
		for (const { id, score: now } of rows) {
			const events = this.state.events.get(id) ?? 0;
			const drops = this.drops.get(id) ?? 0;
			const isDue = this.atRest.get(id) === false && isBelow(now);
			expect({ id, events, isLost: isDue && events === 0, isTwice: events > drops }).toMatchObject({
				isLost: false,
				isTwice: false,
			});
		}
		this.stored.splice(0, this.stored.length - 1);
		this.state.events = new Map();
		this.drops = new Map();
		this.atRest = new Map(rows.map(({ id, score: now }) => [id, isBelow(now)]));
	}
}

describe('scores that the service computes', () => {
	const figures = Figures.ofSuite('With whole rounds');

	it('lose no drop and emit none twice', () => {
		const histories = fc.tuple(
			fc.array(fc.array(action, { maxLength: 14 }), { minLength: 2, maxLength: 4 }),
			fc.integer({ min: 1, max: 5 }),
		);
		fc.assert(
			fc.property(histories, ([phases, pageSize]) => {
				figures.add('accountHealthDropped', new History(pageSize).run(phases));
			}),
			{ numRuns: runsOf(1000) },
		);
	});
});
