import fc from 'fast-check';

import type { FaultKind } from '../../../sandbox/faults.cts';
import type { Sandbox } from '../../../sandbox/sandbox.cts';

export type Traits = Record<string, string | number | boolean | string[] | null>;

/** A record, or a row of a table. */
export interface Row {
	id: string;
	name: string;
	traits: Traits;
}

export interface Fault {
	kind: FaultKind;
	method: 'GET' | 'PUT' | 'POST';
	nth: number;
	times: number;
}

/** @param values of traits */
export const rowOf = (id: fc.Arbitrary<string>, values: Array<Traits[string]>) =>
	fc.record({
		id,
		name: fc.constantFrom('One', 'Two', 'Three'),
		traits: fc.dictionary(
			fc.constantFrom('plan', 'vitally.custom.seats', 'tags'),
			fc.constantFrom(...values),
			{ maxKeys: 3 },
		),
	});

/** @param kinds of faults in addition to error responses */
export const faultOf = (kinds: FaultKind[], maxTimes: number): fc.Arbitrary<Fault> =>
	fc.record({
		kind: fc.oneof(
			fc.constantFrom(...kinds),
			fc.record({ kind: fc.constant('status' as const), status: fc.constantFrom(400, 502, 503) }),
		),
		method: fc.constantFrom('GET' as const, 'PUT' as const, 'POST' as const),
		nth: fc.integer({ min: 1, max: 4 }),
		times: fc.integer({ min: 1, max: maxTimes }),
	});

export function addFaults({ faults }: Sandbox, all: Fault[]): void {
	for (const { kind, method, nth, times } of all)
		faults.add({ ...kind, on: { method, nth }, times });
}

/** The traits that a record has: those that are not null. */
export const withoutNulls = (traits: Traits): Traits =>
	Object.fromEntries(Object.entries(traits).filter(([, value]) => value !== null));

/** Checks all at the same time; one that fails leaves no others behind. */
export async function checkAll(checks: Array<Promise<void>>): Promise<void> {
	for (const checked of await Promise.allSettled(checks)) {
		if (checked.status === 'rejected') throw checked.reason;
	}
}
