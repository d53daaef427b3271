import fc from 'fast-check';

import { RequestCost } from '../../../nodes/Vitally/transport/limits/requestCost';
import {
	Reservations,
	type EndedReservation,
	type Reservation,
} from '../../../nodes/Vitally/transport/limits/reservations';

const isEnded = (one: Reservation): one is EndedReservation => one.endedAt !== undefined;

/** The same without any order kept: every step looks at every reservation. */
class Model {
	private all: Reservation[] = [];

	add(reservation: Reservation) {
		this.all.push(reservation);
	}

	delete(reservation: Reservation) {
		this.all = this.all.filter((one) => one !== reservation);
	}

	deleteOlderThan(windowMs: number, now: number) {
		const before = this.all.length;
		this.all = this.all.filter(({ sentAt }) => sentAt + windowMs > now);
		return this.all.length < before;
	}

	deleteEndedBefore(time: number) {
		this.all = this.all.filter(({ endedAt }) => endedAt === undefined || endedAt >= time);
	}

	units(cost: RequestCost) {
		return this.all.reduce((sum, { kind }) => sum + cost.of(kind), 0);
	}

	ended() {
		return this.all.filter(isEnded).sort((one, other) => one.endedAt - other.endedAt);
	}
}

function costOf(read: number, write: number): RequestCost {
	const cost = new RequestCost();
	cost.raiseAbove('read', read - 1);
	cost.raiseAbove('write', write - 1);
	return cost;
}

describe('reservations', () => {
	it('hold the same as a list that is looked through at every step', () => {
		const step = fc.record({
			passedMs: fc.nat(20),
			happens: fc.constantFrom('add', 'add', 'add', 'end', 'end', 'delete', 'age', 'read'),
			which: fc.nat(),
			kind: fc.constantFrom<'read' | 'write'>('read', 'write'),
			windowMs: fc.integer({ min: 1, max: 500 }),
			units: fc.integer({ min: 1, max: 9 }),
		});
		fc.assert(
			fc.property(fc.array(step, { maxLength: 400, size: 'max' }), (steps) => {
				const model = new Model();
				const reservations = new Reservations();
				const made: Reservation[] = [];
				let now = 0;
				for (const { passedMs, happens, which, kind, windowMs, units } of steps) {
					now += passedMs;
					const one = made[which % (made.length || 1)];
					if (happens === 'add') {
						const reservation = { kind, sentAt: now };
						made.push(reservation);
						model.add(reservation);
						reservations.add(reservation);
					}
					if (happens === 'end' && one?.endedAt === undefined && one) {
						reservations.end(Object.assign(one, { endedAt: now }));
					}
					if (happens === 'delete' && one) {
						model.delete(one);
						reservations.delete(one);
					}
					if (happens === 'age') {
						const anyLeft = model.deleteOlderThan(windowMs, now);
						expect(reservations.deleteOlderThan(windowMs, now)).toBe(anyLeft);
					}
					if (happens === 'read') {
						model.deleteEndedBefore(now - windowMs);
						reservations.deleteEndedBefore(now - windowMs);
					}
					const cost = costOf(units, 10 - units);
					expect(reservations.units(cost)).toBe(model.units(cost));
				}
				expect(new Set(reservations.ended())).toEqual(new Set(model.ended()));
				const times = [...reservations.ended()].map(({ endedAt }) => endedAt);
				expect(times).toEqual(model.ended().map(({ endedAt }) => endedAt));
			}),
		);
	});

	it('leave in the order of their sending, though they came in another', () => {
		const inWindow = new Reservations();
		const late = { kind: 'read' as const, sentAt: 5, endedAt: 10 };
		const early = { kind: 'write' as const, sentAt: 1, endedAt: 20 };
		for (const one of [late, early]) {
			inWindow.add(one);
			inWindow.end(one);
		}
		expect([...inWindow.ended()]).toEqual([late, early]);
		expect(inWindow.deleteOlderThan(100, 101)).toBe(true);
		expect([...inWindow.ended()]).toEqual([late]);
		expect(inWindow.units(costOf(2, 3))).toBe(2);
		expect(inWindow.deleteOlderThan(100, 104)).toBe(false);
		expect(inWindow.deleteOlderThan(100, 105)).toBe(true);
	});

	it('keep nothing in memory of what is deleted and old', () => {
		const reservations = new Reservations();
		for (let now = 0; now < 10_000; now++) {
			const one = { kind: 'read' as const, sentAt: now };
			reservations.add(one);
			if (now % 3 > 0) reservations.end(Object.assign(one, { endedAt: now }));
			if (now % 3 > 1) reservations.delete(one);
			reservations.deleteOlderThan(100, now);
		}
		const held = (order: string) => [...(Reflect.get(reservations, order) as Iterable<unknown>)];
		expect([...reservations.ended()]).toHaveLength(33);
		expect(held('bySending')).toHaveLength(100);
		expect(held('byEnd').length).toBeLessThanOrEqual(100);
	});
});
