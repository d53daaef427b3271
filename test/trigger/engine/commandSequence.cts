import fc from 'fast-check';

import type { FaultKind } from '../../../sandbox/faults.cts';
import type { Scheduler } from '../../engine/poll.cts';

/** One thing that happens at the service. */
export interface Command {
	does: 'create' | 'edit' | 'ahead' | 'score' | 'churn' | 'return' | 'archive' | 'burst';
	/** Which record, modulo their number. */
	record: number;
	/** Milliseconds that pass before; 0 makes ties. */
	after: number;
}

/** What happens before and during one poll. */
export interface Step {
	before: Command[];
	/** After the first answer, after the second, ... */
	between: Command[][];
	/** This fault meets the n-th request of the poll. */
	fault: { kind: FaultKind; nth: number } | null;
	isOverlapped: boolean;
	/** The server comes back with the static data stored this many versions ago. */
	restart: number | null;
}

/** The life of one trigger node in n8n. */
export interface CommandSequence {
	triggerOn: string;
	watches: boolean;
	scheduler: Scheduler;
	maxPages: number;
	existing: Command[];
	steps: Step[];
}

const command = fc.record<Command>({
	does: fc.constantFrom(
		...(['create', 'create', 'edit', 'edit', 'edit', 'score', 'score'] as const),
		...(['churn', 'churn', 'return', 'archive', 'archive', 'burst', 'ahead'] as const),
	),
	record: fc.nat(30),
	after: fc.constantFrom(0, 0, 1, 40, 9000),
});

/** None of them is tried again by the node, which would take real time. */
const fault = fc.constantFrom<FaultKind>(
	{ kind: 'status', status: 500 },
	{ kind: 'status', status: 401 },
	{ kind: 'notJson' },
	{ kind: 'missingResults' },
	{ kind: 'emptyPageWithCursor' },
	{ kind: 'repeatCursor' },
);

const seldom = <T,>(arbitrary: fc.Arbitrary<T>) =>
	fc.tuple(fc.nat(4), arbitrary).map(([chance, value]) => (chance === 0 ? value : null));

const step = fc.record<Step>({
	before: fc.array(command, { maxLength: 5 }),
	between: fc.array(fc.array(command, { maxLength: 2 }), { maxLength: 3 }),
	fault: seldom(fc.record({ kind: fault, nth: fc.integer({ min: 1, max: 3 }) })),
	isOverlapped: fc.nat(3).map((chance) => chance === 0),
	restart: seldom(fc.nat(3)),
});

export function commandSequences(
	triggerOn: string,
	watches: boolean,
): fc.Arbitrary<CommandSequence> {
	return fc.record<CommandSequence>({
		triggerOn: fc.constant(triggerOn),
		watches: fc.constant(watches),
		scheduler: fc.constantFrom('default', 'durable'),
		maxPages: fc.integer({ min: 1, max: 4 }),
		existing: fc.array(command, { maxLength: 12 }),
		steps: fc.array(step, { minLength: 2, maxLength: 6 }),
	});
}
