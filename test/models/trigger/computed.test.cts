import fc from 'fast-check';

import { lessThan, moreThan } from '../../fixtures/bounds.cts';
import { openPoll } from '../../trigger/scan/openPoll.cts';
import { configOf } from '../../trigger/scan/poll.cts';
import { runsOf } from '../histories.cts';
import { execute } from './commands.cts';
import { commandOf, stepOf, type Command, type Step } from './commandSequence.cts';
import { CursorRejected, ListService } from './listService.cts';

const MINUTE = 60_000;

const config = configOf({
	triggerOn: 'accountHealthDropped',
	conditions: [{ field: 'score', is: 'dropsBelow' as const, value: '1' }],
	readsFullList: true,
	lookbackMs: 5000,
});

const existing: Command[] = [0, 1, 2, 3, 4, 5].map((record) => ({
	does: 'create',
	record,
	after: 1,
	late: 0,
}));
const COMMANDS = ['create', 'edit', 'edit', 'destroy', 'score', 'compute', 'compute'] as const;
const phases = fc.array(
	fc.array(fc.record({ step: stepOf(commandOf(COMMANDS)), minutes: fc.nat(20) }), { maxLength: 7 }),
	{ minLength: 2, maxLength: 4 },
);

const isBelow = (score: unknown) => typeof score === 'number' && score < 1;

/** Polls with full list readings, of a service that computes scores anew without moving `updatedAt`. */
class History {
	private readonly service: ListService;
	/** What was stored since the last rest, with the records of the events up to it. */
	private stored: Array<{ json: string | null; events: string[] }> = [{ json: null, events: [] }];
	private drops: string[] = [];
	total = 0;

	constructor(pageSize: number) {
		this.service = new ListService({ pageSize, hidesChurned: true });
		this.execute(existing);
		this.rest();
	}

	/** Runs the steps, comes to rest, and compares. */
	run(steps: Array<{ step: Step; minutes: number }>): void {
		const before = this.scores();

		this.drops = [];
		this.stored = [{ ...this.last, events: [] }];

		for (const { step, minutes } of steps) {
			if (step.restart !== null) this.stored.push(this.stored.at(-step.restart) ?? this.last);

			this.service.now += minutes * MINUTE;
			this.execute(step.commands);
			this.poll(step);
		}

		this.rest();
		const count = (ids: string[], id: string) => ids.filter((other) => other === id).length;
		const shown = this.service.list({ status: 'activeOrChurned' });

		for (const { id, score } of shown) {
			const events = count(this.last.events, id);
			const isDue = before.has(id) && !isBelow(before.get(id)) && isBelow(score);
			const isLost = isDue && events === 0;
			const isTwice = events > count(this.drops, id);

			expect({ id, events, isLost, isTwice }).toMatchObject({ isLost: false, isTwice: false });
		}
	}

	private get last() {
		return this.stored[this.stored.length - 1];
	}

	private scores(): Map<string, unknown> {
		const { service } = this;

		return new Map(service.ids.map((id) => [id, service.history(id).at(-1)?.score]));
	}

	private execute(commands: Command[]): void {
		for (const command of commands) {
			const before = this.scores();

			this.service.now += 1;
			execute(this.service, { config, aheadBy: 0 }, command);

			for (const [id, score] of this.scores()) {
				if (!isBelow(before.get(id)) && isBelow(score)) this.drops.push(id);
			}
		}
	}

	/** @returns whether nothing is left to read */
	private poll(step?: Step): boolean {
		const { service } = this;

		service.pollNumber++;
		service.oldCursor = step?.oldCursor ?? { is: 'good' };
		const { json } = this.last;
		const scan = openPoll(json === null ? undefined : JSON.parse(json), config);

		for (let request = 0; scan.request && request !== step?.stopsAfter; request++) {
			if (request === step?.faultAt) return false;

			try {
				const { results, next } = service.page(scan.request, undefined);

				scan.accept(results, next, service.now);
			} catch (error) {
				if (!(error instanceof CursorRejected) || !scan.dropStoredCursor()) throw error;
			}

			this.execute(step?.between[request] ?? []);
		}

		const isRead = scan.request === null;
		const { events, state } = scan.finish();

		for (const { record } of events) {
			expect({ isBelow: isBelow(record.score) }).toEqual({ isBelow: true });
		}

		this.total += events.length;
		const all = [...this.last.events, ...events.map(({ record }) => String(record.id))];

		this.stored.push({ json: state && JSON.stringify(state), events: all });

		return isRead && !JSON.stringify(state).includes('cursor');
	}

	/** Full list readings without a change. */
	private rest(): void {
		for (let reading = 0; reading < 2; reading++) {
			this.service.now += 16 * MINUTE;

			for (let polls = 0; !this.poll(); polls++) {
				expect({ polls }).toEqual({ polls: lessThan(50) });
			}
		}
	}
}

describe('scores that the service computes', () => {
	let events = 0;

	it('lose no drop and emit none twice', () => {
		fc.assert(
			fc.property(phases, fc.integer({ min: 1, max: 5 }), (all, pageSize) => {
				const history = new History(pageSize);

				for (const steps of all) history.run(steps);
				events += history.total;
			}),
			{ numRuns: runsOf(600) },
		);

		expect({ events }).toEqual({ events: moreThan(0) });
	});
});
