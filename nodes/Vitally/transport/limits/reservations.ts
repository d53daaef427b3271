import { type RequestCost, type RequestKind } from './requestCost';
import { TimeQueue } from './timeQueue';

/** A request that counts against a quota. */
export interface Reservation {
	readonly kind: RequestKind;
	/** Milliseconds on the clock of the limiter, as all times here. */
	readonly sentAt: number;
	endedAt?: number;
}

/** A reservation whose request was answered, or given up without an answer. */
export type EndedReservation = Reservation & { endedAt: number };

/**
 * Reservations with the sum of their units. No step takes longer the more there are: the sum runs
 * along, and whatever leaves for its age stands first in one of two orders.
 */
export class Reservations {
	private readonly present = new Set<Reservation>();
	private readonly count: Record<RequestKind, number> = { read: 0, write: 0 };
	private readonly bySending = new TimeQueue<Reservation>(({ sentAt }) => sentAt);
	private readonly byEnd = new TimeQueue<EndedReservation>(({ endedAt }) => endedAt);

	get size(): number {
		return this.present.size;
	}

	/** What all of them cost, as far as costs are known by now. */
	units(cost: RequestCost): number {
		return this.count.read * cost.of('read') + this.count.write * cost.of('write');
	}

	add(reservation: Reservation): void {
		this.present.add(reservation);
		this.count[reservation.kind]++;
		this.bySending.add(reservation);
	}

	/** Notes that a reservation ended, at the time that it now holds. */
	end(reservation: EndedReservation): void {
		if (this.present.has(reservation)) this.byEnd.add(reservation);
	}

	delete(reservation: Reservation): void {
		if (this.present.delete(reservation)) this.count[reservation.kind]--;
	}

	/**
	 * Drops what was sent a whole window ago.
	 *
	 * @returns whether there was any
	 */
	deleteOlderThan(windowMs: number, now: number): boolean {
		const before = this.present.size;
		this.deleteFirst(this.bySending, ({ sentAt }) => sentAt + windowMs <= now);
		this.deleteFirst(this.byEnd, () => false);
		return this.present.size < before;
	}

	/** Drops what ended before a time. */
	deleteEndedBefore(time: number): void {
		this.deleteFirst(this.byEnd, ({ endedAt }) => endedAt < time);
	}

	/** Those that ended, in the order of their ends. */
	*ended(): Generator<EndedReservation> {
		for (const reservation of this.byEnd) if (this.present.has(reservation)) yield reservation;
	}

	/** Takes what is due off a queue's beginning, and what was deleted in the other order before. */
	private deleteFirst<T extends Reservation>(queue: TimeQueue<T>, isDue: (first: T) => boolean) {
		for (let { first } = queue; first; { first } = queue) {
			if (this.present.has(first) && !isDue(first)) return;
			this.delete(first);
			queue.takeFirst();
		}
	}
}
